"""Periods from one date to another: "1 November to 15 May", "March to October 2025", "from 2019 until 2023"."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

from consilience.model import Mention, Value
from consilience.values.day_spans import ordinal
from consilience.values.line import Line
from consilience.values.text import words

Reader = Callable[[Line, int], tuple[Mention, int] | None]
YEAR = 1200  # what a date without a year gains when its period runs past the end of the year, as 100 * month + day
_DASHES = frozenset("-–—")
_AND = words("and und et y en e")
# "Moved from 3 May to 10 May" tells a change, no period.
_CHANGES = words("moved moves move postponed changed changes shifted brought rescheduled verschoben reporte")
_CHANGE_REACH = 5  # tokens before the first date


def extend(line: Line, i: int, first: tuple[Mention, int], read: Reader) -> tuple[Mention, int]:
    """The period that begins with the date `first` at token `i`, or `first` itself where none does."""
    link = _link(line, i, first[1])
    if link == first[1] or link >= len(line.tokens) or first[0].value.dimension not in ("day", "monthday"):
        return first
    second = read(line, link)
    if second is None or second[0].value.dimension not in ("day", "monthday") or _changed(line, i):
        return first
    value = _period(first[0].value, second[0].value)
    if value is None:
        return first
    start, end = first[0].start, second[0].end
    return Mention(start, end, replace(value, text=line.text[start:end])), second[1]


def _link(line: Line, i: int, j: int) -> int:
    """The token after what joins two dates at token `j`; `j` when nothing does."""
    if j < len(line.tokens) and line.tokens[j].text in _DASHES:
        return j + 1 if line.gap(j) == line.gap(j + 1) else j
    end = line.after(j, "range")
    if line.phrase(j, end) in _AND and (i == 0 or line.tokens[i - 1].folded not in line.lexicon.sets["between"]):
        return j
    return end


def _changed(line: Line, i: int) -> bool:
    return any(line.tokens[j].folded in _CHANGES for j in range(max(0, i - _CHANGE_REACH), i))


def _period(a: Value, b: Value) -> Value | None:
    """The period from `a` to `b`; a year written with one of them holds for both."""
    if a.low is None or b.low is None or b.high is None:
        return None
    low, high = a.low, b.high
    if a.dimension != b.dimension:
        low, high = _with_year(a, b) or (1.0, 0.0)
    elif a.dimension == "monthday" and high < low:
        high += YEAR
    if high <= low:
        return None
    dimension = "monthday" if a.dimension == b.dimension == "monthday" else "day"
    return Value("date", "", f"{a.normalized}/{b.normalized}", low, high, dimension, "range")


def _with_year(a: Value, b: Value) -> tuple[float, float] | None:
    """Days of a period of which one end lacks its year."""
    full, part = (a, b) if a.dimension == "day" else (b, a)
    at = part.low if part is a else part.high
    if full.low is None or full.high is None or at is None or full.high - full.low > 31:
        return None
    year = datetime.date.fromordinal(int(full.low)).year
    if part is a:
        day = _ordinal(year, int(at))
        return (float(day if day <= full.high else _ordinal(year - 1, int(at))), full.high)
    day = _ordinal(year, int(at))
    return (full.low, float(day if day >= full.low else _ordinal(year + 1, int(at))))


def _ordinal(year: int, monthday: int) -> int:
    """The day of a year; the last of its month for "month end", written as day 31."""
    month, day = divmod(monthday, 100)
    while day > 28:
        try:
            return ordinal(year, month, day)
        except ValueError:
            day -= 1
    return ordinal(year, month, day)
