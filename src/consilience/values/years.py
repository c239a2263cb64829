"""Years, quarters and ranges of years as intervals of days: "in 1987", "Q3 2025", "2025/26"."""

from __future__ import annotations

import calendar
import datetime
from functools import lru_cache

from consilience.model import Mention, Value
from consilience.values.line import Line
from consilience.values.nouns import counted
from consilience.values.numbers import read as read_number

FIRST_YEAR, LAST_YEAR = 1000, 2200


_PLAIN_YEARS = range(1800, 2100)  # years that need no "in" before them


_QUARTER_WORDS = frozenset({"quarter"})


def is_year(text: str) -> bool:
    return len(text) == 4 and text.isascii() and text.isdigit() and FIRST_YEAR <= int(text) <= LAST_YEAR


def after_lead(line: Line, i: int) -> bool:
    return i > 0 and line.tokens[i - 1].folded in line.lexicon.sets["date_lead"]


def read_quarter(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "Q3 2025", "third quarter of 2025"."""
    tokens = line.tokens
    quarter, j = 0, i
    if (
        tokens[i].text in ("Q", "T")
        and i + 1 < len(tokens)
        and tokens[i + 1].text in ("1", "2", "3", "4")
        and not line.gap(i + 1)
    ):
        quarter, j = int(tokens[i + 1].text), i + 2
    elif line.lexicon.ordinals.get(tokens[i].folded, 9) <= 4 and line.phrase(i + 1, i + 2) in _QUARTER_WORDS:
        quarter, j = line.lexicon.ordinals[tokens[i].folded], i + 2
    if not quarter:
        return None
    if j < len(tokens) and tokens[j].folded in ("of", "/", "-"):
        j += 1
    if j >= len(tokens) or not is_year(tokens[j].text):
        return None
    year, month = int(tokens[j].text), 3 * quarter
    low = ordinal(year, month - 2, 1)
    return span(line, i, j + 1, f"{year}-Q{quarter}", low, ordinal(year, month, calendar.monthrange(year, month)[1]))


def read_year(line: Line, i: int) -> tuple[Mention, int] | None:
    """A year: "in 1987", "since 2019"; alone only between 1800 and 2099 and where it counts nothing ("2000 people")."""
    text = line.tokens[i].text
    if not is_year(text):
        return None
    lead = after_lead(line, i)
    if not lead and (int(text) not in _PLAIN_YEARS or _counts(line, i)):
        return None
    if lead and _unit_follows(line, i):
        return None
    low, high = ordinal(int(text), 1, 1), ordinal(int(text), 12, 31)
    end = i + 1
    if end + 1 < len(line.tokens) and line.tokens[end].text in "-–/" and not line.gap(end) and not line.gap(end + 1):
        return _year_range(line, i, low, high)
    return span(line, i, end, text, low, high)


def spoken_year(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "in nineteen seventy-four", "since two thousand and ten"."""
    first = read_number(line, i)
    if first is None or line.lexicon.language != "en":
        return None
    second = read_number(line, first.end) if 10 < first.value <= 21 else None
    if second is not None and second.kind == "words" and 10 <= second.value < 100:
        year, end = int(100 * first.value + second.value), second.end
    else:
        year, end = int(first.value), first.end
    if not FIRST_YEAR < year < 2100 or first.kind != "words" or (year < 2000 and second is None):
        return None
    if counted(line, end)[0] or _unit_follows(line, end - 1):
        return None
    return span(line, i, end, str(year), ordinal(year, 1, 1), ordinal(year, 12, 31))


def _year_range(line: Line, i: int, low: int, high: int) -> tuple[Mention, int] | None:
    """2025/26, 2024-2027: from the first day of the first to the last of the last."""
    first, second = line.tokens[i].text, line.tokens[i + 2].text
    if not (second.isdigit() and len(second) in (2, 4)):
        return span(line, i, i + 1, first, low, high)
    last = int(second) if len(second) == 4 else int(first[:2] + second)
    if not int(first) < last <= LAST_YEAR:
        return None
    return span(line, i, i + 3, f"{first}/{last}", low, ordinal(last, 12, 31))


def _counts(line: Line, i: int) -> bool:
    """Whether a four-digit number is followed by what it counts, or is part of something longer."""
    tokens, j = line.tokens, i + 1
    if i and (tokens[i - 1].text in "$€£#" or (tokens[i - 1].text in "-–./:" and not line.gap(i))):
        return True
    if j >= len(tokens):
        return False
    if not line.gap(j) and tokens[j].text in "-–":
        return not (j + 1 < len(tokens) and tokens[j + 1].kind == "number")
    if tokens[j].kind == "word":
        return tokens[j].text[0].islower() and tokens[j].folded not in line.lexicon.sets["stop_nouns"]
    return tokens[j].text in "%°€$£" or (tokens[j].text in "±×" and line.gap(j))


def _unit_follows(line: Line, i: int) -> bool:
    from consilience.values import money, units

    return units.read(line, i + 1) is not None or money.after(line, i + 1) is not None


@lru_cache(maxsize=8192)
def ordinal(year: int, month: int, day: int) -> int:
    return datetime.date(year, month, day).toordinal()


def span(line: Line, i: int, end: int, name: str, low: int, high: int) -> tuple[Mention, int]:
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    return Mention(start, stop, Value("date", line.text[start:stop], name, float(low), float(high), "day")), end
