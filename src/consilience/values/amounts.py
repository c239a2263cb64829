"""Amounts: a number with what it counts or measures, as quantity, money, percentage, duration or count.

`read(line, i)` reads the amount at token `i`: number and unit, a range ("5-8 bar", "between 0 and 9 %"), a compound
("14 ft 9 in", "2 hours 15 minutes"), a tolerance ("5.9 ± 0.2"), with the hedges and limits around it.
"""

from __future__ import annotations

from dataclasses import replace

from consilience.model import Bound, Mention, Value
from consilience.values import bounds, units
from consilience.values.line import Line, Measure
from consilience.values.measures import AGE, measure
from consilience.values.money import ANY_CURRENCY, LOOSE

_HEDGE_CAP = 0.08  # "about 100" reaches no further than this, however round the number
_HEDGE_DIGIT = 0.3  # "about 2" reaches no further than 0.3
_HEDGE_FLOOR = 0.01
_FRACTION_REACH = 0.03
_DASHES = frozenset("-–—−")
_FROM = frozenset({"from", "von", "de", "van"})


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The amount that begins at token `i` with the token after it, or None."""
    first = measure(line, i)
    if first is None:
        return _nothing(line, i)
    second = _range_end(line, first)
    if second is not None:
        return _range_mention(line, first, second)
    return _single_mention(line, first)


def _nothing(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "Free of charge", "at no extra cost": no money, in whatever currency."""
    end = line.after(i, "free_of_charge")
    if end == i:
        return None
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    return Mention(start, stop, Value("money", line.text[start:stop], "0", 0.0, 0.0, ANY_CURRENCY)), end


def _is_timed(one: Measure) -> bool:
    """Whether "over" and "under" before it tell how long something takes rather than set a limit."""
    return one.kind == "duration" and one.noun != AGE


def _range_end(line: Line, first: Measure) -> Measure | None:
    """The second end of a range that begins with `first`, or None."""
    i, tokens = first.end, line.tokens
    if i >= len(tokens) or first.article:
        return None
    if tokens[i].text in _DASHES and line.gap(i) == line.gap(i + 1):
        link = i + 1
    else:
        link = line.after(i, "range")
        if link == i or not _links(line, first, i, link):
            return None
    second = measure(line, link)
    if second is not None and first.noun == AGE and second.kind == "count":
        second = replace(second, kind=first.kind, unit=first.unit, written=first.written)
    if second is None or second.article or not _same_scale(first, second):
        return None
    return second


def _links(line: Line, first: Measure, i: int, link: int) -> bool:
    """ "and" joins a range only after "between"; "a" in the Romance languages only between numbers."""
    words = line.phrase(i, link)
    if words in ("and", "und", "et", "y", "en", "e"):
        start = line.before(first.start, line.lexicon.sets["aged"]) if first.noun == AGE else first.start
        return start > 0 and line.tokens[start - 1].folded in line.lexicon.sets["between"]
    return True


def _same_scale(first: Measure, second: Measure) -> bool:
    if first.kind == second.kind:
        if first.kind in ("quantity", "duration"):
            a, b = units.scale(first.unit), units.scale(second.unit)
            return a is not None and b is not None and a.dimension == b.dimension
        return first.unit == second.unit and first.value <= second.value
    if first.kind == "money" and first.written == first.unit:  # "$40-50"
        return second.kind == "count" and not second.noun and first.value < second.value
    return first.kind == "count" and not first.noun and first.value != second.value


def _range_mention(line: Line, first: Measure, second: Measure) -> tuple[Mention, int]:
    if first.kind == "money" and second.kind == "count":
        second = replace(second, kind="money", unit=first.unit, written=first.written)
    if first.kind == "count":
        first = replace(first, kind=second.kind, unit=second.unit, written=second.written)
    first = replace(first, per=second.per, noun=second.noun)
    a, b = interval(first, exact=True), interval(second, exact=True)
    start = first.start
    opening = line.tokens[start - 1].folded if start else ""
    if opening in line.lexicon.sets["between"] or opening in _FROM:
        start -= 1
    around = bounds.around(line, start, second.end, _is_timed(first))
    low, high = min(_mid(a), _mid(b)), max(_mid(a), _mid(b))
    normalized = _range_name(first, second)
    return _mention(line, around.start, around.end, second, normalized, low, high, "range")


def _range_name(first: Measure, second: Measure) -> str:
    if first.unit != second.unit:
        return f"{plain(first.value)} {first.written}–{plain(second.value)} {second.written}"
    low, high = sorted((first.value, second.value))
    return f"{plain(low)}–{plain(high)} {second.written}".strip()


def _mid(pair: tuple[float, float]) -> float:
    return (pair[0] + pair[1]) / 2


