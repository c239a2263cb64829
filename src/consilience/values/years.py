"""Years and their parts as intervals of days: "in 1987", "Q3 2025", "2025/26"; fiscal years as years."""

from __future__ import annotations

import calendar

from consilience.model import Bound, Mention, Value
from consilience.values.day_spans import FIRST_YEAR, LAST_YEAR, monthdays, ordinal, span
from consilience.values.line import Line
from consilience.values.nouns import counted
from consilience.values.numbers import read as read_number

_PLAIN_YEARS = range(1800, 2100)  # years that need no "in" before them
_RECENT = range(1950, 2050)


# Letter before the number of a part of the year, and how many months such a part has: "Q3 2025", "H1 2026".
_PARTS = {"Q": 3, "T": 3, "K": 3, "H": 6}


def is_year(text: str) -> bool:
    """Whether four digits may be a year."""
    return len(text) == 4 and text.isascii() and text.isdigit() and FIRST_YEAR <= int(text) <= LAST_YEAR


def after_lead(line: Line, i: int) -> bool:
    """Whether a word that leads to a date ("in", "since") stands before token `i`."""
    return i > 0 and line.tokens[i - 1].folded in line.lexicon.sets["date_lead"]


def read_part(line: Line, i: int) -> tuple[Mention, int] | None:
    """A quarter or a half of a year: "Q3 2025", "third quarter of 2025", "3. Quartal 2025", "H1 2026", "by Q3"."""
    part = _lettered_part(line, i) or _named_part(line, i)
    if part is None:
        return None
    number, months, j = part
    first, last = months * (number - 1) + 1, months * number
    year_at = max(j, line.after(j, "date_join"))
    if year_at < len(line.tokens) and line.tokens[year_at].text in "/-":
        year_at += 1
    letter = "Q" if months == 3 else "H"
    if year_at < len(line.tokens) and is_year(line.tokens[year_at].text):
        year = int(line.tokens[year_at].text)
        end = ordinal(year, last, calendar.monthrange(year, last)[1])
        return span(line, i, year_at + 1, f"{year}-{letter}{number}", ordinal(year, first, 1), end)
    lead = after_lead(line, i) or (i > 0 and line.tokens[i - 1].folded in ("for", "end", "start", "beginning"))
    if line.tokens[i].text not in _PARTS or not lead:
        return None
    return monthdays(line, i, j, f"{letter}{number}", 100 * first + 1, 100 * last + 31)


def _lettered_part(line: Line, i: int) -> tuple[int, int, int] | None:
    """ "Q3": which one, of how many months, and the token after it."""
    tokens = line.tokens
    months = _PARTS.get(tokens[i].text)
    if months is None or i + 1 >= len(tokens) or line.gap(i + 1):
        return None
    written = tokens[i + 1].text
    return (int(written), months, i + 2) if written in ("1", "2", "3", "4") and int(written) * months <= 12 else None


def _named_part(line: Line, i: int) -> tuple[int, int, int] | None:
    """ "third quarter", "first half", "3. Quartal", "3e trimestre"."""
    tokens, j = line.tokens, i + 1
    number = line.lexicon.ordinals.get(tokens[i].folded, 0)
    if tokens[i].text in ("1", "2", "3", "4"):
        number = int(tokens[i].text)
        if j >= len(tokens) or line.gap(j) or tokens[j].folded not in line.lexicon.sets["ordinal_suffixes"]:
            return None
        j += 1
    for name, months in (("quarter_year", 3), ("half_year", 6)):
        end = line.after(j, name)
        if end > j and 1 <= number <= 12 // months:
            return number, months, end
    return None


def read_year(line: Line, i: int) -> tuple[Mention, int] | None:
    """A year: "in 1987", "since 2019"; alone only between 1800 and 2099 and where it counts nothing ("2000 people")."""
    text = line.tokens[i].text
    if not is_year(text):
        return None
    lead = after_lead(line, i)
    decade = line.phrase(i + 1, i + 2) == "s" and not line.gap(i + 1)
    if not lead and not decade and (int(text) not in _PLAIN_YEARS or _counts(line, i)):
        return None
    if lead and (_unit_follows(line, i) or _round(line, i)):
        return None
    low, high = ordinal(int(text), 1, 1), ordinal(int(text), 12, 31)
    end = i + 1
    if line.phrase(end, end + 1) == "s" and not line.gap(end) and text.endswith("0"):
        return span(line, i, end + 1, f"{text}s", low, ordinal(int(text) + 9, 12, 31))
    if end + 1 < len(line.tokens) and line.tokens[end].text in "-–/" and not line.gap(end) and not line.gap(end + 1):
        return _year_range(line, i, low, high)
    return span(line, i, end, text, low, high)


