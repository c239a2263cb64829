"""One time of day: "09:00", "3.30 pm", "half acht", "18 Uhr", "ten to nine", "noon"."""

from __future__ import annotations

import re
from typing import NamedTuple

from consilience.values.line import Line
from consilience.values.numbers import read as read_number
from consilience.values.zones import read_zone

_CLOCK = re.compile(r"(\d{1,2})\.(\d{2})")
_AT = frozenset({"at", "um", "om", "alle", "las"})
HALF_DAY, DAY = 720, 1440  # minutes


class Clock(NamedTuple):
    """A time in tokens up to `end`. `sure` says whether morning or evening is known.

    `strong` whether it can be nothing else.
    """

    end: int
    minutes: int
    sure: bool
    strong: bool
    zone: str = ""


def read_clock(line: Line, i: int) -> Clock | None:
    found = _named(line, i) or _spoken(line, i) or _digits(line, i) or _hundred(line, i) or _words(line, i)
    if found is None:
        return None
    if found.strong and found.minutes % 60 == 0 and not _led(line, i, found):
        found = found._replace(strong=False)
    zone, end = read_zone(line, found.end)
    return found._replace(end=end, zone=zone)


def _led(line: Line, i: int, clock: Clock) -> bool:
    """Whether hours are a time of day: "à 8 heures", "om acht uur", "a las ocho horas"; alone they last so long.

    In a language with a word of its own for the clock ("Uhr", "o'clock") they always are.
    """
    leads = line.lexicon.sets["clock_lead"]
    if not leads or line.tokens[clock.end - 1].folded not in line.lexicon.sets["clock_words"]:
        return True
    return line.before(i, leads) < i


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
            if clock.sure and round_minutes and minutes.value == 5 and name == "minutes_to" and not at:
                return None  # "five to eight in the evening" are three hours
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
    """ "at twenty hundred hours"."""
    at = i > 0 and line.tokens[i - 1].folded in ("at", "until", "by", "before")
    number = read_number(line, i) if at and line.tokens[i].kind == "word" else None
    if number is None or number.value % 100 or not 1000 <= number.value <= 2400 or line.lexicon.language != "en":
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
