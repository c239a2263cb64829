"""Comparison of numbers: quantities, money, percentages, durations, counts, with their limits, ranges and hedges.

Exact numbers of one unit differ when their digits differ; numbers of different units differ when they are further apart
than half a unit of the coarser one's last digit.
"""

from __future__ import annotations

import math
from dataclasses import replace

from consilience.model import Comparison, Value
from consilience.values import units
from consilience.values.amounts import plain
from consilience.values.money import ANY_CURRENCY, LOOSE

_EXACT = 1e-9


_CROSS_CAP = 0.03  # a rounded conversion is no further off than this


_LIMIT_CAP = 0.015


_LIMIT_KELVIN = 0.6


_DAY = 86400.0


# Currencies whose hundredth is called a cent.
_WITH_CENTS = frozenset(f"money:{code}" for code in ("EUR", "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "ZAR"))


def compare_numbers(a: Value, b: Value) -> Comparison:
    if {a.dimension, b.dimension} == {"duration", "duration:working"}:
        return _working(a, b)
    if a.dimension != b.dimension:
        return _other_dimension(a, b)
    if a.per != b.per:
        return _rates(a, b)
    if {a.bound, b.bound} == {"at_least", "at_most"}:
        if _equal(middle(a), middle(b), tolerance(a, b)):  # "fewer than 12 are refused", "12 or more"
            return Comparison("compatible", f"{a.text} and {b.text} meet at one number")
        return Comparison("incomparable", f"a minimum ({_least(a, b).text}) against a maximum ({_most(a, b).text})")
    if "at_most" in (a.bound, b.bound) or "at_least" in (a.bound, b.bound):
        return _limits(a, b)
    if "range" in (a.bound, b.bound):
        return _ranges(a, b)
    return _points(a, b)


def _other_dimension(a: Value, b: Value) -> Comparison:
    """Values of two dimensions compare in three cases: a rate with its total ("6 MWh", "6,000 kWh a year"), money
    whose currency one side leaves open ("free of charge", "30 cents"), parts per million of water with mg/L.
    """
    if a.kind == b.kind == "money":
        return _open_currency(a, b)
    if {a.dimension, b.dimension} == {"ratio", "concentration"}:
        return _in_water(a, b)
    for rate, whole in ((a, b), (b, a)):
        total = _without_time(rate)
        if total is None or total.dimension != whole.dimension:
            continue
        found = compare_numbers(total, whole)
        if found.relation == "same":
            return Comparison("compatible", f"{rate.text} is a rate, {whole.text} does not say per what")
        if _long_period(rate):
            return found
    return Comparison("incomparable", f"{a.dimension} against {b.dimension}")


def _long_period(rate: Value) -> bool:
    """Whether a rate is per day or longer: "120 GB a month" is often said without its month, "2 Gb/s" never."""
    period = units.seconds(rate.tokens[0].rpartition("/")[2].strip("()"))
    return period is not None and period[0] >= _DAY


def _open_currency(a: Value, b: Value) -> Comparison:
    for one, other in ((a, b), (b, a)):
        if one.dimension == ANY_CURRENCY or (LOOSE in one.tokens and other.dimension in _WITH_CENTS):
            return compare_numbers(replace(one, dimension=other.dimension, per=other.per), other)
    return Comparison("incomparable", f"{a.dimension} against {b.dimension}")


def _in_water(a: Value, b: Value) -> Comparison:
    """A litre of water weighs a kilogram, so that 1 mg/L is 1 ppm in it; in air it is not, so no difference is told."""
    ratio, mass = (a, b) if a.dimension == "ratio" else (b, a)
    if "ppm" in ratio.tokens or "ppb_" in ratio.tokens:
        ends = [None if end is None else end * 1000.0 for end in (ratio.low, ratio.high)]
        found = compare_numbers(replace(ratio, low=ends[0], high=ends[1], dimension=mass.dimension), mass)
        if found.relation in ("same", "compatible"):
            return Comparison("compatible", f"{a.text} and {b.text} agree in water")
    return Comparison("incomparable", f"{a.dimension} against {b.dimension}")


def _without_time(rate: Value) -> Value | None:
    """A quantity such as "6,000 kWh a year" without its "a year"; None for one that is no such rate."""
    head, slash, time = rate.tokens[0].rpartition("/") if rate.tokens else ("", "", "")
    seconds, scale = units.seconds(time.strip("()")), units.scale(head) if slash else None
    if seconds is None or scale is None:
        return None
    ends = [None if end is None else end * seconds[0] for end in (rate.low, rate.high)]
    return replace(rate, low=ends[0], high=ends[1], dimension=scale.dimension, tokens=(head,))


def _least(a: Value, b: Value) -> Value:
    return a if a.bound == "at_least" else b


def _most(a: Value, b: Value) -> Value:
    return a if a.bound == "at_most" else b


def middle(value: Value) -> float:
    ends = [end for end in (value.low, value.high) if end is not None]
    return sum(ends) / len(ends) if ends else 0.0


def _half(value: Value) -> float:
    """Half the width of an interval: what the digits leave open."""
    return 0.0 if value.low is None or value.high is None else (value.high - value.low) / 2


def _equal(x: float, y: float, tolerance: float = 0.0) -> bool:
    return abs(x - y) <= max(tolerance, _EXACT * max(abs(x), abs(y), 1e-12))


def tolerance(a: Value, b: Value) -> float:
    """How far two numbers may lie apart and still be one, in base units.

    Nothing for one unit or for units a power of ten apart; else half the last digit of the coarser one, 3 % at most.
    """
    x, y = middle(a), middle(b)
    if a.kind == "percentage":
        fraction = "percent" in a.tokens and "percent" in b.tokens and (_half(a) == 0 or _half(b) == 0)
        return max(_half(a), _half(b)) if fraction else 0.0
    if a.kind == "duration":
        spread = max(_half(a), _half(b)) if _spread_matters(a, b) else 0.0
        return spread
    if a.kind != "quantity" or (_related(a, b) and a.dimension != "data") or a.tokens == b.tokens:
        return 0.0
    if a.dimension == "data" and not _binary(x, y):
        return 0.0
    size = max(abs(x), abs(y))
    cap = 1.0 if a.dimension == "temperature" else _CROSS_CAP * size
    if "at_most" in (a.bound, b.bound) or "at_least" in (a.bound, b.bound):
        return _LIMIT_KELVIN if a.dimension == "temperature" else _LIMIT_CAP * size  # a limit keeps no digits
    if a.dimension == "data" and _binary(x, y):
        return size
    return min(max(_half(a), _half(b)), cap)


def _binary(x: float, y: float) -> bool:
    """Whether two amounts of data are one when a kilobyte is taken as 1,024 bytes ("1,024 MB" and "1 GB")."""
    ratio = max(x, y) / min(x, y) if min(x, y) > 0 else 0.0
    return any(abs(ratio - 1.024**power) < 1e-4 for power in (1, 2, 3))


def _spread_matters(a: Value, b: Value) -> bool:
    """Calendar months and years against days and weeks; 12 months against 1 year needs no tolerance."""
    calendar = {"month", "year", "quarter_year_", "decade", "century"}
    return bool(a.tokens and b.tokens) and (a.tokens[0] in calendar) != (b.tokens[0] in calendar)


def _related(a: Value, b: Value) -> bool:
    """Whether two units are one or a power of ten apart, so that a conversion needs no rounding."""
    if a.tokens == b.tokens:
        return True
    first, second = (units.scale(value.tokens[0]) if value.tokens else None for value in (a, b))
    if first is None or second is None or first.factor <= 0 or second.factor <= 0:
        return False
    power = math.log10(first.factor / second.factor)
    return first.offset == second.offset and abs(power - round(power)) < 1e-9


def _points(a: Value, b: Value) -> Comparison:
    x, y = middle(a), middle(b)
    if "about" in (a.bound, b.bound):
        return _hedged(a, b)
    if _equal(x, y, tolerance(a, b)):
        if a.kind == "duration" and not _equal(x, y):
            return Comparison("compatible", f"{a.text} and {b.text} are as long in the calendar")
        return Comparison("same", f"{a.text} and {b.text} are the same amount")
    return Comparison("different", difference(a, b))


def _hedged(a: Value, b: Value) -> Comparison:
    low = max(_end(a.low, -math.inf), _end(b.low, -math.inf))
    high = min(_end(a.high, math.inf), _end(b.high, math.inf))
    if a.bound == b.bound and _equal(middle(a), middle(b), tolerance(a, b)):
        return Comparison("same", f"{a.text} and {b.text} are the same amount")
    if low <= high or _equal(low, high):
        return Comparison("compatible", f"{a.text} and {b.text} agree within what the rounding leaves open")
    return Comparison("different", difference(a, b))


def _end(value: float | None, infinite: float) -> float:
    return infinite if value is None else value


def _limits(a: Value, b: Value) -> Comparison:
    """At least one side is a limit; both have the same direction if both are."""
    if a.bound == b.bound:
        if _equal(middle(a), middle(b), tolerance(a, b)):
            return Comparison("same", f"{a.text} and {b.text} set the same limit")
        return Comparison("different", difference(a, b))
    limit, other = (a, b) if a.bound in ("at_most", "at_least") else (b, a)
    slack = tolerance(a, b) + (_half(other) if other.kind == "quantity" and not _related(a, b) else 0.0)
    edge = middle(limit)
    end = middle(other)
    if other.bound == "range":
        end = _end(other.high if limit.bound == "at_most" else other.low, edge)
    beyond = end > edge + slack if limit.bound == "at_most" else end < edge - slack
    if beyond and not _equal(end, edge, slack):
        return Comparison("different", f"{other.text} is outside {limit.text}")
    return Comparison("compatible", f"{other.text} is within {limit.text}")


def _ranges(a: Value, b: Value) -> Comparison:
    if a.bound == b.bound:
        slack = tolerance(a, b)
        pairs = ((a.low, b.low), (a.high, b.high))
        if all(_equal(_end(x, 0.0), _end(y, 0.0), slack) for x, y in pairs):
            return Comparison("same", f"{a.text} and {b.text} are the same range")
        return Comparison("different", f"the ranges {a.text} and {b.text} have different ends")
    wide, point = (a, b) if a.bound == "range" else (b, a)
    slack = max(tolerance(a, b), _half(point) if point.bound == "about" else 0.0)
    at = middle(point)
    if _end(wide.low, -math.inf) - slack <= at <= _end(wide.high, math.inf) + slack:
        return Comparison("compatible", f"{point.text} lies within {wide.text}")
    return Comparison("different", f"{point.text} is outside {wide.text}")


def _rates(a: Value, b: Value) -> Comparison:
    """Two rates with different denominators: the same when both are per time and agree once converted."""
    first, second = units.denominator(a.per), units.denominator(b.per)
    if first and second and first.dimension == second.dimension:
        x, y = middle(a) / first.factor, middle(b) / second.factor
        if _equal(x, y, 0.002 * max(abs(x), abs(y))):
            return Comparison("same", f"{a.text} and {b.text} are the same rate")
    if not a.per or not b.per:
        with_per = a if a.per else b
        plainly = compare_numbers(replace(a, per=""), replace(b, per=""))
        if plainly.relation != "same":
            return plainly
        return Comparison("compatible", f"one is per {with_per.per}, the other does not say per what")
    return Comparison("incomparable", f"per {a.per} against per {b.per}")


def _working(a: Value, b: Value) -> Comparison:
    """Working days against plain time: n working days last from n days to n days with their weekends."""
    working, plain_time = (a, b) if a.dimension == "duration:working" else (b, a)
    days, other = middle(working) / _DAY, middle(plain_time) / _DAY
    if days - 1 <= other <= days * 7 / 5 + 2 and (other >= days or days < 2):
        return Comparison("compatible", f"{working.text} last about as long as {plain_time.text}")
    return Comparison("different", f"{working.text} are not {plain_time.text}")


def difference(a: Value, b: Value) -> str:
    """Why two numbers differ, with the second in the unit of the first when the units differ."""
    if a.kind in ("quantity", "duration") and a.tokens and b.tokens and a.tokens[0] != b.tokens[0]:
        shown = _in_unit(b, a)
        if shown:
            return f"{b.text} is {shown}, not {a.text}"
    return f"{a.text} against {b.text}"


def _in_unit(value: Value, like: Value) -> str:
    scale = units.scale(like.tokens[0])
    if scale is None or not scale.factor:
        return ""
    converted = (middle(value) - scale.offset) / scale.factor
    words = like.normalized.split(" per ")[0].split()
    rounded = plain(float(f"{converted:.4g}")) if abs(converted) < 1e12 else f"{converted:.4g}"
    return f"{rounded} {words[-1]}"
