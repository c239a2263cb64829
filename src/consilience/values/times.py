"""Times of day in minutes since midnight, and ranges of them: "09:00", "3.30 pm", "half acht", "18 Uhr", "07:30–19:00".

A time that may mean morning or evening ("half past nine") carries the token "12h" and compares modulo twelve hours.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from consilience.model import Mention, Value
from consilience.values.line import Line
from consilience.values.numbers import read as read_number

_CLOCK = re.compile(r"(\d{1,2})\.(\d{2})")
# Minutes ahead of UTC. BST is British Summer Time, as in documents in English.
_ZONES = {
    "UTC": 0, "GMT": 0, "WET": 0, "Z": 0, "BST": 60, "WEST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120,
    "EET": 120, "EEST": 180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "IST": 330, "JST": 540, "AEST": 600, "AEDT": 660,
}  # fmt: skip
_DAYS = frozenset({"on", "every", "each", "daily", "and", "during"})
_DASHES = frozenset("-–—−")
HALF_DAY, DAY = 720, 1440


class Clock(NamedTuple):
    """A time in tokens up to `end`. `sure` says whether morning or evening is known.

    `strong` whether it can be nothing else.
    """

    end: int
    minutes: int
    sure: bool
    strong: bool
    zone: str = ""


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The time or range of times that begins at token `i`, with the token after it, or None."""
    first = _clock(line, i)
    if first is None:
        return None
    second = _second(line, i, first)
    if second is None:
        return _mention(line, i, first) if first.strong else None
    if not (first.strong or second.strong or _working_hours(line, i, first, second)):
        return None
    return _range(line, i, first, second)


def _working_hours(line: Line, i: int, first: Clock, second: Clock) -> bool:
    """ "from eight to five", "from 8 until 1": numbers that go down are hours, when they count nothing."""
    if i == 0 or line.tokens[i - 1].folded not in ("from", "open") or line.lexicon.language != "en":
        return False
    end = second.end
    closes = end >= len(line.tokens) or line.tokens[end].text in ".,;:!?)|" or line.tokens[end].folded in _DAYS
    return closes and HALF_DAY >= first.minutes > second.minutes and first.minutes % 60 == second.minutes % 60 == 0


def _clock(line: Line, i: int) -> Clock | None:
    found = _named(line, i) or _spoken(line, i) or _digits(line, i) or _hundred(line, i) or _words(line, i)
    return _with_zone(line, found) if found else None


def _named(line: Line, i: int) -> Clock | None:
    for name, minutes in (("noon", 720), ("midnight", 0)):
        end = line.after(i, name)
        if end > i:
            return Clock(end, minutes, True, True)
    return None


def _spoken(line: Line, i: int) -> Clock | None:
    """ "half past eight", "half acht" (7:30), "quarter to nine", "eighteen minutes to one"."""
    for name, shift in (("half_past", 30), ("half_to", -30), ("quarter_past", 15), ("quarter_to", -15)):
        j = line.after(i, name)
        hour = _hour(line, j) if j > i else None
        if hour and not (name == "half_to" and _unit_after(line, hour[1])):
            return _day_part(line, hour[1], hour[0] * 60 + shift, spoken=True)
    return _minutes_from(line, i)


def _unit_after(line: Line, j: int) -> bool:
    return line.phrase(j, j + 1) in ("uur", "dagen", "jaar", "stunden", "tage")


def _minutes_from(line: Line, i: int) -> Clock | None:
    minutes = read_number(line, i)
    if minutes is None or not 0 < minutes.value < 60 or line.tokens[i].kind != "word":
        return None
    round_minutes = minutes.value in (5, 10, 20, 25)
    for name, sign in (("minutes_past", 1), ("minutes_to", -1)):
        j = line.after(minutes.end, name)
        hour = _hour(line, j) if j > minutes.end else None
        if hour and hour[0] <= 12:
            clock = _day_part(line, hour[1], hour[0] * 60 + sign * int(minutes.value), spoken=True)
            at = line.tokens[i - 1].folded in ("at", "by", "around", "until") if i else False
            # "Ten to three" alone may be a range.
            if j - minutes.end == 2 or line.phrase(minutes.end, j) == "past" or (round_minutes and (clock.sure or at)):
                return clock._replace(strong=True)
    return None


def _hour(line: Line, j: int) -> tuple[int, int] | None:
    if j >= len(line.tokens):
        return None
    number = read_number(line, j)
    if number is None or number.value != int(number.value) or not 0 <= number.value <= 24:
        return None
    return int(number.value), number.end


