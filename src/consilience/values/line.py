"""A text prepared for reading, the number and the measure: what every reader of values takes and gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from consilience.model import ValueKind
from consilience.values.lexicon import Lexicon, Phrases
from consilience.values.text import Token


@dataclass(frozen=True)
class Line:
    """A text prepared for reading: its tokens and the words of its language."""

    text: str
    tokens: tuple[Token, ...]
    lexicon: Lexicon
    numbers: dict[int, Number | None] = field(default_factory=dict, compare=False, repr=False)  # what `read` has read

    def gap(self, i: int) -> bool:
        """Whether white space (or the end of the text) stands before token `i`."""
        return i <= 0 or i >= len(self.tokens) or self.tokens[i - 1].end < self.tokens[i].start

    def phrase(self, i: int, j: int) -> str:
        return " ".join(token.folded for token in self.tokens[i:j])

    def after(self, i: int, name: str) -> int:
        """End of the longest phrase of lexicon set `name` that begins at token `i`; `i` when there is none."""
        return self.longest(i, self.lexicon.sets[name])

    def longest(self, i: int, phrases: Phrases) -> int:
        """End of the longest of `phrases` that begins at token `i`; `i` when none does."""
        if i >= len(self.tokens):
            return i
        reach = phrases.starts.get(self.tokens[i].folded)
        if not reach:
            return i
        if reach == 1:
            return i + 1
        for j in range(min(len(self.tokens), i + reach), i, -1):
            if self.phrase(i, j) in phrases:
                return j
        return i

    def before(self, i: int, phrases: Phrases) -> int:
        """Start of the longest of `phrases` that ends just before token `i`; `i` when none does."""
        reach = phrases.ends.get(self.tokens[i - 1].folded) if i > 0 else 0
        if not reach:
            return i
        for j in range(max(0, i - reach), i):
            if self.phrase(j, i) in phrases:
                return j
        return i


class Number(NamedTuple):
    """A number in tokens `start:end`. `step` is one unit of the last written digit; `kind` says how it is written."""

    start: int
    end: int
    value: float
    step: float
    kind: str  # "digits", "words", "article"


AGE = "age"  # the noun of a measure whose years are an age and are not written


@dataclass(frozen=True)
class Measure:
    """A number with its unit in tokens `start:end`.

    `unit` is a Pint expression, a currency, "percent", "points" or "".
    """

    start: int
    end: int
    value: float
    step: float
    kind: ValueKind
    unit: str
    written: str
    per: str = ""
    noun: str = ""
    article: bool = False
    noun_end: int = 0
    plus: bool = False  # "5+": so many or more
    name: str = ""  # canonical text where number and unit do not make it
