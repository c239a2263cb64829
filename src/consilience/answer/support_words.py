"""The words of a claim or a statement as the judge compares them: folded stems with a weight by rarity."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain
from operator import attrgetter

from consilience.answer.support_runs import NEGATIONS, Run, Word, read_run, run_of, size_of, words_of_run
from consilience.corpus.matching.terms import stem
from consilience.encoders.vocabulary import MOST
from consilience.text.wordlists import words

__all__ = ["NEGATIONS", "TURNING", "Word", "Words", "above", "words_of"]

_RUN = re.compile(r"\S+")
_NAME = re.compile(r"[A-Z][\w'’-]*+(?:\s(?:of|the|and|for|de|la|für|und|der)\b|\s[A-Z][\w'’-]*+){1,7}")
_LONGEST = 1_500  # characters of a text that are read: more than a statement that a person would call one
_pieces, _stems, _weights, _negated = (attrgetter(name) for name in ("pieces", "stems", "weights", "negated"))
# Function words that turn a statement, or say how much of a thing is meant: they weigh nothing in an overlap of words,
# yet a claim that adds one says something else.
TURNING = words(
    """
    no not never none nobody nothing neither nor without cannot only all every each any some few many most more less
    least fewer before after first last until except always often sometimes rarely both either over under above below
    up down in out off on against same other
    """
)


class Words:
    """The words of a text: their stems, which are asked of every text, and the rest, which is asked of few."""

    __slots__ = ("__dict__", "_runs", "stems", "text")  # the dictionary is made for what is asked of few

    def __init__(self, text: str, runs: Sequence[Run]) -> None:
        self.text = text
        self.stems = frozenset(chain.from_iterable(map(_stems, runs)))
        self._runs = runs

    @cached_property
    def all(self) -> tuple[Word, ...]:
        """In the order of the text."""
        return tuple(
            Word(match.start() + one[0], match.start() + one[1], *one[2:])
            for match, run in zip(_RUN.finditer(self.text), self._runs, strict=True)
            for one in words_of_run(match[0], run.pieces)
        )

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """Those with a meaning of their own."""
        return tuple(one for one in self.all if one.weight)

    @property
    def meaning(self) -> int:
        """How many of them have a meaning of their own."""
        return sum(map(len, map(_weights, self._runs)))

    @cached_property
    def weight(self) -> float:
        """Of all words together."""
        return math.fsum(weight for weights in map(_weights, self._runs) for _, weight in weights)

    @property
    def weights(self) -> dict[int, float]:
        """The weight of each stem with a meaning, in the order of the text, by its `mark`."""
        return dict(chain.from_iterable(map(_weights, self._runs)))

    @cached_property
    def negated(self) -> bool:
        """Whether a word of it negates."""
        return any(map(_negated, self._runs))


@lru_cache(maxsize=50_000)
def words_of(text: str) -> Words:
    """The words of a text. Raises OperatorError when the encoder's files are missing."""
    told = text[:_LONGEST]
    runs = list(map(run_of, told.split()))
    # every piece has a letter, so that a text of fewer letters is read whole
    whole = len(told) <= MOST or sum(map(_pieces, runs)) <= MOST
    return Words(told, runs if whole else _within(told))


def _within(text: str) -> list[Run]:
    """The runs of a text as far as the encoder reads them: of what it does not read nobody knows how rare it is."""
    found, left = list[Run](), MOST
    for written in text.split():
        size = size_of(written)
        found.append(run_of(written) if size <= left else read_run(written, left))
        left -= min(size, left)
    return found


@lru_cache(maxsize=10_000)
def above(headings: str, passage: str) -> frozenset[str]:
    """Stems of headings, and of the initials of the names in a passage: "UW" for the University of Washington."""
    held = words_of(headings).stems if headings.strip() else frozenset[str]()
    return held | _initials(passage)


@lru_cache(maxsize=5_000)
def _initials(text: str) -> frozenset[str]:
    found: set[str] = set()
    for name in _NAME.findall(text):
        initials = "".join([part[0] for part in name.split() if part != "The"])
        large = "".join(filter(str.isupper, initials))
        if len(large) > 1:
            found |= {large, initials}
    return frozenset(map(stem, found))
