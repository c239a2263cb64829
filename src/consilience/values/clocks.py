"""One time of day: "09:00", "3.30 pm", "half acht", "18 Uhr", "ten to nine", "noon"."""

from __future__ import annotations

from consilience.values.clock_parts import DAY, Clock, at_hour, day_part
from consilience.values.digit_clocks import read_digits
from consilience.values.line import Line
from consilience.values.numbers import read as read_number
from consilience.values.zones import read_zone


def read_clock(line: Line, i: int) -> Clock | None:
    """The time of day that begins at token `i`, or None; see `Clock` for what is known of it."""
    if line.tokens[i].kind == "number":  # no clock in words begins with digits
        found = read_digits(line, i)
    else:
        found = _named(line, i) or _spoken(line, i) or _hundred(line, i) or _words(line, i)
    if found is None:
        return None
    if found.strong and found.minutes % 60 == 0 and not _led(line, i, found):
        found = found._replace(strong=False)
    zone, end = read_zone(line, found.end)
    return found._replace(end=end, zone=zone)


_AT_WORDS = frozenset({"at", "by", "around", "about", "until", "till", "s"})  # "it's ten to six"


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
        j = max(line.after(i, name), _bare_half(line, i, name))
        hour = _hour(line, j) if j > i else None
        if hour and not (name == "half_to" and _unit_after(line, hour[1])):
            return day_part(line, hour[1], hour[0] * 60 + shift, spoken=True)
    return _minutes_from(line, i)


def _bare_half(line: Line, i: int, name: str) -> int:
    """ "till half one": half past one, in English."""
    said = name == "half_past" and line.lexicon.language == "en" and line.tokens[i].folded == "half"
    return i + 1 if said and i and line.tokens[i - 1].folded in _AT_WORDS else i


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
            clock = day_part(line, hour[1], hour[0] * 60 + sign * int(minutes.value), spoken=True)
            at = i > 0 and line.tokens[i - 1].folded in _AT_WORDS
            if clock.sure and round_minutes and minutes.value == 5 and name == "minutes_to" and not at:
                return None  # "five to eight in the evening" are three hours
            # "Ten to three" alone may be a range.
            if j - minutes.end == 2 or line.phrase(minutes.end, j) == "past" or (round_minutes and (clock.sure or at)):
                return clock._replace(strong=True)
    return None


def _hour(line: Line, j: int) -> tuple[int, int] | None:
    if j >= len(line.tokens):
        return None
    named = _named(line, j)
    if named is not None:  # "half past midnight"
        return named.minutes // 60, named.end
    number = read_number(line, j)
    if number is None or number.value != int(number.value) or not 0 <= number.value <= 24:
        return None
    return int(number.value), number.end


def _words(line: Line, i: int) -> Clock | None:
    """ "ten at night", "nine o'clock", "two in the morning"; a bare word serves only as the end of a range."""
    if line.tokens[i].kind != "word":
        return None
    number = read_number(line, i)
    if number is None or number.kind != "words" or number.value > 24 or number.value != int(number.value):
        return None
    clock = day_part(line, number.end, int(number.value) * 60, spoken=True)
    return clock._replace(strong=clock.strong or at_hour(line, i, number.end))


def _hundred(line: Line, i: int) -> Clock | None:
    """ "at twenty hundred hours"."""
    at = i > 0 and line.tokens[i - 1].folded in ("at", "until", "by", "before")
    number = read_number(line, i) if at and line.tokens[i].kind == "word" else None
    if number is None or number.value % 100 or not 1000 <= number.value <= 2400 or line.lexicon.language != "en":
        return None
    if line.phrase(number.end - 1, number.end + 1) != "hundred hours" or number.end - i < 2:
        return None
    return Clock(number.end + 1, int(number.value) // 100 * 60 % DAY, True, True)
