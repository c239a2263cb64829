"""One number with what it counts or measures: no range, no hedge.

`measure(line, i)` reads "27-inch", "£5m", "45 pence for each mile", "half an hour", "14 ft 9 in", "five showers".
"""

from __future__ import annotations

from dataclasses import replace

from consilience.model import ValueKind
from consilience.values import fractions, money, nouns, numbers, rates, units
from consilience.values.articles import article_unit
from consilience.values.compounds import compound, half_more, unwritten
from consilience.values.counts import NEVER_MEASURED, abbreviated, count
from consilience.values.line import Line, Measure, Number
from consilience.values.spelled import magnitude


def measure(line: Line, i: int) -> Measure | None:
    """One number with its unit at token `i`: no range, no hedge."""
    if i >= len(line.tokens):
        return None
    currency = money.before(line, i)
    if currency is not None:
        return _money_before(line, i, currency)
    share = fractions.read_fraction(line, i)
    if share is not None:
        return _share(line, i, share)
    number = numbers.read(line, i)
    if number is None:
        return article_unit(line, i)
    if number.kind == "words" and _ordinal_follows(line, number.end):
        return None
    number = _and_half(line, number)
    if _plus(line, number):
        found = _suffixed(line, number._replace(end=number.end + 1))
        return replace(found, plus=True) if found else None
    return _suffixed(line, number)


def _plus(line: Line, number: Number) -> bool:
    """ "10,000+ users", "5+ years"."""
    i, tokens = number.end, line.tokens
    if number.kind != "digits" or i >= len(tokens) or tokens[i].text != "+" or line.gap(i):
        return False
    return line.gap(i + 1) or tokens[i + 1].text in ".,;:)!?|"


def _ordinal_follows(line: Line, i: int) -> bool:
    """Whether the number before token `i` is the beginning of an ordinal: "sixty-fourth", "hundred-and-first"."""
    tokens = line.tokens
    if i + 1 >= len(tokens) or tokens[i].text != "-" or line.gap(i) or line.gap(i + 1):
        return False
    after = tokens[i + 1].folded
    return after in line.lexicon.ordinals or after in line.lexicon.sets["and"]


def _money_before(line: Line, i: int, currency: money.Currency) -> Measure | None:
    number = numbers.read(line, currency.end)
    if number is None or number.kind != "digits":
        return None
    factor, end = money.magnitude(line, number.end, spaced=True)
    per, end = nouns.per(line, end)
    return Measure(i, end, number.value * factor, number.step * factor, "money", currency.code, currency.code, per)


def _share(line: Line, i: int, share: fractions.Fraction) -> Measure | None:
    factor, end = magnitude(line, share.of_unit) if share.of_unit else (1.0, 0)
    if factor > 1:  # "a quarter of a million"
        return _suffixed(line, Number(i, end, share.value * factor, share.value * factor, "words"))
    if share.of_unit:
        currency = money.after(line, share.of_unit)
        if currency is not None:
            per, end = nouns.per(line, currency.end)
            return Measure(i, end, share.value * currency.factor, 0.0, "money", currency.code, currency.code, per)
        unit = units.read(line, share.of_unit)
        if unit is not None:
            kind: ValueKind = "duration" if units.is_time(unit.expression) else "quantity"
            return Measure(i, unit.end, share.value, 0.0, kind, unit.expression, unit.written)
    return Measure(i, share.end, share.value * 100, 0.0, "percentage", "percent", "%")


def _and_half(line: Line, number: Number) -> Number:
    extra, end = half_more(line, number.end)
    if not extra:
        return number
    factor, end = magnitude(line, end)  # "two and a half million"
    return number._replace(value=(number.value + extra) * factor, end=end, step=min(number.step, 0.5) * factor)