def _single_mention(line: Line, one: Measure) -> tuple[Mention, int] | None:
    if one.kind in ("quantity",) and units.scale(one.unit) is None:
        return None
    tolerance = _tolerance(line, one)
    if tolerance is not None:
        return tolerance
    around = bounds.around(line, one.start, one.end, _is_timed(one), one.noun_end)
    name = one.name or f"{plain(one.value)} {one.written or one.noun}".strip()
    if one.kind == "money":
        name = f"{one.unit} {plain(one.value)}"
    exact = interval(one, exact=not around.hedge)
    if around.limit == "at_least":
        return _mention(line, around.start, around.end, one, f"≥ {name}", _mid(exact), None, "at_least")
    if around.limit == "at_most":
        return _mention(line, around.start, around.end, one, f"≤ {name}", None, _mid(exact), "at_most")
    if around.hedge:
        low, high = hedged(one, around.hedge)
        return _mention(line, around.start, around.end, one, f"~ {name}", low, high, "about")
    return _mention(line, around.start, around.end, one, name, exact[0], exact[1], "exact")


def _tolerance(line: Line, one: Measure) -> tuple[Mention, int] | None:
    """ "5.9, plus or minus 0.2", "20 ± 2 °C": a range around the value."""
    i = one.end
    if i < len(line.tokens) and line.tokens[i].text == ",":
        i += 1
    link = line.after(i, "plus_minus")
    if link == i and i < len(line.tokens) and line.tokens[i].text == "±":
        link = i + 1
    spread = measure(line, link) if link > i else None
    if spread is None:
        return None
    unit = one if one.kind != "count" else replace(one, kind=spread.kind, unit=spread.unit, written=spread.written)
    reach = spread.value if spread.kind != "percentage" or one.kind == "percentage" else one.value * spread.value / 100
    low = _mid(interval(replace(unit, value=one.value - reach), exact=True))
    high = _mid(interval(replace(unit, value=one.value + reach), exact=True))
    name = f"{plain(one.value)} ± {plain(reach)} {unit.written}".strip()
    return _mention(line, one.start, spread.end, replace(unit, end=spread.end), name, low, high, "range")


def interval(one: Measure, exact: bool) -> tuple[float, float]:
    """The interval of a measure in base units.

    Half a step to each side for what is measured, none for what is counted.
    """
    half = one.step / 2 if one.kind in ("quantity", "percentage") or one.step > 1 else 0.0
    if one.unit == units.WORKING_DAY:
        return one.value * 86400.0, one.value * 86400.0
    if one.kind == "duration":
        seconds, spread = units.seconds(one.unit) or (0.0, 0.0)
        return tidy(one.value * (seconds - spread)), tidy(one.value * (seconds + spread))
    scale = units.scale(one.unit) if one.kind == "quantity" else None
    factor, offset = (scale.factor, scale.offset) if scale else (1.0, 0.0)
    return tidy((one.value - half) * factor + offset), tidy((one.value + half) * factor + offset)


def hedged(one: Measure, hedge: str) -> tuple[float, float]:
    """The interval of a hedged measure.

    Half a unit of its last significant digit, between 1 % and 10 % of the value.
    """
    significant = one.step
    while (
        significant and one.value and abs(one.value / (significant * 10) - round(one.value / (significant * 10))) < 1e-9
    ):
        significant *= 10
    if not one.step:  # "nearly half"
        significant = 2 * _FRACTION_REACH * abs(one.value)
    size = abs(one.value)
    reach = min(max(significant / 2, _HEDGE_FLOOR * size), max(_HEDGE_CAP * size, _HEDGE_DIGIT * one.step))
    below, above = {"about": (reach, reach), "over": (0.0, 2 * reach), "under": (2 * reach, 0.0)}[hedge]
    low = interval(replace(one, value=one.value - below, step=0.0), exact=False)
    high = interval(replace(one, value=one.value + above, step=0.0), exact=False)
    return low[0], high[1]


def tidy(value: float) -> float:
    """Twelve significant digits, so that equal values are equal whatever unit they were written in."""
    return float(f"{value:.12g}")


def plain(value: float) -> str:
    """A number as a person writes it: no exponent, no trailing zeros."""
    return f"{value:.12g}" if abs(value) < 1e-4 and value else f"{value:.6f}".rstrip("0").rstrip(".")


def dimension_of(one: Measure) -> str:
    """What the measure may be compared with."""
    if one.kind == "money":
        return f"money:{one.unit}"
    if one.kind == "percentage":
        return "percentage" if one.unit == "percent" else "percentage points"
    if one.unit == units.WORKING_DAY:
        return "duration:working"
    if one.kind == "quantity":
        scale = units.scale(one.unit)
        return scale.dimension if scale else ""
    return one.kind


def _mention(
    line: Line, start: int, end: int, one: Measure, name: str, low: float | None, high: float | None, bound: Bound
) -> tuple[Mention, int]:
    begin, stop = line.tokens[start].start, line.tokens[end - 1].end
    kept = [one.unit or one.noun, LOOSE if one.written == LOOSE else ""]
    tokens = tuple(word for word in kept if word)
    normalized = f"{name} per {one.per}" if one.per else name
    value = Value(one.kind, line.text[begin:stop], normalized, low, high, dimension_of(one), bound, one.per, tokens)
    return Mention(begin, stop, value), end
