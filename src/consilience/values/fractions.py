"""Shares: "half", "three quarters of", "one tenth", "four out of five", "one student in four", "zwei Drittel".

A fraction of a unit ("half an hour", "a quarter of a megawatt") is a number for the unit that follows; any other is a
percentage.
"""

from __future__ import annotations

from typing import NamedTuple

from consilience.values import units
from consilience.values.line import Line, Number
from consilience.values.numbers import read
from consilience.values.text import words
from consilience.values.unit_table import plainly_measures

_FOLLOW = frozenset({"the", "off", "more", "less", "as"})  # "a third more" is a share
_BARE_HALF_LEFT = words(
    """
    first second last next other early late one and und et y first- ersten zweiten premiere segunda
    """
)


class Fraction(NamedTuple):
    """A fraction in tokens up to `end`; `of_unit` is the token of the unit that it divides, or 0."""

    end: int
    value: float
    step: float
    of_unit: int


def read_fraction(line: Line, i: int) -> Fraction | None:
    """The fraction that begins at token `i`, or None."""
    if line.tokens[i].kind == "number":
        return _slashed(line, i) or _ratio(line, i)
    return _named(line, i) or _ratio(line, i)


def _slashed(line: Line, i: int) -> Fraction | None:
    """ "3/4 of", "1/2 hour": a simple fraction in digits, where a noun or a unit follows it."""
    tokens = line.tokens
    if i + 3 >= len(tokens) or tokens[i + 1].text != "/" or line.gap(i + 1) or line.gap(i + 2):
        return None
    part, whole = tokens[i].text, tokens[i + 2].text
    if whole not in ("2", "3", "4", "5", "8", "10") or not part.isdigit() or not 0 < int(part[:2]) < int(whole):
        return None
    unit = line.after(i + 3, "of")
    if unit == i + 3 and tokens[unit].kind != "word":
        return None
    return Fraction(i + 3, int(part[:2]) / int(whole), 0.0, unit)


def _named(line: Line, i: int) -> Fraction | None:
    """ "half", "a quarter", "three quarters", "one tenth"."""
    tokens, fractions = line.tokens, line.lexicon.maps["fractions"]
    articles, half = line.lexicon.sets["articles"], line.lexicon.sets["half"]
    count, j = 1.0, i
    if tokens[i].folded in articles:
        j = i + 1
    elif tokens[i].kind == "word" and (number := read(line, i)) and number.value < 20:
        count, j = number.value, number.end
        if j < len(tokens) and tokens[j].text == "-":
            j += 1
    if j >= len(tokens):
        return None
    word = tokens[j].folded
    divisor = 2 if word in half else fractions.get(word)
    if divisor == 2 and (magnitude := read(line, j)) is not None and magnitude.end > j + 1:
        return None  # "half a million"
    of_a = divisor == 4 and line.phrase(j + 1, j + 2) == "of" and line.after(j + 1, "of") > j + 2
    if divisor is None or (j == i and divisor != 2 and not of_a) or _other_use(line, i, j, int(divisor)):
        return None
    end = j + 1
    if end < len(tokens) and tokens[end].text == "-" and not line.gap(end):
        end += 1  # "half-litre"
    unit = line.after(end, "of")
    value = count / divisor
    return Fraction(end, value, 0.0, unit if unit > end or divisor != 2 else end) if 0 < value < 1 else None


def _other_use(line: Line, i: int, j: int, divisor: int) -> bool:
    """ "first half", "half-day", "half past", "a third party", "a quarter without loss" are no fractions."""
    tokens = line.tokens
    left = tokens[i - 1].folded if i else ""
    after = tokens[j + 1].folded if j + 1 < len(tokens) else ""
    if after == "-" and not line.gap(j + 1):
        return not _of_unit(line, j)
    if after in ("past", "yearly", "board", "term"):
        return True
    if divisor == 2 and j == i:
        return left in _BARE_HALF_LEFT or left == "-"
    ends = j + 1 >= len(tokens) or tokens[j + 1].kind == "symbol"
    followed = line.after(j + 1, "of") > j + 1 or line.after(j + 1, "range") > j + 1
    followed = followed or after in _FOLLOW or (line.lexicon.language == "en" and after.endswith("er"))  # "slower"
    single = divisor == 3 or (divisor > 3 and tokens[i].folded in line.lexicon.sets["articles"])
    return single and not (ends or followed)


def _of_unit(line: Line, j: int) -> bool:
    """ "half-litre", "quarter-mile": a hyphen and a unit that is no time after the fraction at token `j`."""
    unit = units.read(line, j + 2)
    return unit is not None and (plainly_measures(unit.expression) or unit.expression == "hour")


def _ratio(line: Line, i: int) -> Fraction | None:
    """ "four out of five", "1 in 20", "four departures out of five": a share when the second number is the larger."""
    part = read(line, i)
    if part is None or part.value != int(part.value):
        return None
    for j in range(part.end, min(len(line.tokens), part.end + 3)):
        if j > part.end and line.tokens[j - 1].kind != "word":
            return None
        for name in ("out_of", "one_in"):
            link = line.after(j, name)
            whole = read(line, link) if link > j else None
            if whole and _is_share(line, name, part, whole, j):
                return Fraction(whole.end, part.value / whole.value, 0.0, 0)
    return None


def _is_share(line: Line, name: str, part: Number, whole: Number, link: int) -> bool:
    if not 0 < part.value < whole.value <= 1_000_000 or whole.value != int(whole.value):
        return False
    if name == "out_of" and line.lexicon.language == "en":
        return True
    # "in" and "von" have other uses: only "one in four" and its like, and no year.
    plain = line.tokens[whole.end - 1].end == len(line.text) or line.after(whole.end, "stop_nouns") > whole.end
    symbol = whole.end < len(line.tokens) and line.tokens[whole.end].kind == "symbol"
    if name == "one_in" and part.value == 1 and part.kind == "digits" and whole.value in (100, 1000, 10_000, 100_000):
        return True  # "a 1 in 1000 solution"
    percent_like = part.value == 1 or whole.value in (10, 100, 1000)
    if units.read(line, whole.end) is not None:
        return False  # "one failure in 5 years"
    return percent_like and whole.value <= 1000 and (plain or symbol or link > part.end)