def _digits(line: Line, i: int) -> Clock | None:
    """ "09:00", "3.30 pm", "10 am", "18 Uhr", "18h30"."""
    tokens, text = line.tokens, line.tokens[i].text
    if tokens[i].kind != "number" or len(text) > 5:
        return None
    if text.isdigit() and len(text) <= 2 and int(text) <= 24:
        return _colon(line, i) or _bare_hour(line, i, int(text))
    dotted = _CLOCK.fullmatch(text)
    if dotted and int(dotted[1]) < 24 and int(dotted[2]) < 60:
        clock = _day_part(line, i + 1, int(dotted[1]) * 60 + int(dotted[2]), spoken=False)
        if line.phrase(i + 1, i + 2) in ("hrs", "uhr"):  # "23.30 hrs"
            return Clock(i + 2, clock.minutes, True, True)
        lead = i > 0 and tokens[i - 1].folded in line.lexicon.sets["at_clock"] and not _unit_like(line, clock.end)
        return clock._replace(strong=clock.strong or (lead and len(text) >= 4 and tokens[i - 1].folded in _AT))
    return None


_AT = frozenset({"at", "um", "om", "alle", "las"})


def _unit_like(line: Line, j: int) -> bool:
    return j < len(line.tokens) and (
        line.tokens[j].text in "%°€$£" or (line.tokens[j].kind == "word" and _is_unit(line, j))
    )


def _is_unit(line: Line, j: int) -> bool:
    from consilience.values import units

    return units.read(line, j) is not None


def _colon(line: Line, i: int) -> Clock | None:
    tokens = line.tokens
    if i + 2 >= len(tokens):
        return None
    mark, minutes = tokens[i + 1].text, tokens[i + 2].text
    spaced = line.gap(i + 1) or line.gap(i + 2)
    if spaced and not (
        mark == "h" and line.lexicon.language == "fr" and line.phrase(i + 3, i + 4) not in ("min", "minutes")
    ):
        return None
    if not (minutes.isdigit() and len(minutes) == 2 and int(minutes) < 60):
        return None
    if mark == ":":
        end = i + 3
        if end + 1 < len(tokens) and tokens[end].text == ":" and not line.gap(end) and tokens[end + 1].text.isdigit():
            end += 2  # seconds are dropped
        return _day_part(line, end, int(tokens[i].text) * 60 + int(minutes), spoken=False)._replace(
            strong=True, sure=True
        )
    if mark in ("h", "H"):
        return Clock(i + 3, int(tokens[i].text) * 60 + int(minutes), True, True)
    return None


def _bare_hour(line: Line, i: int, hour: int) -> Clock:
    lead = i > 0 and line.tokens[i - 1].folded in _AT | {"a"} and line.lexicon.language != "en"
    clock = _day_part(line, i + 1, hour * 60, spoken=False)
    if i and line.tokens[i - 1].folded == "at" and not clock.strong and hour and _at_hour(line, i, i + 1):
        return clock._replace(strong=True)
    if lead and not clock.strong and line.after(i + 1, "clock_words") == i + 1:
        return clock._replace(
            strong=line.tokens[i - 1].folded in ("um", "om", "las", "alle") and not _counts(line, i + 1)
        )
    return clock


def _counts(line: Line, j: int) -> bool:
    return j < len(line.tokens) and line.tokens[j].kind == "word" and (
        _is_unit(line, j) or line.tokens[j].folded not in line.lexicon.sets["stop_nouns"]
    )  # fmt: skip


def _words(line: Line, i: int) -> Clock | None:
    """ "ten at night", "nine o'clock", "two in the morning"; a bare word serves only as the end of a range."""
    if line.tokens[i].kind != "word":
        return None
    number = read_number(line, i)
    if number is None or number.kind != "words" or number.value > 24 or number.value != int(number.value):
        return None
    clock = _day_part(line, number.end, int(number.value) * 60, spoken=True)
    return clock._replace(strong=clock.strong or _at_hour(line, i, number.end))