def read_fiscal(line: Line, i: int) -> tuple[Mention, int] | None:
    """ "FY2025", "FY25", "fiscal year 2024/25": no interval of days, for it begins when each company says so."""
    j, tokens = line.after(i, "fiscal"), line.tokens
    if is_year(tokens[i].text) and (end := line.after(i + 1, "fiscal")) > i + 1:
        return _fiscal(line, i, end, int(tokens[i].text), int(tokens[i].text))
    if j == i or j >= len(tokens) or not tokens[j].text.isdigit():
        return None
    written = tokens[j].text
    if len(written) == 2 and not line.gap(j):
        first = last = 2000 + int(written)
        end = j + 1
    elif is_year(written):
        year = read_year(line, j)
        first, end = int(written), year[1] if year else j + 1
        last = int(year[0].value.normalized.rpartition("/")[2]) if year else first
    else:
        return None
    return _fiscal(line, i, end, first, last)


def _fiscal(line: Line, i: int, end: int, first: int, last: int) -> tuple[Mention, int]:
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    name = f"FY {first}" if first == last else f"FY {first}/{last}"
    return Mention(start, stop, Value("date", line.text[start:stop], name, first, last, "fiscal year")), end


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
    bound: Bound = "exact" if line.tokens[i + 1].text == "/" else "range"  # "2025/26" is one year of its own
    return span(line, i, i + 3, f"{first}/{last}", low, ordinal(last, 12, 31), bound)


def _counts(line: Line, i: int) -> bool:
    """Whether a four-digit number is followed by what it counts, or is part of something longer."""
    tokens, j = line.tokens, i + 1
    if _of_a_year(line, i) or line.after(j, "year_verbs") > j:
        return False
    if i and (tokens[i - 1].text in "$€£#" or (tokens[i - 1].text in "-–./:" and not line.gap(i))):
        return True
    if j >= len(tokens):
        return False
    if not line.gap(j) and tokens[j].text in "-–":
        return not (j + 1 < len(tokens) and tokens[j + 1].kind == "number")
    if tokens[j].kind == "word" and line.lexicon.language == "de":  # nouns have capitals: "1927 neu eröffnet"
        after = tokens[j + 1].text if j + 1 < len(tokens) else ""
        noun = tokens[j].text[0].isupper() or after[:1].isupper()
        return noun and tokens[j].folded not in line.lexicon.sets["stop_nouns"]
    if tokens[j].kind == "word":
        return tokens[j].text[0].islower() and tokens[j].folded not in line.lexicon.sets["stop_nouns"]
    return tokens[j].text in "%°€$£" or (tokens[j].text in "±×" and line.gap(j))


def _round(line: Line, i: int) -> bool:
    """ "divide by 1000", "a total of 1500": a round number before the years that need no lead is a number."""
    year = int(line.tokens[i].text)
    return year not in _PLAIN_YEARS and year % 50 == 0 and line.tokens[i - 1].folded in ("by", "of", "from", "around")


def _of_a_year(line: Line, i: int) -> bool:
    """ "the 2017 revision", "our 2024 accounts": things of that year; so many of them would be "2,024"."""
    tokens, j = line.tokens, i + 1
    if i == 0 or tokens[i - 1].folded not in line.lexicon.sets["determiners"] or int(tokens[i].text) not in _RECENT:
        return False
    if j >= len(tokens) or tokens[j].kind != "word" or not line.gap(j) or _unit_follows(line, i):
        return False
    return tokens[i].text[2:] != "00"


def _unit_follows(line: Line, i: int) -> bool:
    from consilience.values import money, units

    return units.read(line, i + 1) is not None or money.after(line, i + 1) is not None
