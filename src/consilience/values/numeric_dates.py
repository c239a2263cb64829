"""Dates in digits: 2025-10-13, 21.01.1793, 31/12/2025, 07/2022."""

from __future__ import annotations

import calendar
import re

from consilience.model import Mention
from consilience.values.day_spans import days, ordinal, span
from consilience.values.line import Line
from consilience.values.years import is_year

_NUMERIC = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})")


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The date in digits that begins at token `i`, with the token after it, or None."""
    if "." in line.tokens[i].text:
        return _numeric(line, i)
    if i + 2 >= len(line.tokens) or line.tokens[i + 1].text not in "-/":  # what joins the parts of all others
        return None
    return _iso(line, i) or _slashed(line, i) or _month_slash(line, i) or _iso_month(line, i)


def _iso(line: Line, i: int) -> tuple[Mention, int] | None:
    """2025-10-13."""
    tokens = line.tokens
    if i + 4 >= len(tokens) or len(tokens[i].text) != 4 or not tokens[i].text.isdigit():
        return None
    parts = [tokens[i + step].text for step in range(5)]
    glued = all(not line.gap(i + step) for step in range(1, 5))
    if not glued or parts[1] not in "-/" or parts[3] != parts[1] or not (parts[2].isdigit() and parts[4].isdigit()):
        return None
    if len(parts[2]) > 2 or len(parts[4]) > 2:
        return None
    return days(line, i, i + 5, int(parts[0]), int(parts[2]), int(parts[4]))


def _iso_month(line: Line, i: int) -> tuple[Mention, int] | None:
    """2025-01; "2011-12" is two years."""
    tokens = line.tokens
    if i + 2 >= len(tokens) or not is_year(tokens[i].text) or tokens[i + 1].text != "-":
        return None
    month, year = tokens[i + 2].text, int(tokens[i].text)
    if line.gap(i + 1) or line.gap(i + 2) or len(month) != 2 or not month.isdigit() or not 1 <= int(month) <= 12:
        return None
    follows = i + 3 < len(tokens) and not line.gap(i + 3) and tokens[i + 3].text not in ".,;:)"
    if follows or int(month) == (year + 1) % 100:
        return None
    last = calendar.monthrange(year, int(month))[1]
    return span(line, i, i + 3, f"{year}-{month}", ordinal(year, int(month), 1), ordinal(year, int(month), last))


def _numeric(line: Line, i: int) -> tuple[Mention, int] | None:
    """21.01.1793: the day comes first wherever points are used.

    "25." and "21.3." without a year are left to other readers.
    """
    found = _NUMERIC.fullmatch(line.tokens[i].text)
    if not found:
        return None
    year = int(found[3]) + (2000 if len(found[3]) == 2 else 0)
    return days(line, i, i + 1, year, int(found[2]), int(found[1]))


def _slashed(line: Line, i: int) -> tuple[Mention, int] | None:
    """31/12/2025 or 12/31/2025; day first when both are possible, as outside the United States."""
    tokens = line.tokens
    if i + 4 >= len(tokens) or any(line.gap(i + step) for step in range(1, 5)):
        return None
    parts = [tokens[i + step].text for step in range(5)]
    if parts[1] not in "/-" or parts[3] != parts[1] or not all(part.isdigit() for part in parts[::2]):
        return None
    if (
        len(parts[0]) > 2
        or len(parts[2]) > 2
        or len(parts[4]) not in (2, 4)
        or (len(parts[4]) == 2 and parts[1] != "/")
    ):
        return None
    first, month = int(parts[0]), int(parts[2])
    century = 0 if len(parts[4]) == 4 else (2000 if int(parts[4]) < 70 else 1900)
    if month > 12 >= first:
        first, month = month, first
    return days(line, i, i + 5, century + int(parts[4]), month, first)


def _month_slash(line: Line, i: int) -> tuple[Mention, int] | None:
    """07/2022."""
    tokens = line.tokens
    if i + 2 >= len(tokens) or tokens[i + 1].text != "/" or line.gap(i + 1) or line.gap(i + 2):
        return None
    month, year = tokens[i].text, tokens[i + 2].text
    if len(month) != 2 or not month.isdigit() or not 1 <= int(month) <= 12 or not is_year(year):
        return None
    last = calendar.monthrange(int(year), int(month))[1]
    return span(
        line, i, i + 3, f"{year}-{month}", ordinal(int(year), int(month), 1), ordinal(int(year), int(month), last)
    )
