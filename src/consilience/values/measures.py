"""One number with what it counts or measures: no range, no hedge.

`measure(line, i)` reads "27-inch", "£5m", "45 pence for each mile", "half an hour", "14 ft 9 in", "five showers".
"""

from __future__ import annotations

from dataclasses import replace

from consilience.model import ValueKind
from consilience.values import fractions, money, nouns, numbers, rates, units
from consilience.values.compounds import compound, unwritten
from consilience.values.line import Line, Measure, Number
from consilience.values.spelled import magnitude

# Counted in millions ("3.6m shares"): after any other noun "m" is metres.
_NEVER_MEASURED = frozenset(
    {"share", "person", "user", "customer", "passenger", "visitor", "household", "subscriber", "employee", "resident"}
)


_OLDEST = 120
AGE = "age"  # the noun of an age, whose years are not written


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
        return _article_unit(line, i)
    if number.kind == "words" and _ordinal_follows(line, number.end):
        return None
    number = _and_half(line, number)
    return _suffixed(line, number)


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


def _article_unit(line: Line, i: int) -> Measure | None:
    """ "an hour", "a fortnight": one of a unit of time. "a second" is an ordinal far more often."""
    if line.tokens[i].folded not in line.lexicon.sets["articles"] or i + 1 >= len(line.tokens):
        return None
    j = max(i + 1, line.after(i + 1, "whole"))
    if j >= len(line.tokens) or line.tokens[j].kind != "word" or len(line.tokens[j].text) <= 2:
        return None
    unit = units.read(line, j)
    if unit is None or unit.expression == "second":
        return None
    if not units.is_time(unit.expression):
        return _article_quantity(line, i, unit)
    extra, end = _half_more(line, unit.end)
    whole = Measure(i, end, 1.0 + extra, 1.0, "duration", unit.expression, unit.written)
    larger = unwritten(line, compound(line, whole), spelled=True)
    return larger if larger.end > end else replace(whole, article=True)


def _article_quantity(line: Line, i: int, unit: units.Unit) -> Measure | None:
    """ "a kilogram", "a full terabyte"; "a foot" only before a size ("a foot deep"): "a meter" is a device too."""
    word = line.tokens[unit.end - 1].folded
    sized = line.after(unit.end, "sizes") > unit.end
    if not units.plainly_measures(unit.expression) and not (unit.expression in ("foot", "inch", "yard") and sized):
        return None
    if word == "meter" and line.lexicon.language == "en" and not sized:
        return None
    extra, end = _half_more(line, unit.end)
    whole = Measure(i, end, 1.0 + extra, 1.0, "quantity", unit.expression, unit.written)
    return rates.with_per(line, unwritten(line, compound(line, whole), spelled=True))


def _half_more(line: Line, i: int) -> tuple[float, int]:
    halves = line.lexicon.maps["and_half"]
    j = line.longest(i, halves)
    return (float(halves[line.phrase(i, j)]), j) if j > i else (0.0, i)


def _and_half(line: Line, number: Number) -> Number:
    extra, end = _half_more(line, number.end)
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
    unit = units.read(line, end, glued) or units.read(line, line.after(end, "fillers"))
    if unit is not None and unit.written == "m" and glued and number.kind == "digits":
        millions = _abbreviated(line, number) if nouns.counted(line, unit.end)[0] in _NEVER_MEASURED else None
        if millions is not None:
            return millions
    if unit is not None and not (number.kind == "words" and number.value == 1 and unit.expression == "second"):
        return _with_unit(line, number, unit)
    return _count(line, number)


def _money_after(line: Line, number: Number, factor: float, currency: money.Currency) -> Measure:
    factor *= currency.factor
    value, step = number.value * factor, number.step * factor
    whole = Measure(number.start, currency.end, value, step, "money", currency.code, currency.written)
    if factor == 1.0:
        whole = unwritten(line, whole, number.kind == "words")
    per, end = nouns.per(line, whole.end)
    return replace(whole, per=per, end=end)


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
    extra, end = _half_more(line, whole.end)
    whole = _below_zero(line, replace(whole, value=whole.value + extra, end=end))
    return rates.with_per(line, whole)


def _below_zero(line: Line, whole: Measure) -> Measure:
    """ "twenty degrees below zero"."""
    end = line.after(whole.end, "below_zero")
    if end == whole.end or whole.unit not in ("degC", "degF") or whole.value < 0:
        return whole
    return replace(whole, value=-whole.value, end=end)


def _count(line: Line, number: Number) -> Measure | None:
    if _glued_word(line, number.end):
        return _abbreviated(line, number)
    noun, end = nouns.counted(line, number.end, number.value != 1)
    if not noun and _is_age(line, number):
        return Measure(number.start, number.end, number.value, number.step, "duration", "year", "years", noun=AGE)
    if number.kind == "words" and number.value == 1 and (not noun or line.lexicon.language != "en"):
        return None  # "one" alone is a pronoun, and "un", "ein", "een" are articles
    per, after = nouns.per(line, end)
    last = after if per else number.end
    return Measure(number.start, last, number.value, number.step, "count", "", "", per, noun, noun_end=end)


def _is_age(line: Line, number: Number) -> bool:
    """ "aged 16 or over", "the age of eighteen", "aged at least 18"."""
    if number.value > _OLDEST or number.value != int(number.value):
        return False
    start = line.before(number.start, line.lexicon.maps["limits"])
    if start and line.tokens[start - 1].folded in line.lexicon.sets["between"]:
        start -= 1
    return line.before(start, line.lexicon.sets["aged"]) < start


def _abbreviated(line: Line, number: Number) -> Measure | None:
    """ "50k users", "3.6m shares"; "5G" and "2.x" are no counts."""
    letter, end = line.tokens[number.end].text, number.end + 1
    noun, _ = nouns.counted(line, end) if letter in ("k", "m", "bn") else ("", end)
    if not noun or number.kind != "digits" or line.lexicon.language != "en":
        return None
    factor = {"k": 1e3, "m": 1e6, "bn": 1e9}[letter]
    return Measure(number.start, end, number.value * factor, number.step * factor, "count", "", "", noun=noun)


def _glued_word(line: Line, i: int) -> bool:
    return i < len(line.tokens) and not line.gap(i) and line.tokens[i].kind == "word"
