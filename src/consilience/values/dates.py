"""Dates as intervals of proleptic ordinal days: ISO, written, numeric, months, days without a year, weekdays.

A date without a year has the dimension "monthday" (100 * month + day), a weekday the dimension "weekday" (0 is Monday).
Years, quarters and their ranges are in `years`.
"""

from __future__ import annotations

import calendar
from dataclasses import replace

from consilience.model import Mention, Value
from consilience.values import numeric_dates, periods
from consilience.values.day_spans import BEFORE, days, monthdays, ordinal, span
from consilience.values.line import Line
from consilience.values.months import month_alone, not_a_month
from consilience.values.years import after_lead, is_year, read_fiscal, read_part, read_year, spoken_year


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The date or period that begins at token `i`, with the token after it, or None."""
    first = _date(line, i)
    if first is None:
        return None
    mention, end = periods.extend(line, i, first, _date)
    if line.before(i, line.lexicon.sets["date_before"]) < i:
        mention = replace(mention, value=replace(mention.value, tokens=(BEFORE,)))
    return mention, end


def _date(line: Line, i: int) -> tuple[Mention, int] | None:
    token = line.tokens[i]
    if token.kind == "number":
        return (
            numeric_dates.read(line, i)
            or read_part(line, i)
            or read_fiscal(line, i)
            or _day_month(line, i)
            or read_year(line, i)
        )
    if token.kind != "word":
        return None
    spoken = spoken_year(line, i) if i and after_lead(line, i) else None
    if spoken is not None:
        return spoken
    return (
        read_part(line, i)
        or read_fiscal(line, i)
        or _month_first(line, i)
        or _ordinal_day(line, i)
        or _weekday(line, i)
    )


def _day_month(line: Line, i: int) -> tuple[Mention, int] | None:
    """21 January 1793, 25. Dezember 2025, 1er mars, 12-16 May 2025, 3 de mayo de 2025, 21st of January."""
    tokens = line.tokens
    first = _day_number(line, i)
    if first is None:
        return None
    day, j = first
    last = day
    link = j + 1 if j < len(tokens) and tokens[j].text in "-–" else line.after(j, "range")
    if j < link < len(tokens) and tokens[link].kind == "number":
        second = _day_number(line, link)
        if second is not None and second[0] > day and (not _is_and(line, i, j, link) or second[0] == day + 1):
            last, j = second
    return _month_after(line, i, j, day, last)


def _is_and(line: Line, i: int, j: int, link: int) -> bool:
    """Whether only "and" joins two days, without "between": "3 and 27 May" are two days, "21 and 22 April" a span."""
    between = i > 0 and line.tokens[i - 1].folded in line.lexicon.sets["between"]
    return line.phrase(j, link) in line.lexicon.sets["and"] and not between


def _month_after(line: Line, i: int, j: int, day: int, last: int) -> tuple[Mention, int] | None:
    j = max(line.after(j, "date_join"), j)
    if j >= len(line.tokens):
        return None
    month = line.lexicon.months.get(line.tokens[j].folded)
    if month is None or not_a_month(line, j):
        return None
    j = _past_month(line, j)
    year, end = _year_after(line, j)
    if year is None:
        return _monthday(line, i, end, month, day, last)
    return days(line, i, end, year, month, day, last)


def _past_month(line: Line, j: int) -> int:
    """The token after a month, and after the point of an abbreviated one ("21 Jan. 1793"), at token `j`."""
    tokens = line.tokens
    abbreviated = j + 2 < len(tokens) and tokens[j + 1].text == "." and tokens[j + 2].kind == "number"
    return j + 2 if abbreviated and len(tokens[j].text) <= 4 else j + 1


def _day_number(line: Line, i: int) -> tuple[int, int] | None:
    """A day of the month in digits at token `i` ("21", "21st", "25."), with the token after it."""
    text = line.tokens[i].text
    if not text.isdigit() or len(text) > 2 or not 1 <= int(text) <= 31:
        return None
    end = i + 1
    if (
        end < len(line.tokens)
        and not line.gap(end)
        and line.tokens[end].folded in line.lexicon.sets["ordinal_suffixes"]
    ):
        end += 1
    return int(text), end


def _year_after(line: Line, j: int) -> tuple[int | None, int]:
    """A year at token `j` (a comma or "de" may stand before it) with the token after it; (None, j) if there is none."""
    start = j
    if j < len(line.tokens) and (line.tokens[j].text == "," or line.tokens[j].folded in line.lexicon.sets["date_join"]):
        j += 1
    if j < len(line.tokens) and is_year(line.tokens[j].text):
        return int(line.tokens[j].text), j + 1
    return None, start


def _month_first(line: Line, i: int) -> tuple[Mention, int] | None:
    """January 21, 1793; January 21st; March 2024; June."""
    month = line.lexicon.months.get(line.tokens[i].folded)
    if month is None or not_a_month(line, i):
        return None
    j = _past_month(line, i)
    if j >= len(line.tokens):
        return month_alone(line, i, month)
    day = _day_number(line, j) if line.lexicon.language == "en" else None
    if day is not None:
        year, end = _year_after(line, day[1])
        return days(line, i, end, year, month, day[0]) if year else _monthday(line, i, end, month, day[0])
    year, end = _year_after(line, j)
    if year is not None:
        last = calendar.monthrange(year, month)[1]
        return span(line, i, end, f"{year}-{month:02d}", ordinal(year, month, 1), ordinal(year, month, last))
    return month_alone(line, i, month)


def _ordinal_day(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "the first of March", "twenty-first of January 1793"."""
    ordinals = line.lexicon.ordinals
    for width in (3, 1):
        day = ordinals.get(line.phrase(i, i + width))
        if day is not None and i + width < len(line.tokens):
            return _month_after(line, i, i + width, day, day)
    return None


