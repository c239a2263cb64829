"""The words by which two facts are compared, folded and stemmed, and how rare each is."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from threading import local
from typing import TYPE_CHECKING

from consilience.corpus.facts.labels import labels, places
from consilience.corpus.facts.qualifiers import versions
from consilience.model import Fact
from consilience.text.wordlists import words

if TYPE_CHECKING:
    from Stemmer import Stemmer

_own = local()
_WORD = re.compile(r"[^\W_]+(?:[-'’./][^\W_]+)*")
_JOINT = re.compile(r"[-'’/]")
_LOCAL = 6  # words on each side of the value that say what it is
_STOP = words(
    """
    a an and any are as at be been before being but by can could do does done each else every for from get gets had
    has have he her his if in into is it its just made make many may more most much must no not of off on one only
    onto or other our out over own per she should so some such than that the their them then there these they this
    those through to too under up upon us very was we were what when where which while who whose will with within
    without would you your der die das den dem des ein eine einer eines und oder ist sind war wird werden mit von zu
    zum zur im am auf für bei aus nach nicht auch le la les un une des du de et ou est sont au aux en pour par sur
    dans avec que qui ne pas het een en of van voor met op te bij is zijn wordt worden dat die niet ook el los las
    un una y o es son del al por para con que no en
    """
)


@dataclass(frozen=True, slots=True)
class Terms:
    """Stems of a fact: of the statement outside the value, of the words next to it, of the headings; names and codes;
    versions."""

    words: frozenset[str]
    local: frozenset[str]
    head: frozenset[str]
    heading: frozenset[str]
    names: frozenset[str]
    versions: frozenset[str]
    labels: frozenset[tuple[str, str]]
    subject: frozenset[str]
    relation: frozenset[str]
    places: frozenset[str]
    length: int


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The folded stem of a word. One stemmer for every language: it only has to fold alike, not to be right."""
    folded = word.casefold()
    try:
        return str(_stemmer().stemWord(folded))
    except UnicodeEncodeError:  # half a pair of surrogates, which damaged files hold: no word
        return folded


def _stemmer() -> Stemmer:
    """A stemmer keeps the word it works on, and blocks are matched in several threads: each has its own."""
    try:
        return _own.stemmer
    except AttributeError:
        from Stemmer import Stemmer

        _own.stemmer = Stemmer("english", 0)  # words are kept here
        return _own.stemmer


def stems(words: Iterable[str]) -> frozenset[str]:
    """Stems of the words that carry meaning; a hyphenated word counts as its parts."""
    return frozenset(chain.from_iterable(map(_parts, words)))


def has_meaning(word: str) -> bool:
    """Whether a word, or a part of a hyphenated one, carries meaning: whether it has `stems`."""
    return any(map(_carries, _split(word)))


def _split(word: str) -> list[str]:
    return [word] if word.isalnum() else _JOINT.split(word)


def _carries(part: str) -> bool:
    return len(part) > 1 and part.casefold() not in _STOP


@lru_cache(maxsize=200_000)
def _parts(word: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in _split(word) if _carries(part))


@lru_cache(maxsize=20_000)
def _stems_of(text: str) -> frozenset[str]:
    """Stems of a heading, an entity or a column head: many facts share them."""
    return stems(_WORD.findall(text))


def terms_of(fact: Fact) -> Terms:
    """The terms of one fact. Its value is left out: agreement of values must not pose as agreement of questions."""
    quote, start, end = fact.quote, fact.value_start - fact.start, fact.value_end - fact.start
    before, after = _WORD.findall(quote[:start]), _WORD.findall(quote[end:])
    whole = fact.value.kind in ("order", "yes_no")
    around = _WORD.findall(quote) if whole else [*before, *after]
    local = around if whole else [*before[-_LOCAL:], *after[:_LOCAL]]
    column = _stems_of(fact.relation) if fact.row else frozenset[str]()
    outside = f"{quote[:start]} {quote[end:]}"
    return Terms(
        words=stems(around) | column,
        local=stems(local) | column | (_stems_of(fact.entity) if fact.row else column),
        head=_stems_of(fact.section),
        heading=_stems_of(fact.section.rsplit(" > ", 1)[-1]) if " > " in fact.section else frozenset(),
        names=frozenset(word.casefold() for word in [*before[1:], *after] if _is_name(word)),
        versions=versions(f"{outside} {fact.section}"),
        labels=labels(outside),
        subject=_stems_of(fact.entity),
        relation=_stems_of(fact.relation),
        places=places_of(fact),
        length=len(around),
    )


def places_of(fact: Fact) -> frozenset[str]:
    """The names that prepositions tie a fact's statement to, its value left out."""
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    return places(f"{fact.quote[:start]} {fact.quote[end:]}")


@lru_cache(maxsize=200_000)
def _is_name(word: str) -> bool:
    return len(word) > 1 and (word[0].isupper() or (any(c.isdigit() for c in word) and any(c.isalpha() for c in word)))


class Rarity:
    """Inverse document frequency of stems over the facts of a block: a rare shared word says more than a common one."""

    def __init__(self, terms: Iterable[Terms]) -> None:
        every = list(terms)
        counts = Counter(word for one in every for word in one.words | one.head)
        total = len(every) + 1
        self._weight = {word: max(math.log(total / (count + 0.5)), 0.05) for word, count in counts.items()}
        self._unknown = max(math.log(total / 0.5), 0.05)

    def __call__(self, word: str) -> float:
        return self._weight.get(word, self._unknown)

    def total(self, words: Iterable[str]) -> float:
        """Summed weight; exactly rounded, so that the order of a set does not show."""
        weight, unknown = self._weight, self._unknown
        return math.fsum(weight.get(word, unknown) for word in words)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The terms of a fact with the rarity of the block they stand in, and the weight of each set, reckoned once."""

    terms: Terms
    rarity: Rarity
    words: float
    local: float
    head: float
    everything: float
    subject: float
    relation: float

    def overlap(self, other: Weighed) -> float:
        """Rarity-weighted Jaccard overlap of the words of two statements, in [0, 1]."""
        shared = self.terms.words & other.terms.words
        if not shared:
            return 0.0
        mass = self.rarity.total(shared)
        return mass / max(self.words + other.words - mass, 1e-9)


def weigh(facts: Mapping[int, Fact]) -> dict[int, Weighed]:
    """The facts of a block with their terms weighed against each other, by the same keys."""
    terms = {index: terms_of(fact) for index, fact in facts.items()}
    rarity = Rarity(terms.values())
    return {index: _weighed(one, rarity) for index, one in terms.items()}


def _weighed(one: Terms, rarity: Rarity) -> Weighed:
    sets = (one.words, one.local, one.head, one.words | one.head, one.subject, one.relation)
    return Weighed(one, rarity, *(rarity.total(words) for words in sets))
