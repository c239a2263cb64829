"""One number with what it counts or measures: no range, no hedge.

`measure(line, i)` reads "27-inch", "£5m", "45 pence for each mile", "half an hour", "14 ft 9 in", "five showers".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from consilience.model import ValueKind
from consilience.values import fractions, money, nouns, numbers, units
from consilience.values.line import Line, Number


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
    name: str = ""  # canonical text where number and unit do not make it


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
    number = _and_half(line, number)
    return _suffixed(line, number)


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
    unit = units.read(line, i + 1) if line.tokens[i + 1].kind == "word" and len(line.tokens[i + 1].text) > 2 else None
    if unit is None or not units.is_time(unit.expression) or unit.expression == "second":
        return None
    extra, end = _half_more(line, unit.end)
    whole = Measure(i, end, 1.0 + extra, 1.0, "duration", unit.expression, unit.written)
    larger = _compound(line, whole)
    return larger if larger.end > end else replace(whole, article=True)


def _half_more(line: Line, i: int) -> tuple[float, int]:
    halves = line.lexicon.maps["and_half"]
    j = line.longest(i, halves)
    return (float(halves[line.phrase(i, j)]), j) if j > i else (0.0, i)


def _and_half(line: Line, number: Number) -> Number:
    extra, end = _half_more(line, number.end)
    return number._replace(value=number.value + extra, end=end, step=min(number.step, 0.5)) if extra else number


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
    if unit is not None and not (number.kind == "words" and number.value == 1 and unit.expression == "second"):
        return _with_unit(line, number, unit)
    return _count(line, number)


def _money_after(line: Line, number: Number, factor: float, currency: money.Currency) -> Measure:
    factor *= currency.factor
    per, end = nouns.per(line, currency.end)
    return Measure(
        number.start, end, number.value * factor, number.step * factor, "money", currency.code, currency.code, per
    )


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
    whole = _compound(line, whole)
    extra, end = _half_more(line, whole.end)
    per, end = nouns.per(line, end)
    whole = replace(whole, value=whole.value + extra, end=end, per=per)
    if kind == "quantity" and units.seconds(per):  # "610 tonnes hourly"
        return replace(whole, unit=f"{whole.unit}/({per})", per="", written=f"{whole.written} per {per}")
    return whole


def _compound(line: Line, whole: Measure) -> Measure:
    """ "14 ft 9 in", "4 h 30 min", "a year and ten months": a smaller unit of the same dimension adds to the larger."""
    i = whole.end
    if i < len(line.tokens) and line.tokens[i].folded in line.lexicon.sets["and"]:
        i += 1
    number = numbers.read(line, i)
    if number is None or number.value < 0 or number.kind == "article":
        return whole
    unit = units.read(line, number.end, after_foot=whole.unit == "foot")
    large, small = units.scale(whole.unit), units.scale(unit.expression) if unit else None
    if unit is None or large is None or small is None or large.dimension != small.dimension or large.offset:
        return whole
    ratio = small.factor / large.factor
    if ratio >= 1 or number.value * ratio >= 1 or (i > whole.end and whole.kind != "duration"):
        return whole
    name = line.text[line.tokens[whole.start].start : line.tokens[unit.end - 1].end]
    return replace(whole, value=whole.value + number.value * ratio, step=number.step * ratio, end=unit.end, name=name)


def _count(line: Line, number: Number) -> Measure | None:
    if _glued_word(line, number.end):
        return None  # "5G", "2.x"
    noun, end = nouns.counted(line, number.end, number.value != 1)
    if number.kind == "words" and number.value == 1 and (not noun or line.lexicon.language != "en"):
        return None  # "one" alone is a pronoun, and "un", "ein", "een" are articles
    per, after = nouns.per(line, end)
    last = after if per else number.end
    return Measure(number.start, last, number.value, number.step, "count", "", "", per, noun, noun_end=end)


def _glued_word(line: Line, i: int) -> bool:
    return i < len(line.tokens) and not line.gap(i) and line.tokens[i].kind == "word"