def _weekday(line: Line, i: int) -> tuple[Mention, int] | None:
    """Monday, Tuesdays, mardi: skipped when a date follows it ("Monday, 5 October 2026")."""
    token = line.tokens[i]
    day = _weekday_number(line, i)
    if day is None:
        return None
    after = i + 2 if i + 1 < len(line.tokens) and line.tokens[i + 1].text in ",." else i + 1
    if after < len(line.tokens) and line.tokens[after].kind in ("number", "word"):
        date = _date(line, after) if _weekday_number(line, after) is None else None
        if date is not None and date[0].value.dimension in ("day", "monthday"):
            whole = Mention(token.start, date[0].end, _with_text(date[0].value, line.text[token.start : date[0].end]))
            return whole, date[1]
    high, end, name = day, i + 1, calendar.day_name[day]
    link = i + 2 if i + 1 < len(line.tokens) and line.tokens[i + 1].text in "-–" else line.after(i + 1, "range")
    if _is_and(line, i, i + 1, link):
        link = i + 1  # "Tuesdays and Fridays" are two days
    if i + 1 < link < len(line.tokens) and (second := _weekday_number(line, link, True)) is not None:
        high, end, name = second if second > day else second + 7, link + 1, f"{name}–{calendar.day_name[second]}"
    text = line.text[token.start : line.tokens[end - 1].end]
    bound = "range" if high != day else "exact"
    return Mention(token.start, token.start + len(text), Value("date", text, name, day, high, "weekday", bound)), end  # type: ignore[arg-type]


def _monthday(
    line: Line, i: int, end: int, month: int, day: int, last: int | None = None
) -> tuple[Mention, int] | None:
    last = last or day
    if not 1 <= day <= last <= calendar.monthrange(2000, month)[1]:
        return None
    name = f"--{month:02d}-{day:02d}" + (f"/{last:02d}" if last != day else "")
    return monthdays(line, i, end, name, 100 * month + day, 100 * month + last)


def _weekday_number(line: Line, i: int, in_range: bool = False) -> int | None:
    token = line.tokens[i]
    lower = line.lexicon.language == "en" or (line.lexicon.language == "de" and not token.folded.endswith("s"))
    if token.kind != "word" or (lower and not token.text[0].isupper()):
        return None
    days = line.lexicon.weekdays
    sure = in_range or (line.lexicon.language == "en" and token.folded in ("mon", "tue", "wed", "thu", "fri"))
    if len(token.folded) <= 3 and not sure and (i + 1 >= len(line.tokens) or line.tokens[i + 1].kind == "word"):
        return None  # "sun", "mar": an abbreviation stands before a dash, a point or a number
    return days.get(token.folded, days.get(token.folded.removesuffix("s")))


def _with_text(value: Value, text: str) -> Value:
    return Value(
        value.kind, text, value.normalized, value.low, value.high, value.dimension, value.bound, value.per, value.tokens
    )