def _hundred(line: Line, i: int) -> Clock | None:
    """ "twenty hundred hours", "0800 hours" is read by no one else as a time of day."""
    number = read_number(line, i) if line.tokens[i].kind == "word" else None
    if number is None or number.value % 100 or not 0 < number.value <= 2400 or line.lexicon.language != "en":
        return None
    if line.phrase(number.end - 1, number.end + 1) != "hundred hours" or number.end - i < 2:
        return None
    return Clock(number.end + 1, int(number.value) // 100 * 60 % DAY, True, True)


def _at_hour(line: Line, i: int, end: int) -> bool:
    """ "home at seven.": a bare hour after "at", "until" or "before", at the end of a clause."""
    lead = line.tokens[i - 1].folded if i else ""
    closes = (
        end >= len(line.tokens)
        or line.tokens[end].text in ".,;:!?)|"
        or line.tokens[end].folded in ("on", "sharp")
        or (line.tokens[end].folded == "and" and line.longest(end, line.lexicon.maps["and_half"]) == end)
    )
    return lead in ("at", "until", "till", "before") and closes and line.lexicon.language == "en"


def _day_part(line: Line, j: int, minutes: int, spoken: bool) -> Clock:
    """The clock at `minutes` with the part of the day that may stand at token `j` ("pm", "in the evening")."""
    end = max(line.after(j, "clock_words"), j)
    strong = end > j or (spoken and minutes % 60 != 0)
    am, pm = line.after(end, "am"), line.after(end, "pm")
    after = max(am, pm)
    hour_known = minutes >= 13 * 60
    if after == end:
        return Clock(end, minutes % DAY, hour_known or (not spoken and end > j), strong)
    night = line.phrase(end, after) in ("at night", "in the night")
    evening = pm == after and not (night and minutes % HALF_DAY < 5 * 60)
    minutes %= HALF_DAY if minutes < 13 * 60 else DAY
    if after < len(line.tokens) and line.tokens[after].text == "." and line.tokens[after - 1].text in ("m", "M"):
        after += 1
    return Clock(after, minutes + (HALF_DAY if evening and minutes < HALF_DAY else 0), True, True)


def _with_zone(line: Line, clock: Clock) -> Clock:
    tokens, i = line.tokens, clock.end
    if i >= len(tokens) or tokens[i].text not in _ZONES or (tokens[i].text == "Z" and line.gap(i)):
        return clock
    zone, end = tokens[i].folded, i + 1
    if zone in ("utc", "gmt") and end + 1 < len(tokens) and tokens[end].text in "+-−" and not line.gap(end):
        hours = tokens[end + 1].text
        if hours.isdigit() and len(hours) <= 2 and int(hours) <= 14:
            zone, end = f"{zone}{'+' if tokens[end].text == '+' else '-'}{hours}", end + 2
    return clock._replace(end=end, zone=zone)


def zone_minutes(token: str) -> int | None:
    """Minutes by which a time zone ("cet", "utc+2") is ahead of UTC; None for what is no zone."""
    name = token[:3].upper()
    if len(token) > 3 and token[3] in "+-" and name in ("UTC", "GMT"):
        return 60 * int(token[3:])
    return _ZONES.get(token.upper())


def _second(line: Line, i: int, first: Clock) -> Clock | None:
    tokens, j = line.tokens, first.end
    if j >= len(tokens):
        return None
    if tokens[j].text in _DASHES:
        return _clock(line, j + 1) if j + 1 < len(tokens) else None
    link = line.after(j, "range")
    if link == j or link >= len(tokens):
        return None
    if line.phrase(j, link) in ("and", "und", "et", "y", "en", "e"):
        left = tokens[i - 1].folded if i else ""
        if left not in line.lexicon.sets["between"]:
            return None
    return _clock(line, link)


def _range(line: Line, i: int, first: Clock, second: Clock) -> tuple[Mention, int]:
    """Morning or evening of the second end, when the first has none, holds for both ("2 to 5 pm")."""
    low, high = first.minutes, second.minutes
    sure = second.sure or first.sure
    if second.sure and not first.sure and low < HALF_DAY <= high and low + HALF_DAY < high:
        low += HALF_DAY
    if not second.sure and high <= low and high + HALF_DAY > low:
        high += HALF_DAY
    if high <= low:
        high += DAY
    tokens = () if sure else ("12h",)
    return _value(line, i, second.end, low, high, (second.zone or first.zone, *tokens), "range")


def _mention(line: Line, i: int, clock: Clock) -> tuple[Mention, int]:
    tokens = () if clock.sure else ("12h",)
    return _value(line, i, clock.end, clock.minutes, clock.minutes, (clock.zone, *tokens), "exact")


def _value(
    line: Line, i: int, end: int, low: int, high: int, tokens: tuple[str, ...], bound: str
) -> tuple[Mention, int]:
    start, stop = line.tokens[i].start, line.tokens[end - 1].end
    name = _name(low) if low == high else f"{_name(low)}–{_name(high)}"
    kept = tuple(token for token in tokens if token)
    name = " ".join((name, *(zone.upper() for zone in kept if zone_minutes(zone) is not None)))
    value = Value("time", line.text[start:stop], name, float(low), float(high), "time", bound, tokens=kept)  # type: ignore[arg-type]
    return Mention(start, stop, value), end


def _name(minutes: int) -> str:
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
