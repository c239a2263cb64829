"""A clock being read, and the part of the day that follows it: "pm", "in the evening", "Uhr morgens"."""

from __future__ import annotations

from typing import NamedTuple

from consilience.values.line import Line

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


def at_hour(line: Line, i: int, end: int) -> bool:
    """ "home at seven.": a bare hour after "at", "until" or "before", at the end of a clause."""
    lead = line.tokens[i - 1].folded if i else ""
    closes = (
        end >= len(line.tokens)
        or line.tokens[end].text in ".,;:!?)|"
        or line.tokens[end].folded in ("on", "sharp")
        or (line.tokens[end].folded == "and" and line.longest(end, line.lexicon.maps["and_half"]) == end)
    )
    return lead in ("at", "until", "till", "before") and closes and line.lexicon.language == "en"


def day_part(line: Line, j: int, minutes: int, spoken: bool) -> Clock:
    """The clock at `minutes` with the part of the day that may stand at token `j` ("pm", "in the evening")."""
    end = max(line.after(j, "clock_words"), j)
    shift, end = _after_hour(line, end) if minutes % 60 == 0 else (0, end)
    minutes += shift
    strong = end > j or (spoken and minutes % 60 != 0)
    am, pm = line.after(end, "am"), line.after(end, "pm")
    after = max(am, pm)
    hour_known = minutes >= 13 * 60
    if after == end:
        return Clock(end, minutes % DAY, hour_known or (not spoken and end > j), strong)
    night = line.after(end, "night") == after
    evening = (pm == after or night) and not (night and minutes % HALF_DAY < 5 * 60)
    minutes %= HALF_DAY if minutes < 13 * 60 else DAY
    if after < len(line.tokens) and line.tokens[after].text == "." and line.tokens[after - 1].text in ("m", "M"):
        after += 1
    return Clock(after, minutes + (HALF_DAY if evening and minutes < HALF_DAY else 0), True, True)


def _after_hour(line: Line, i: int) -> tuple[int, int]:
    """Minutes that a phrase after the hour adds ("et demie", "y cuarto", "menos cuarto"), with the token after it."""
    table = line.lexicon.maps["clock_after"]
    end = line.longest(i, table)
    return (int(table[line.phrase(i, end)]), end) if end > i else (0, i)
