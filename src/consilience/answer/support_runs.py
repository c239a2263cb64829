"""The words of a run: of a piece of a text without white space. The same few thousand runs make most texts.

The weight of a word comes from the encoder's vocabulary, which stands roughly in order of frequency, and not from the
evidence: a word must not weigh less because somebody added a passage that repeats it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from consilience.corpus.matching.terms import has_meaning, stem
from consilience.encoders.vocabulary import LONGEST, MARKS, MOST, Piece, is_plain, number_of, pieces_of_run
from consilience.text.wordlists import words
from consilience.values.text import fold

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?")
_MIXED = re.compile(r"[A-Za-z][0-9]|[0-9][A-Za-z]")  # a word that ends where no piece need end
_FIRST_WORD = 1996  # place in the vocabulary of its first, and commonest, word: "the"
_UNKNOWN = _FIRST_WORD << 4  # of a word that the vocabulary has in pieces only
_RAREST = 10.0
_KEPT = 50_000  # runs, or words, that are remembered
_NUMBER_WEIGHT = 0.8
_DIGITS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
NEGATIONS = words("no not never none nobody nothing neither nor without cannot hardly nicht kein keine niet geen pas")

_Read = tuple[str, str, float, bool]  # folded, stem, weight, whether it is a number


class Word(NamedTuple):
    """`text[start:end]`; `weight` in [0, 1] is 0 for a word without a meaning of its own."""

    start: int
    end: int
    folded: str
    stem: str
    weight: float
    number: bool


class Run(NamedTuple):
    """What is asked of every run. `pieces`: how many the encoder reads of it, or more; `weights`: marks and weights of
    the words with a meaning."""

    pieces: int
    stems: tuple[str, ...]
    weights: tuple[tuple[int, float], ...]
    negated: bool


class _Known(dict[str, Run]):
    """Runs that are read whole, each once: asked for by every word of every text, which a dictionary answers in a third
    of the time of `lru_cache`."""

    def __missing__(self, text: str) -> Run:
        if len(self) >= _KEPT:
            self.clear()
        self[text] = found = _whole(text)
        return found


run_of = _Known().__getitem__  # raises OperatorError when the encoder's files are missing


def _whole(text: str) -> Run:
    bare = text.strip(MARKS)
    if bare.isascii() and (bare.isalpha() or bare.isdigit()) and len(text) <= LONGEST:
        marks, told = len(text) - len(bare), _of_word(bare.lower())
        return Run(told.pieces + marks, *told[1:]) if marks else told
    if _has_whole_words(text):
        return _run(len(text), [one[2:] for one in _whole_words(text)])
    return read_run(text, MOST)


@lru_cache(maxsize=_KEPT)
def _of_word(word: str) -> Run:
    """A run that is one word or number in small letters: four of five are that, but for marks around it, which add a
    piece each and no word. A word that the vocabulary has in pieces has no more than letters.
    """
    number = number_of(word)
    folded, told, weight, _ = _told(word, number or _UNKNOWN)
    weights = ((mark(told), weight),) if weight else ()
    return Run(len(word) if number is None else 1, (told,), weights, folded in NEGATIONS)


def _has_whole_words(text: str) -> bool:
    """Whether every word of a run is in the vocabulary as it stands or not at all: it ends where a piece ends."""
    return is_plain(text) and not _MIXED.search(text)


def _whole_words(text: str) -> list[Word]:
    """The words of such a run. One that a mark is part of is not in the vocabulary."""
    return [
        Word(match.start(), match.end(), *_read(match[0], number_of(match[0].lower()) or _UNKNOWN))
        for match in _WORD.finditer(text)
    ]


def read_run(text: str, most: int) -> Run:
    """Any run, of which the encoder reads so many pieces, and how many those are."""
    pieces = pieces_of_run(text)[:most]
    return _run(len(pieces), [one[2:] for one in _words(text, pieces)])


def _run(pieces: int, read: Sequence[_Read]) -> Run:
    return Run(
        pieces,
        tuple([stem for _, stem, _, _ in read]),
        tuple([(mark(stem), weight) for _, stem, weight, _ in read if weight]),
        any(folded in NEGATIONS or folded.endswith("n't") for folded, *_ in read),
    )


@lru_cache(maxsize=_KEPT)
def size_of(text: str) -> int:
    """How many pieces the encoder reads of a run, at most 254."""
    return min(len(pieces_of_run(text)), MOST)


@lru_cache(maxsize=10_000)
def words_of_run(text: str, most: int) -> Sequence[Word]:
    """The words of a run, of which the encoder reads so many pieces."""
    whole = most >= run_of(text).pieces and _has_whole_words(text)
    return _whole_words(text) if whole else _words(text, pieces_of_run(text)[:most])


def _words(text: str, pieces: Sequence[Piece]) -> Sequence[Word]:
    found, place = list[Word](), 0
    for match in _WORD.finditer(text):
        place, rank = _rank(pieces, place, match.start(), match.end())
        found.append(Word(match.start(), match.end(), *_read(match[0], rank)))
    return found


def _rank(pieces: Sequence[Piece], place: int, start: int, end: int) -> tuple[int, int]:
    """Where to read on, and the place in the vocabulary of a word that is one piece."""
    while place < len(pieces) and pieces[place][2] <= start:
        place += 1
    within = place
    while within < len(pieces) and pieces[within][1] < end:
        within += 1
    return within, (pieces[place][0] if within - place == 1 else _UNKNOWN)


@lru_cache(maxsize=_KEPT)
def _read(text: str, rank: int) -> _Read:
    """The same few thousand words make most texts."""
    return _told(fold(text), rank)


def _told(folded: str, rank: int) -> _Read:
    if folded[0].isdigit() or folded in _DIGITS:
        return folded, _DIGITS.get(folded, folded.replace(",", "")), _NUMBER_WEIGHT, True
    return folded, stem(folded.removesuffix("'s")), _weight(folded, rank), False


@lru_cache(maxsize=_KEPT)
def mark(stem: str) -> int:
    """A number below 2 ** 32 that stands for a stem: its hash."""
    return int.from_bytes(blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def _weight(folded: str, rank: int) -> float:
    if not has_meaning(folded):
        return 0.0
    return min(math.log2(1 + max(rank - _FIRST_WORD, 0) / 32), _RAREST) / _RAREST
