"""Clocks in digits: "09:00", "3.30 pm", "10 am", "18 Uhr", "18h30", "at 7"."""

from __future__ import annotations

import re

from consilience.values.clock_parts import Clock, at_hour, day_part
from consilience.values.line import Line

_CLOCK = re.compile(r"(\d{1,2})\.(\d{2})")
_HOURS = frozenset({"hrs", "hours", "h"})
_AT = frozenset({"at", "um", "om", "alle", "las"})


def read_digits(line: Line, i: int) -> Clock | None:
    """ "09:00", "3.30 pm", "10 am", "18 Uhr", "18h30"."""
    tokens, text = line.tokens, line.tokens[i].text
    if tokens[i].kind != "number" or len(text) > 5:
        return None
    if (
        len(text) == 4
        and text[0] == "0"
        and text.isdigit()
        and int(text[2:]) < 60
        and line.phrase(i + 1, i + 2) in _HOURS
    ):
        return Clock(i + 2, int(text[:2]) * 60 + int(text[2:]), True, True)  # "0900 hrs"
    if text.isdigit() and len(text) <= 2 and int(text) <= 24:
        return _colon(line, i) or _bare_hour(line, i, int(text))
    dotted = _CLOCK.fullmatch(text)
    if dotted and int(dotted[1]) < 24 and int(dotted[2]) < 60:
        clock = day_part(line, i + 1, int(dotted[1]) * 60 + int(dotted[2]), spoken=False)
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
        return day_part(line, end, int(tokens[i].text) * 60 + int(minutes), spoken=False)._replace(
            strong=True, sure=True
        )
    if mark in ("h", "H"):
        return Clock(i + 3, int(tokens[i].text) * 60 + int(minutes), True, True)
    return None


def _bare_hour(line: Line, i: int, hour: int) -> Clock:
    lead = i > 0 and line.tokens[i - 1].folded in _AT | {"a"} and line.lexicon.language != "en"
    clock = day_part(line, i + 1, hour * 60, spoken=False)
    if i and line.tokens[i - 1].folded == "at" and not clock.strong and hour and at_hour(line, i, i + 1):
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
