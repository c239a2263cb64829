"""Amounts: a number with what it counts or measures, as quantity, money, percentage, duration or count.

`read(line, i)` reads the amount at token `i`: number and unit, a range ("5-8 bar", "between 0 and 9 %"), a compound
("14 ft 9 in", "2 hours 15 minutes"), a tolerance ("5.9 ± 0.2"), with the hedges and limits around it.
"""

from __future__ import annotations

from dataclasses import replace

from consilience.model import Bound, Mention, Value
from consilience.values import bounds, numbers, units
from consilience.values.intervals import dimension_of, hedged, interval, middle, plain, tidy
from consilience.values.line import AGE, Line, Measure
from consilience.values.measures import measure
from consilience.values.money import ANY_CURRENCY, LOOSE
from consilience.values.ranges import range_name, second_end

_VERSIONED = frozenset({"version", "versions", "release", "releases", "firmware", "software"})
_VERSION_REACH = 10  # tokens
_FROM = frozenset({"from", "von", "de", "van"})


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The amount that begins at token `i` with the token after it, or None."""
    proportion = _proportion(line, i)
    if proportion is not None:
        return proportion
    first = measure(line, i)
    if first is None:
        return _nothing(line, i)
    second = second_end(line, first)
    if second is not None:
        return _range_mention(line, first, second)
    return of(line, first)


def _proportion(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "1:50,000", "30:70": what one number is to the other."""
    tokens = line.tokens
    if i + 2 >= len(tokens) or tokens[i].kind != "number" or tokens[i + 1].text != ":":
        return None
    if line.gap(i + 1) or line.gap(i + 2) or (i and not line.gap(i) and tokens[i - 1].text in ":./-"):
        return None
    part, whole = numbers.read(line, i), numbers.read(line, i + 2)
    if part is None or whole is None or part.end != i + 1 or part.value <= 0 or whole.value <= 0:
        return None
    start, stop, size = tokens[i].start, tokens[whole.end - 1].end, tidy(part.value / whole.value)
    name = f"{plain(part.value)}:{plain(whole.value)}"
    return Mention(start, stop, Value("count", line.text[start:stop], name, size, size, "proportion")), whole.end


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
    low, high = min(middle(a), middle(b)), max(middle(a), middle(b))
    normalized = range_name(first, second)
    return _mention(line, around.start, around.end, second, normalized, low, high, "range")


def of(line: Line, one: Measure) -> tuple[Mention, int] | None:
    """The mention of a measure with the hedges and limits around it, and the token after it."""
    if one.kind in ("quantity",) and units.scale(one.unit) is None:
        return None
    tolerance = _tolerance(line, one)
    if tolerance is not None:
        return tolerance
    if _is_version(line, one):
        return _version(line, one)
    around = bounds.around(line, one.start, one.end, _is_timed(one), one.noun_end)
    name = one.name or f"{plain(one.value)} {one.written or one.noun}".strip()
    if one.kind == "money":
        name = f"{one.unit} {plain(one.value)}"
    exact = interval(one, exact=not around.hedge)
    if one.plus and not around.limit:
        around = around._replace(limit="at_least")
    if around.limit == "at_least":
        return _mention(line, around.start, around.end, one, f"≥ {name}", middle(exact), None, "at_least")
    if around.limit == "at_most":
        return _mention(line, around.start, around.end, one, f"≤ {name}", None, middle(exact), "at_most")
    if around.hedge:
        low, high = hedged(one, around.hedge)
        return _mention(line, around.start, around.end, one, f"~ {name}", low, high, "about")
    return _mention(line, around.start, around.end, one, name, exact[0], exact[1], "exact")


def _is_version(line: Line, one: Measure) -> bool:
    """ "The oldest release that is accepted is 5.4": a decimal that counts nothing, after a word for a version."""
    if one.kind != "count" or one.noun or one.end != one.start + 1 or not 0 < one.step < 1:
        return False
    return any(line.tokens[j].folded in _VERSIONED for j in range(max(0, one.start - _VERSION_REACH), one.start))


def _version(line: Line, one: Measure) -> tuple[Mention, int]:
    token = line.tokens[one.start]
    value = Value("version", token.text, token.text, dimension="version", tokens=(token.text,))
    return Mention(token.start, token.end, value), one.end


def _tolerance(line: Line, one: Measure) -> tuple[Mention, int] | None:
    """ "5.9, plus or minus 0.2", "20 ± 2 °C": a range around the value."""
    i = one.end
    if i < len(line.tokens) and line.tokens[i].text == ",":
        i += 1
    link = line.after(i, "plus_minus")
    if link == i and i < len(line.tokens) and line.tokens[i].text == "±":
        link = i + 1
    spread = measure(line, link) if link > i else None
    if spread is None or (one.kind != "count" and spread.kind not in (one.kind, "percentage", "count")):
        return None
    unit = one if one.kind != "count" else replace(one, kind=spread.kind, unit=spread.unit, written=spread.written)
    reach = (
        spread.value
        if spread.kind != "percentage" or one.kind in ("percentage", "count")
        else one.value * spread.value / 100
    )
    low = middle(interval(replace(unit, value=one.value - reach), exact=True))
    high = middle(interval(replace(unit, value=one.value + reach), exact=True))
    name = f"{plain(one.value)} ± {plain(reach)} {unit.written}".strip()
    return _mention(line, one.start, spread.end, replace(unit, end=spread.end), name, low, high, "range")


def _mention(
    line: Line, start: int, end: int, one: Measure, name: str, low: float | None, high: float | None, bound: Bound
) -> tuple[Mention, int]:
    begin, stop = line.tokens[start].start, line.tokens[end - 1].end
    kept = [one.unit or one.noun, LOOSE if one.written == LOOSE else ""]
    tokens = tuple(word for word in kept if word)
    normalized = f"{name} per {one.per}" if one.per else name
    value = Value(one.kind, line.text[begin:stop], normalized, low, high, dimension_of(one), bound, one.per, tokens)
    return Mention(begin, stop, value), end
