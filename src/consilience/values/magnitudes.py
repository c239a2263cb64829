"""Comparison of numbers: quantities, money, percentages, durations, counts, with their limits, ranges and hedges.

Exact numbers of one unit differ when their digits differ; numbers of different units differ when they are further apart
than half a unit of the coarser one's last digit.
"""

from __future__ import annotations

import math
from dataclasses import replace

from consilience.model import Comparison, Value
from consilience.values import units
from consilience.values.bridges import other_dimension, working
from consilience.values.denominators import denominator
from consilience.values.intervals import plain
from consilience.values.tolerances import equal, half_width, middle, related, tolerance


def compare_numbers(a: Value, b: Value) -> Comparison:
    """Two numbers of any kind: by dimension, then by rate, limits, ranges, and last by their digits."""
    if {a.dimension, b.dimension} == {"duration", "duration:working"}:
        return working(a, b)
    if a.dimension != b.dimension:
        return other_dimension(a, b, compare_numbers)
    if a.per != b.per:
        return _rates(a, b)
    if {a.bound, b.bound} == {"at_least", "at_most"}:
        if equal(middle(a), middle(b), tolerance(a, b)):  # "fewer than 12 are refused", "12 or more"
            return Comparison("compatible", f"{a.text} and {b.text} meet at one number")
        return Comparison("incomparable", f"a minimum ({_least(a, b).text}) against a maximum ({_most(a, b).text})")
    if "at_most" in (a.bound, b.bound) or "at_least" in (a.bound, b.bound):
        return _limits(a, b)
    if "range" in (a.bound, b.bound):
        return _ranges(a, b)
    return _points(a, b)


def _least(a: Value, b: Value) -> Value:
    return a if a.bound == "at_least" else b


def _most(a: Value, b: Value) -> Value:
    return a if a.bound == "at_most" else b


def _points(a: Value, b: Value) -> Comparison:
    x, y = middle(a), middle(b)
    if "about" in (a.bound, b.bound):
        return _hedged(a, b)
    if equal(x, y, tolerance(a, b)):
        if a.kind == "duration" and not equal(x, y):
            return Comparison("compatible", f"{a.text} and {b.text} are as long in the calendar")
        return Comparison("same", f"{a.text} and {b.text} are the same amount")
    return Comparison("different", difference(a, b))


def _hedged(a: Value, b: Value) -> Comparison:
    low = max(_end(a.low, -math.inf), _end(b.low, -math.inf))
    high = min(_end(a.high, math.inf), _end(b.high, math.inf))
    if a.bound == b.bound and equal(middle(a), middle(b), tolerance(a, b)):
        return Comparison("same", f"{a.text} and {b.text} are the same amount")
    if low <= high or equal(low, high):
        return Comparison("compatible", f"{a.text} and {b.text} agree within what the rounding leaves open")
    return Comparison("different", difference(a, b))


def _end(value: float | None, infinite: float) -> float:
    return infinite if value is None else value


def _limits(a: Value, b: Value) -> Comparison:
    """At least one side is a limit; both have the same direction if both are."""
    if a.bound == b.bound:
        if equal(middle(a), middle(b), tolerance(a, b)):
            return Comparison("same", f"{a.text} and {b.text} set the same limit")
        return Comparison("different", difference(a, b))
    limit, other = (a, b) if a.bound in ("at_most", "at_least") else (b, a)
    slack = tolerance(a, b) + (half_width(other) if other.kind == "quantity" and not related(a, b) else 0.0)
    edge = middle(limit)
    end = middle(other)
    if other.bound == "range":
        end = _end(other.high if limit.bound == "at_most" else other.low, edge)
    beyond = end > edge + slack if limit.bound == "at_most" else end < edge - slack
    if beyond and not equal(end, edge, slack):
        return Comparison("different", f"{other.text} is outside {limit.text}")
    return Comparison("compatible", f"{other.text} is within {limit.text}")


def _ranges(a: Value, b: Value) -> Comparison:
    if a.bound == b.bound:
        slack = tolerance(a, b)
        pairs = ((a.low, b.low), (a.high, b.high))
        if all(equal(_end(x, 0.0), _end(y, 0.0), slack) for x, y in pairs):
            return Comparison("same", f"{a.text} and {b.text} are the same range")
        return Comparison("different", f"the ranges {a.text} and {b.text} have different ends")
    wide, point = (a, b) if a.bound == "range" else (b, a)
    slack = max(tolerance(a, b), half_width(point) if point.bound == "about" else 0.0)
    at = middle(point)
    if _end(wide.low, -math.inf) - slack <= at <= _end(wide.high, math.inf) + slack:
        return Comparison("compatible", f"{point.text} lies within {wide.text}")
    return Comparison("different", f"{point.text} is outside {wide.text}")


def _rates(a: Value, b: Value) -> Comparison:
    """Two rates with different denominators: the same when both are per time and agree once converted."""
    first, second = denominator(a.per), denominator(b.per)
    if first and second and first.dimension == second.dimension:
        x, y = middle(a) / first.factor, middle(b) / second.factor
        if equal(x, y, 0.002 * max(abs(x), abs(y))):
            return Comparison("same", f"{a.text} and {b.text} are the same rate")
        if first.dimension != "duration":
            return Comparison("different", f"{a.text} against {b.text}")
    if not a.per or not b.per:
        with_per = a if a.per else b
        plainly = compare_numbers(replace(a, per=""), replace(b, per=""))
        if plainly.relation != "same":
            return plainly
        return Comparison("compatible", f"one is per {with_per.per}, the other does not say per what")
    return Comparison("incomparable", f"per {a.per} against per {b.per}")


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
