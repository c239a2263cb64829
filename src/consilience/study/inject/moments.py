"""Another date or time of day, written the same way: an existing day, at least three days off; another hour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from consilience.study.inject import number_words

_YEAR = re.compile(r"(?<![\d.-])(?:1[5-9]|20)\d\d(?![\d.-])")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_DOTTED = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{2,4})(?!\d)")
_DAY = re.compile(r"(?<![\d.,:/-])(\d{1,2})(st|nd|rd|th)?(?![\d:/]|[.,]\d)")
_QUARTER = re.compile(r"\bQ[1-4]\b")
_CLOCK = re.compile(r"(?<![\d.:])(?<!\dh)(?<!\dh\s)(?<!\d\sh\s)(\d{1,2})(?=(?:[:.]|\s?h\s?)\d{2}(?!\d))")
_BARE_HOUR = re.compile(
    r"(?<![\d.:])(?<!\dh)(?<!\dh\s)(?<!\d\sh\s)(\d{1,2})(?=\s?(?:[ap]\.?m\b|o'clock|Uhr\b|heures?\b|uur\b|h\b)|$)",
    re.IGNORECASE,
)
_TWELVE = re.compile(r"\d\s?[ap]\.?m\b|o'clock|\b(?:morning|afternoon|evening|night)\b", re.IGNORECASE)
_FAR = 3  # days that a new day is away at least
_HOURS = 4  # that a new time is away at most: nobody opens in the middle of the night
_MONTHS = 3  # that a new month is away at most, so that a winter break does not come in July
_TRIES = 8


def other_dates(text: str, language: str, random: Random, *, season: bool = False) -> Iterator[str]:
    """The date with another day, month, quarter or, where it has neither, another year. With `season` the month
    stays: the sentence speaks of Christmas or of the summer."""
    ways = (
        [_days(text, language, random)] if season else [_months(text, language, random), _days(text, language, random)]
    )
    random.shuffle(ways)
    for way in ways:
        yield from way
    yield from _replaced(_QUARTER, text, [f"Q{number}" for number in range(1, 5)], random)
    if not _months_of(text, language) and not _ISO.search(text) and not _DOTTED.search(text):
        yield from _years(text, random)


def other_times(text: str, language: str, random: Random) -> Iterator[str]:
    """The time with another hour, in waking hours, on the clock that it was written for."""
    twelve = _TWELVE.search(text) is not None
    for found in (_CLOCK, _BARE_HOUR):
        for match in list(found.finditer(text))[::-1]:
            old = match[1]
            hours = range(1, 13) if twelve or int(old) < 5 else range(5, 23)
            fits = [hour for hour in hours if 0 < abs(hour - int(old) % 24) <= _HOURS]
            random.shuffle(fits)
            width = len(old) if old.startswith("0") or (int(old) > 9 and not twelve) else 1
            for hour in fits[:_TRIES]:
                yield f"{text[: match.start()]}{hour:0{width}d}{text[match.end() :]}"
    yield from _spoken_hours(text, language, random)


def _spoken_hours(text: str, language: str, random: Random) -> Iterator[str]:
    """ "half past eight", "nine to five"."""
    table, found = number_words.table(language), number_words.pattern(language)
    for match in list(found.finditer(text))[::-1] if found else ():
        old = table[match[0].lower()]
        fits = [word for word, hour in sorted(table.items()) if hour <= 12 and 0 < abs(hour - old) <= _HOURS]
        random.shuffle(fits)
        for word in fits[:_TRIES]:
            yield text[: match.start()] + number_words.like(match[0], word) + text[match.end() :]


def _months(text: str, language: str, random: Random) -> Iterator[str]:
    for match, names in _months_of(text, language):
        old = [name.lower() for name in names].index(match[0].lower())
        yield from _put(text, match.span(), [names[month] for month in range(12) if _near(month, old)], random)
    for match in [*_ISO.finditer(text), *_DOTTED.finditer(text)]:
        width = len(match[2])
        near = [month for month in range(1, 13) if _near(month, int(match[2])) and len(str(month)) <= width]
        others = [f"{month:0{width}d}" for month in near]
        yield from _put(text, match.span(2), others, random)


def _near(month: int, old: int) -> bool:
    """Whether a month is another one of the same season; not over the turn of a year, because the year stays."""
    return 0 < abs(month - old) <= _MONTHS


def _days(text: str, language: str, random: Random) -> Iterator[str]:
    iso, dotted = _ISO.search(text), _DOTTED.search(text)
    if iso or dotted:
        match, group = (iso, 3) if iso else (dotted, 1)
        if match is not None:
            yield from _put(text, match.span(group), _other_days(match[group], ""), random)
    elif _months_of(text, language):
        for match in _DAY.finditer(text):
            yield from _put(text, match.span(), _other_days(match[1], match[2] or ""), random)


def _other_days(old: str, suffix: str) -> list[str]:
    """Days that every month has, with the ending of an English ordinal where the old one has one."""
    width = 2 if old.startswith("0") else 1
    days = [day for day in range(1, 29) if abs(day - int(old)) >= _FAR]
    if len(old) == 2 and not suffix:
        days = [day for day in days if day > 9 or old.startswith("0")]
    return [f"{day:0{width}d}{_ordinal(day) if suffix else ''}" for day in days]


def _ordinal(day: int) -> str:
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th") if day not in (11, 12, 13) else "th"


def _years(text: str, random: Random) -> Iterator[str]:
    for match in list(_YEAR.finditer(text))[::-1]:
        year = int(match[0])
        spread = 12 if year < 1950 else 4
        yield from _put(text, match.span(), [str(year + off) for off in range(-spread, 3) if off], random)


def _months_of(text: str, language: str) -> list[tuple[re.Match[str], tuple[str, ...]]]:
    """Names of months in the text, each with the twelve names of its list (long or short)."""
    found = []
    for names in _month_names(language):
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
        found += [(match, names) for match in pattern.finditer(text)]
        if found:
            break
    return found


@lru_cache(maxsize=8)
def _month_names(language: str) -> tuple[tuple[str, ...], ...]:
    """The long and the short names of the months (CLDR)."""
    from babel import Locale, UnknownLocaleError

    try:
        months = Locale.parse(language).months["format"]
    except (UnknownLocaleError, ValueError):
        months = Locale.parse("en").months["format"]
    return tuple(
        tuple(months[width][number].rstrip(".") for number in range(1, 13)) for width in ("wide", "abbreviated")
    )


def _replaced(pattern: re.Pattern[str], text: str, values: list[str], random: Random) -> Iterator[str]:
    for match in pattern.finditer(text):
        yield from _put(text, match.span(), [value for value in values if value != match[0]], random)


def _put(text: str, span: tuple[int, int], values: list[str], random: Random) -> Iterator[str]:
    """The text with each of the values at the span, in random order."""
    random.shuffle(values)
    for value in values[:_TRIES]:
        yield text[: span[0]] + value + text[span[1] :]
