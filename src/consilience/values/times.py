"""Times of day in minutes since midnight, and ranges of them: "09:00", "3.30 pm", "half acht", "18 Uhr", "07:30–19:00".

A time that may mean morning or evening ("half past nine") carries the token "12h" and compares modulo twelve hours.
"""

from __future__ import annotations

from consilience.model import Mention, Value
from consilience.values.clock_parts import DAY, HALF_DAY, Clock
from consilience.values.clocks import read_clock
from consilience.values.line import Line
from consilience.values.zones import zone_minutes

_DAYS = frozenset({"on", "every", "each", "daily", "and", "during"})
_DASHES = frozenset("-–—−")


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The time or range of times that begins at token `i`, with the token after it, or None."""
    first = read_clock(line, i)
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
    before = line.tokens[i - 1].folded if i else ""
    if (
        before in line.lexicon.weekdays
        and first.end < second.end
        and _dotted(line, i)
        and _dotted(line, second.end - 1)
    ):
        return True  # "Fri 8.00–14.00"
    if (before not in ("from", "open") and before not in line.lexicon.weekdays) or line.lexicon.language != "en":
        return False
    end = second.end
    closes = end >= len(line.tokens) or line.tokens[end].text in ".,;:!?)|" or line.tokens[end].folded in _DAYS
    return closes and HALF_DAY >= first.minutes > second.minutes and first.minutes % 60 == second.minutes % 60 == 0


def _dotted(line: Line, i: int) -> bool:
    whole, point, minutes = line.tokens[i].text.partition(".")
    return bool(point) and whole.isdigit() and minutes.isdigit() and len(minutes) == 2


def _second(line: Line, i: int, first: Clock) -> Clock | None:
    tokens, j = line.tokens, first.end
    if j >= len(tokens):
        return None
    if tokens[j].text in _DASHES:
        return read_clock(line, j + 1) if j + 1 < len(tokens) else None
    link = line.after(j, "range")
    if link == j or link >= len(tokens):
        return None
    if line.phrase(j, link) in ("and", "und", "et", "y", "en", "e"):
        left = tokens[i - 1].folded if i else ""
        if left not in line.lexicon.sets["between"]:
            return None
    return read_clock(line, link)


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
