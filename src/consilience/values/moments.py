"""Comparison of dates and times of day: containment of intervals of days, clocks of 12 and 24 hours, time zones."""

from __future__ import annotations

import datetime

from consilience.model import Comparison, Value
from consilience.values.day_spans import BEFORE
from consilience.values.periods import YEAR
from consilience.values.zones import zone_minutes


def compare_dates(a: Value, b: Value) -> Comparison:
    """Two dates: the same days, one within the other, or different; a missing year or day may be any."""
    dimensions = {a.dimension, b.dimension}
    if dimensions == {"day", "monthday"}:
        return _partial_date(a, b)
    if dimensions == {"day", "fiscal year"}:
        return _fiscal(a, b)
    if len(dimensions) > 1 or a.low is None or b.low is None or a.high is None or b.high is None:
        return Comparison("incomparable", f"{a.text} and {b.text} name different kinds of date")
    if (a.low, a.high) == (b.low, b.high):
        return Comparison("same", f"{a.text} and {b.text} are the same date")
    if _day_before(a, b) or _day_before(b, a):
        return Comparison("compatible", f"before {a.text if BEFORE in a.tokens else b.text} is until the day before")
    if a.bound == b.bound == "range":
        return Comparison("different", f"{a.text} and {b.text} are different periods")
    cycle = {"monthday": YEAR, "weekday": 7}.get(a.dimension, 0)
    if _contains(a, b, cycle) or _contains(b, a, cycle):
        return Comparison("compatible", f"one of {a.text} and {b.text} contains the other")
    return Comparison("different", f"{a.text} is not {b.text}")


def _contains(a: Value, b: Value, cycle: int) -> bool:
    """Whether `b` lies within `a`, which may run past the end of a week or a year."""
    low, high = a.low or 0.0, a.high or 0.0
    return any(low <= (b.low or 0.0) + shift and (b.high or 0.0) + shift <= high for shift in {0, cycle})


def _day_before(a: Value, b: Value) -> bool:
    """Whether `b` ends on the day before `a`, and `a` is a date before which something ends: "before 2028", "until
    the end of 2027"."""
    limit = BEFORE in a.tokens and BEFORE not in b.tokens
    return limit and a.dimension == "day" and a.low is not None and b.high == a.low - 1


def _partial_date(a: Value, b: Value) -> Comparison:
    full, part = (a, b) if a.dimension == "day" else (b, a)
    if full.low is None or full.high is None:
        return Comparison("incomparable", f"{full.text} has no days")
    if full.bound == "range" and full.high - full.low < 366:
        return _partial_period(full, part)
    if full.high - full.low > 100:
        return Comparison("incomparable", f"{full.text} is too wide to compare with {part.text}")
    first, last = _monthday(full.low), _monthday(full.high)
    low, high = part.low or 0.0, part.high or 0.0
    if any(first <= high + shift and low + shift <= last for shift in (0, -YEAR)):
        return Comparison("compatible", f"{part.text} may be {full.text}")
    return Comparison("different", f"{part.text} is not {full.text}")


def _partial_period(full: Value, part: Value) -> Comparison:
    """A period of a year against a date or a period without its year."""
    low, high = _monthday(full.low or 0.0), _monthday(full.high or 0.0)
    whole = Value("date", full.text, "", float(low), float(high if high >= low else high + YEAR), "monthday", "range")
    found = compare_dates(whole, part)
    return Comparison("compatible", f"{part.text} may be {full.text}") if found.relation == "same" else found


def _fiscal(a: Value, b: Value) -> Comparison:
    """A fiscal year may begin in the year before it and end in the year after it."""
    fiscal, plain = (a, b) if a.dimension == "fiscal year" else (b, a)
    years = [datetime.date.fromordinal(int(end)).year for end in (plain.low or 1.0, plain.high or 1.0)]
    if (fiscal.low or 0.0) - 1 <= years[1] and years[0] <= (fiscal.high or 0.0) + 1:
        return Comparison("compatible", f"{plain.text} may be in {fiscal.text}")
    return Comparison("different", f"{plain.text} is not in {fiscal.text}")


def _monthday(ordinal: float) -> int:
    if not 1 <= ordinal <= datetime.date.max.toordinal():
        return 0
    day = datetime.date.fromordinal(int(ordinal))
    return 100 * day.month + day.day


def compare_times(a: Value, b: Value) -> Comparison:
    """Two times of day on one clock: of 12 or 24 hours, of one time zone or of two."""
    if a.low is None or b.low is None or a.high is None or b.high is None:
        return Comparison("incomparable", "a time without a clock")
    shift = _zone_shift(a, b)
    loose = ("12h" in a.tokens) or ("12h" in b.tokens)
    period = 720 if loose else 1440
    starts, ends = (a.low - b.low - shift) % period == 0, (a.high - b.high - shift) % period == 0
    if (a.low == a.high) == (b.low == b.high):
        if starts and ends:
            relation = "compatible" if loose and a.low != b.low else "same"
            return Comparison(relation, f"{a.text} and {b.text} are the same time of day")  # type: ignore[arg-type]
        return Comparison("different", f"{a.normalized} is not {b.normalized}")
    wide, point = (a, b) if a.low != a.high else (b, a)
    at = (point.low or 0.0) + (shift if point is b else -shift)
    return _time_in_range(wide, point, at, period)


def _zone_shift(a: Value, b: Value) -> int:
    """Minutes to add to `b` on its own clock to have it on that of `a`; 0 unless both name their time zones."""
    first, second = _zone(a), _zone(b)
    return 0 if first is None or second is None else first - second


def _zone(value: Value) -> int | None:
    """Minutes by which the zone of a time is ahead of UTC."""
    return next((minutes for token in value.tokens if (minutes := zone_minutes(token)) is not None), None)


def _time_in_range(wide: Value, point: Value, at: float, period: int) -> Comparison:
    low, high = wide.low or 0.0, wide.high or 0.0
    inside = any(low <= at + shift <= high for shift in range(-period, 2 * 1440 + 1, period))
    if inside:
        return Comparison("compatible", f"{point.text} lies within {wide.text}")
    return Comparison("different", f"{point.text} is outside {wide.text}")
