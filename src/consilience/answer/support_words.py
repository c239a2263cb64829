"""The words of a claim or a statement as the judge compares them: folded stems with a weight by rarity.

The weight comes from the encoder's vocabulary, which stands roughly in order of frequency, and not from the evidence: a
word must not weigh less because somebody added a passage that repeats it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

from consilience.corpus.matching.terms import has_meaning, stem
from consilience.encoders.vocabulary import MOST, Piece, pieces_of_run
from consilience.text.wordlists import words
from consilience.values.text import fold

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?")
_RUN = re.compile(r"[^ \t\n]+")
_FIRST_WORD = 1996  # place in the vocabulary of its first, and commonest, word: "the"
_RAREST = 10.0
_NUMBER_WEIGHT = 0.8
_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s(?:of|the|and|for|de|la|für|und|der)\b|\s[A-Z][\w'’-]*){1,7}")
_LONGEST = 1_500  # characters of a text that are read: more than a statement that a person would call one
_DIGITS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
# Function words that turn a statement, or say how much of a thing is meant: they weigh nothing in an overlap of words,
# yet a claim that adds one says something else.
TURNING = words(
    """
    no not never none nobody nothing neither nor without cannot only all every each any some few many most more less
    least fewer before after first last until except always often sometimes rarely both either over under above below
    up down in out off on against same other
    """
)
NEGATIONS = words("no not never none nobody nothing neither nor without cannot hardly nicht kein keine niet geen pas")


class Word(NamedTuple):
    """`text[start:end]`; `weight` in [0, 1] is 0 for a word without a meaning of its own."""

    start: int
    end: int
    folded: str
    stem: str
    weight: float
    number: bool


# Of a text without white space: how many pieces it is for the encoder, the stems of its words, marks and weights of
# those with a meaning, and whether it negates. No class: the garbage collector need not walk plain tuples.
_Run = tuple[int, tuple[str, ...], tuple[tuple[int, float], ...], bool]


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a text: what is asked of every text, and the words themselves, which are asked of few."""

    text: str
    stems: frozenset[str]
    negated: bool
    _pieces: tuple[int, ...]  # of each run: how many the encoder reads
    _weights: tuple[tuple[tuple[int, float], ...], ...]  # of each run

    @cached_property
    def all(self) -> tuple[Word, ...]:
        """In the order of the text."""
        return tuple(
            Word(match.start() + one[0], match.start() + one[1], *one[2:])
            for match, most in zip(_RUN.finditer(self.text), self._pieces, strict=True)
            for one in _words(match[0], most)
        )

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """Those with a meaning of their own."""
        return tuple(one for one in self.all if one.weight)

    @cached_property
    def weight(self) -> float:
        """Of all words together."""
        return math.fsum(weight for weights in self._weights for _, weight in weights)

    @property
    def weights(self) -> dict[int, float]:
        """The weight of each stem with a meaning, in the order of the text, by its `mark`."""
        return dict(chain.from_iterable(self._weights))


@lru_cache(maxsize=50_000)
def words_of(text: str) -> Words:
    """The words of a text. Raises OperatorError when the encoder's files are missing."""
    told = text[:_LONGEST]
    runs = list(map(_run, _RUN.findall(told)))
    pieces, stems, weights, negated = zip(*runs, strict=True) if runs else ((), (), (), ())
    if sum(pieces) > MOST:
        pieces, stems, weights, negated = zip(*_within(told, runs), strict=True)
    return Words(told, frozenset(chain.from_iterable(stems)), any(negated), pieces, weights)


def _within(text: str, runs: Sequence[_Run]) -> list[_Run]:
    """The runs of a text as far as the encoder reads them: of what it does not read nobody knows how rare it is."""
    found, left = list[_Run](), MOST
    for written, run in zip(_RUN.findall(text), runs, strict=True):
        found.append(run if run[0] <= left else _run(written, left))
        left -= found[-1][0]
    return found


@lru_cache(maxsize=50_000)
def _run(text: str, most: int = MOST) -> _Run:
    """The same few thousand runs make most texts, and no piece reaches from one into the next."""
    pieces = pieces_of_run(text)[:most]
    found = _read_words(text, pieces)
    weights = tuple((mark(one.stem), one.weight) for one in found if one.weight)
    negated = any(one.folded in NEGATIONS or one.folded.endswith("n't") for one in found)
    return len(pieces), tuple(one.stem for one in found), weights, negated


@lru_cache(maxsize=10_000)
def _words(text: str, most: int) -> Sequence[Word]:
    """The words of a run, of which the encoder reads so many pieces."""
    return _read_words(text, pieces_of_run(text)[:most])


def _read_words(text: str, pieces: Sequence[Piece]) -> Sequence[Word]:
    found, place = [], 0
    for match in _WORD.finditer(text):
        place, rank = _rank(pieces, place, match.start(), match.end())
        found.append(Word(match.start(), match.end(), *_read(match[0], rank)))
    return found


def _rank(pieces: Sequence[Piece], place: int, start: int, end: int) -> tuple[int, int]:
    """Where to read on, and the place in the vocabulary of the only piece of a word; 0 where none was read."""
    while place < len(pieces) and pieces[place][2] <= start:
        place += 1
    within = place
    while within < len(pieces) and pieces[within][1] < end:
        within += 1
    return within, (pieces[place][0] if within - place == 1 else _FIRST_WORD << 4)


@lru_cache(maxsize=50_000)
def _read(text: str, rank: int) -> tuple[str, str, float, bool]:
    """Folded, stem, weight and whether it is a number: the same few thousand words make most texts."""
    folded = fold(text)
    number = folded[0].isdigit() or folded in _DIGITS
    told = _DIGITS.get(folded, folded.replace(",", "")) if number else stem(folded.removesuffix("'s"))
    weight = _NUMBER_WEIGHT if number else _weight(folded, rank)
    return folded, told, weight, number


@lru_cache(maxsize=50_000)
def mark(stem: str) -> int:
    """A number below 2 ** 32 that stands for a stem: its hash."""
    return int.from_bytes(blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def _weight(folded: str, rank: int) -> float:
    if folded not in _DIGITS and not has_meaning(folded):
        return 0.0
    return min(math.log2(1 + max(rank - _FIRST_WORD, 0) / 32), _RAREST) / _RAREST


@lru_cache(maxsize=10_000)
def above(headings: str, passage: str) -> frozenset[str]:
    """Stems of headings, and of the initials of the names in a passage: "UW" for the University of Washington."""
    held = words_of(headings).stems if headings.strip() else frozenset[str]()
    return held | _initials(passage)


@lru_cache(maxsize=5_000)
def _initials(text: str) -> frozenset[str]:
    found: set[str] = set()
    for match in _NAME.finditer(text):
        parts = [part for part in match[0].split() if part != "The"]
        large = "".join(part[0] for part in parts if part[0].isupper())
        found |= {large, "".join(part[0] for part in parts)} if len(large) > 1 else set()
    return frozenset(stem(one) for one in found)
