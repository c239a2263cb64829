"""Comparison of dates and times of day: containment of intervals of days, clocks of 12 and 24 hours, time zones."""

from __future__ import annotations

import datetime

from consilience.model import Comparison, Value


def compare_dates(a: Value, b: Value) -> Comparison:
    dimensions = {a.dimension, b.dimension}
    if dimensions == {"day", "monthday"}:
        return _partial_date(a, b)
    if len(dimensions) > 1 or a.low is None or b.low is None or a.high is None or b.high is None:
        return Comparison("incomparable", f"{a.text} and {b.text} name different kinds of date")
    if (a.low, a.high) == (b.low, b.high):
        return Comparison("same", f"{a.text} and {b.text} are the same date")
    if (a.low <= b.low and b.high <= a.high) or (b.low <= a.low and a.high <= b.high):
        return Comparison("compatible", f"one of {a.text} and {b.text} contains the other")
    return Comparison("different", f"{a.text} is not {b.text}")


def _partial_date(a: Value, b: Value) -> Comparison:
    full, part = (a, b) if a.dimension == "day" else (b, a)
    if full.low is None or full.high is None or full.high - full.low > 40:
        return Comparison("incomparable", f"{full.text} is too wide to compare with {part.text}")
    places = {_monthday(full.low), _monthday(full.high)}
    low, high = part.low or 0.0, part.high or 0.0
    if places & set(range(int(low), int(high) + 1)) or min(places) <= low <= max(places):
        return Comparison("compatible", f"{part.text} may be {full.text}")
    return Comparison("different", f"{part.text} is not {full.text}")


def _monthday(ordinal: float) -> int:
    if not 1 <= ordinal <= datetime.date.max.toordinal():
        return 0
    day = datetime.date.fromordinal(int(ordinal))
    return 100 * day.month + day.day


def compare_times(a: Value, b: Value) -> Comparison:
    if a.low is None or b.low is None or a.high is None or b.high is None:
        return Comparison("incomparable", "a time without a clock")
    zones = {token for value in (a, b) for token in value.tokens if token != "12h"}  # noqa: S105
    if len(zones) > 1:
        return Comparison("incomparable", f"{a.text} and {b.text} are in different time zones")
    loose = ("12h" in a.tokens) or ("12h" in b.tokens)
    period = 720 if loose else 1440
    starts, ends = (a.low - b.low) % period == 0, (a.high - b.high) % period == 0
    if (a.low == a.high) == (b.low == b.high):
        if starts and ends:
            relation = "compatible" if loose and a.low != b.low else "same"
            return Comparison(relation, f"{a.text} and {b.text} are the same time of day")  # type: ignore[arg-type]
        return Comparison("different", f"{a.normalized} is not {b.normalized}")
    wide, point = (a, b) if a.low != a.high else (b, a)
    return _time_in_range(wide, point, period)


def _time_in_range(wide: Value, point: Value, period: int) -> Comparison:
    low, high, at = wide.low or 0.0, wide.high or 0.0, point.low or 0.0
    inside = any(low <= at + shift <= high for shift in range(-period, 2 * 1440 + 1, period))
    if inside:
        return Comparison("compatible", f"{point.text} lies within {wide.text}")
    return Comparison("different", f"{point.text} is outside {wide.text}")