def _suffixed(line: Line, number: Number) -> Measure | None:
    """The measure that a number makes with what follows it."""
    end, tokens = number.end, line.tokens
    factor, after_letter = money.magnitude(line, end)
    currency = money.after(line, after_letter)
    if currency is not None:
        return _money_after(line, number, factor if after_letter > end else 1.0, currency)
    glued = end < len(tokens) and not line.gap(end)
    if glued and tokens[end].text == "-" and end + 1 < len(tokens) and not line.gap(end + 1):
        end += 1  # 27-inch
    hyphened = money.after(line, end) if end > number.end else None
    if hyphened is not None:  # a nine-euro voucher
        return _money_after(line, number, 1.0, hyphened)
    percent = _percent(line, end)
    if percent is not None:
        per, after = nouns.per(line, percent[1])
        return Measure(number.start, after, number.value, number.step, "percentage", percent[0], "%", per)
    if glued and line.phrase(end, end + 1) == "s" and line.phrase(number.start - 1, number.start) == "the":
        return None  # "the 80s"
    unit = units.read(line, end, glued) or units.read(line, line.after(end, "fillers"))
    if unit is None and (across := _across(line, number.start, number.end)) is not None:
        return Measure(
            number.start, number.end, number.value, number.step, "quantity", across.expression, across.written
        )
    if unit is not None and unit.written == "m" and glued and number.kind == "digits":
        millions = abbreviated(line, number) if nouns.counted(line, unit.end)[0] in NEVER_MEASURED else None
        if millions is not None:
            return millions
    if unit is not None and not (number.kind == "words" and number.value == 1 and unit.expression == "second"):
        return _with_unit(line, number, unit)
    return count(line, number)


def _money_after(line: Line, number: Number, factor: float, currency: money.Currency) -> Measure:
    factor *= currency.factor
    value, step = number.value * factor, number.step * factor
    whole = Measure(number.start, currency.end, value, step, "money", currency.code, currency.written)
    if factor == 1.0:
        whole = unwritten(line, whole, number.kind == "words")
    per, end = nouns.per(line, whole.end)
    return replace(whole, per=per, end=end)


def _across(line: Line, start: int, end: int) -> units.Unit | None:
    """The length of a size written once: the metres of the first number of "18.4 × 4.1 × 1.9 m"."""
    tokens = line.tokens
    numbers_seen = 2 if start > 1 and tokens[start - 1].text in ("×", "x") and tokens[start - 2].kind == "number" else 1
    while end + 1 < len(tokens) and tokens[end].text in ("×", "x") and tokens[end + 1].kind == "number":
        end, numbers_seen = end + 2, numbers_seen + 1
    unit = units.read(line, end) if tokens[end - 2].text in ("×", "x") else None
    scale = units.scale(unit.expression) if unit else None
    certain = numbers_seen > 2 or (scale is not None and scale.factor < 1)  # "4 x 100 m" are four times as much
    return unit if certain and scale is not None and scale.dimension == "length" else None


def _percent(line: Line, i: int) -> tuple[str, int] | None:
    if i >= len(line.tokens):
        return None
    if line.tokens[i].text == "%":
        return "percent", i + 1
    if line.phrase(i, i + 2) == "vol %":
        return "percent", i + 2
    j = line.after(i, "points")
    if j > i:
        return "points", j
    j = line.after(i, "percent")
    return ("percent", j) if j > i else None


def _with_unit(line: Line, number: Number, unit: units.Unit) -> Measure:
    kind: ValueKind = "duration" if units.is_time(unit.expression) else "quantity"
    whole = Measure(number.start, unit.end, number.value, number.step, kind, unit.expression, unit.written)
    whole = compound(line, whole)
    if whole.end == unit.end:
        whole = unwritten(line, whole, number.kind == "words")
    extra, end = half_more(line, whole.end)
    whole = _below_zero(line, replace(whole, value=whole.value + extra, end=end))
    return rates.with_per(line, whole)


def _below_zero(line: Line, whole: Measure) -> Measure:
    """ "twenty degrees below zero"."""
    end = line.after(whole.end, "below_zero")
    if end == whole.end or whole.unit not in ("degC", "degF") or whole.value < 0:
        return whole
    return replace(whole, value=-whole.value, end=end)
