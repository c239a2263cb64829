"""Dates as values: intervals of proleptic ordinal days, or days of any year as 100 * month + day."""

from __future__ import annotations

import calendar
import datetime
from functools import lru_cache

from consilience.model import Bound, Mention, Value
from consilience.values.line import Line

FIRST_YEAR, LAST_YEAR = 1000, 2200
BEFORE = "before"  # token of a date up to which something lasts, itself not included


@lru_cache(maxsize=8192)
def ordinal(year: int, month: int, day: int) -> int:
    """The proleptic ordinal of a day. Raises ValueError for a day that no calendar has."""
    return datetime.date(year, month, day).toordinal()


def span(line: Line, i: int, end: int, name: str, low: int, high: int, bound: Bound = "exact") -> tuple[Mention, int]:
    """The days from ordinal `low` to `high`, written in tokens `i:end`, with the token after them."""
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    value = Value("date", line.text[start:stop], name, float(low), float(high), "day", bound)
    return Mention(start, stop, value), end


def monthdays(line: Line, i: int, end: int, name: str, low: int, high: int) -> tuple[Mention, int]:
    """Days of any year, as 100 * month + day."""
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    bound: Bound = "exact" if high == low or name[0] in "QH" else "range"
    value = Value("date", line.text[start:stop], name, float(low), float(high), "monthday", bound)
    return Mention(start, stop, value), end


def days(
    line: Line, i: int, end: int, year: int, month: int, first: int, last: int | None = None
) -> tuple[Mention, int] | None:
    """The days `first` to `last` of a month, or one day; None where the calendar has no such day."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12 and 1 <= first <= calendar.monthrange(year, month)[1]):
        return None
    last = last or first
    if last > calendar.monthrange(year, month)[1]:
        return None
    name = f"{year}-{month:02d}-{first:02d}" + (f"/{last:02d}" if last != first else "")
    bound: Bound = "exact" if last == first else "range"
    return span(line, i, end, name, ordinal(year, month, first), ordinal(year, month, last), bound)
