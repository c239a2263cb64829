"""Ranges of amounts: what joins two measures to one range, and when they are of one scale."""

from __future__ import annotations

from dataclasses import replace

from consilience.values import units
from consilience.values.intervals import plain
from consilience.values.line import AGE, Line, Measure
from consilience.values.measures import measure

_PLUS = frozenset({"plus"})
_DASHES = frozenset("-–—−…")


def second_end(line: Line, first: Measure) -> Measure | None:
    """The second end of a range that begins with `first`, or None."""
    i, tokens = first.end, line.tokens
    if i >= len(tokens) or first.article:
        return None
    if tokens[i].text in _DASHES and line.gap(i) == line.gap(i + 1):
        link = i + 1
    elif line.phrase(i, i + 3) == ". . .":
        link = i + 3
    else:
        link = line.after(i, "range")
        if link == i or not _links(line, first, i, link):
            return None
    if line.phrase(link, link + 1) in _PLUS:
        link += 1  # "from minus five to plus sixty degrees"
    second = measure(line, link)
    if second is not None and first.noun == AGE and second.kind == "count":
        second = replace(second, kind=first.kind, unit=first.unit, written=first.written)
    if second is not None and _until_year(line, first, second):
        return None
    if second is None or second.article or not _same_scale(first, second):
        return None
    return second


def _until_year(line: Line, first: Measure, second: Measure) -> bool:
    """ "It was £5 until 2019": a year after an amount ends a time, no range."""
    text = line.tokens[second.start].text
    plain = second.kind == "count" and second.end == second.start + 1 and len(text) == 4 and text.isdigit()
    return plain and 1900 <= second.value < 2100 and first.value < 1000 and first.kind != "count"


def _links(line: Line, first: Measure, i: int, link: int) -> bool:
    """ "and" joins a range only after "between"; "a" in the Romance languages only between numbers."""
    words = line.phrase(i, link)
    if words in ("and", "und", "et", "y", "en", "e"):
        start = line.before(first.start, line.lexicon.sets["aged"]) if first.noun == AGE else first.start
        return start > 0 and line.tokens[start - 1].folded in line.lexicon.sets["between"]
    return True


def _same_scale(first: Measure, second: Measure) -> bool:
    if first.kind == second.kind:
        if first.kind in ("quantity", "duration"):
            a, b = units.scale(first.unit), units.scale(second.unit)
            return a is not None and b is not None and a.dimension == b.dimension
        return first.unit == second.unit and first.value <= second.value
    if first.kind == "money" and first.written == first.unit:  # "$40-50"
        return second.kind == "count" and not second.noun and first.value < second.value
    return first.kind == "count" and not first.noun and first.value != second.value


def range_name(first: Measure, second: Measure) -> str:
    """The canonical text of a range, its unit once."""
    if first.unit != second.unit:
        return f"{plain(first.value)} {first.written}–{plain(second.value)} {second.written}"
    low, high = sorted((first.value, second.value))
    return f"{plain(low)}–{plain(high)} {second.written}".strip()
