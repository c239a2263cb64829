"""Which values of the evidence may answer a question, and how well each does.

Every statement is placed by cosine and by the words it shares with the question; the values of the nearest are then
read by the pair network, which was trained on questions beside statements too (docs/model-cards/pairnet.md). What is
reckoned of a value does not depend on the passages beside it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from consilience.answer.contest_apart import other_thing, things_named
from consilience.answer.contest_tokens import remembered
from consilience.answer.evidence import Evidence, Said
from consilience.answer.support_words import words_of
from consilience.answer.wanted import Kinds, wanted
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_view import unmasked_view, view_of
from consilience.corpus.matching.terms import stems
from consilience.model import Fact
from consilience.text.wordlists import words

READ = 14  # statements whose values are read
_FACTS = 5  # values of a statement that are read
_LEAST = 0.15  # cosine below which a statement is not about the question
_NOT_ASKED = stems(words("how what when where which who whom whose why long many much often please tell know"))
_PLACE: Kinds = frozenset({"name", "category", "identifier"})
_ASKS_WHERE = re.compile(r"(?:^|[.,;:] )(?:where|wo|waar|où|dónde)\b")


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement of the evidence beside the question.

    `near`: cosine of question and statement; `shared`: how much of the question's words the statement and its headings
    say, in [0, 1], rare words counting more; `lacks`: the words of the question that they do not say, (stem, weight);
    `things`: what the question names and they speak of.
    """

    said: Said
    near: float
    shared: float
    lacks: frozenset[tuple[str, float]]
    things: frozenset[str]

    @property
    def odds(self) -> float:
        """Those of its values, while the pair network has not read them."""
        return _odds(0.0, self.near, self.shared)

    def values(self, kinds: Kinds) -> Iterator[Asked]:
        """Its values of the kinds that may answer, unread."""
        for fact in self.said.facts_of(kinds, _FACTS):
            yield Asked(self.said, self.near, self.shared, self.lacks, self.things, fact, read=0.0)


@dataclass(frozen=True, slots=True)
class Asked(Placed):
    """A value of such a statement as an answer to the question; `read` is the log odds of the pair network that it is
    one."""

    fact: Fact
    read: float

    @property
    def odds(self) -> float:
        """How well it answers, as a log odds; the weights are those of G (answer/generate_rank.py)."""
        return _odds(self.read, self.near, self.shared)


def _odds(read: float, near: float, shared: float) -> float:
    return round(0.5 * read + 3.0 * near + 3.0 * shared, 6)


def asked_about(question: str, evidence: Evidence) -> tuple[Asked, ...]:
    """The values of the statements that come nearest to the question, in the order of the evidence.

    Raises OperatorError when the encoder or the pair network cannot be loaded.
    """
    return with_odds(question, candidates(question, evidence))


def candidates(question: str, evidence: Evidence) -> tuple[Asked, ...]:
    """The same before the pair network has read them: `read` is 0. Raises OperatorError when there is no encoder."""
    kinds = kinds_of(question)
    return tuple(value for one in placed(question, evidence) for value in one.values(kinds))


def with_odds(question: str, found: Sequence[Asked]) -> tuple[Asked, ...]:
    """The candidates as the pair network reads them beside the question. Raises OperatorError."""
    view = unmasked_view("", question)
    read = pairnet.scores_of([(view, view_of(one.fact)) for one in found], remembered).tolist()
    return tuple(replace(one, read=told) for one, told in zip(found, read, strict=True))


def placed(question: str, evidence: Evidence) -> tuple[Placed, ...]:
    """The statements that come nearest to the question, in the order of the evidence. Raises OperatorError when there
    is no encoder."""
    speaking = [one for one in evidence.statements if one.kind in ("sentence", "table_row")]
    if not speaking:
        return ()
    cosines = (evidence.vectors[[one.vector for one in speaking]] @ evidence.encode([question])[0]).tolist()
    near = [(one, round(cosine, 6)) for one, cosine in zip(speaking, cosines, strict=True)]
    told = [(one, cosine, shared(question, one)) for one, cosine in near if cosine >= _LEAST]
    about = [one for one in told if not other_thing(question, one[0])]
    about.sort(key=lambda one: (-round(one[1] + one[2], 6), one[0].quote.doc, one[0].quote.start, one[0].text))
    return tuple(
        Placed(*one, lacks=_lacking(question, one[0]), things=things_named(question, one[0]))
        for one in sorted(about[:READ], key=lambda one: one[0].vector)
    )


def kinds_of(question: str) -> Kinds:
    """The kinds of value that may answer, none where the question does not say: what is no value tells a place too."""
    return wanted(question) or (_PLACE if _ASKS_WHERE.search(question.casefold()) else frozenset())


def shared(question: str, said: Said) -> float:
    """How much of the question's words a statement says, with its headings and its title, in [0, 1]."""
    asked = _asking(question)
    told = _told(said.text, said.section, said.source.title)
    if asked.stems.isdisjoint(told):
        return 0.0
    held = math.fsum(weight for one, weight in asked.words if one in told)
    return round(held / asked.weight, 6) if held else 0.0


def _lacking(question: str, said: Said) -> frozenset[tuple[str, float]]:
    told = _told(said.text, said.section, said.source.title)
    return frozenset((one, weight) for one, weight in _asking(question).words if one not in told)


class _Asking(NamedTuple):
    """The words that say what is asked, each with its weight, and the weight of all."""

    words: tuple[tuple[str, float], ...]
    stems: frozenset[str]
    weight: float


@lru_cache(maxsize=256)
def _asking(question: str) -> _Asking:
    words = {one.stem: round(one.weight, 6) for one in words_of(question).content if one.stem not in _NOT_ASKED}
    return _Asking(tuple(sorted(words.items())), frozenset(words), math.fsum(words.values()))


@lru_cache(maxsize=20_000)
def _told(text: str, section: str, title: str) -> frozenset[str]:
    """The stems of a statement, of its headings and of its title: the passages of one question come back in others."""
    return frozenset().union(*(words_of(one).stems for one in (text, section, title) if one))
