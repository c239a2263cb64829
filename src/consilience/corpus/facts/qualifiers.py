"""Qualifiers: what limits a statement to a period, a plan, an example, an opinion... (DESIGN section 5).

A qualifier is read from the clause of the value and the headings above it. It never removes a fact; it decides later
whether two facts that look alike may stand side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from consilience.corpus.facts.qualifiers_words import (
    CLAUSE_END,
    DENIED,
    EXAMPLE,
    EXAMPLES,
    FUTURE,
    OPINION,
    PAST,
    PATTERNS,
    PLANNED_ROW,
    PROPOSED,
    QUARTER,
    QUOTED,
    SOMEBODY,
    SUPPOSED,
    UNTIL,
    VERSION,
    YEAR,
)

_BESIDE = ("minimum", "maximum", "average", "total", "each")  # limit the value they stand beside, not the statement
_BEFORE, _AFTER = 45, 25  # characters that count as beside


def qualifiers(
    text: str, start: int, end: int, above: str, header: Sequence[str] | None = None
) -> tuple[tuple[str, str], ...]:
    """(kind, word) pairs that limit the value at text[start:end], from its statement and the headings `above` it.

    `header` are the column heads where the statement is a table row. Sorted, without repeats. A word such as "each"
    or "minimum" limits the value it stands beside, "formerly" its clause, and "example" in a heading everything
    below it.
    """
    row = header is not None
    clause = (0, len(text)) if row else clause_of(text, start, end)
    near = (0, len(text)) if row else (start - _BEFORE, end + _AFTER)
    first = {kind: _first(kind, text, *(near if kind in _BESIDE else clause)) for kind in _matches(text)}
    found = set({**_above(above), **{kind: word for kind, word in first.items() if word}}.items())
    found.update(_told(text, start, end, clause, above))
    planned = next(filter(None, map(PLANNED_ROW.search, (header or ())[1:])), None)
    if planned:
        found.add(("planned", planned.group(0).lower()))
    found.update(_times(text, start, end, clause, above))
    return tuple(sorted(found))


def clause_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a statement around text[start:end], up to a semicolon, a dash, "but" or "while"."""
    low, high = 0, len(text)
    for cut, after in _cuts(text):
        if after <= start:
            low = after
        elif cut >= end:
            return low, cut
    return low, high


@lru_cache(maxsize=4096)
def _cuts(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in CLAUSE_END.finditer(text))


def _first(kind: str, text: str, low: int, high: int) -> str:
    """The first word of a kind of qualifier in text[low:high], "" when there is none."""
    for start, word in _matches(text)[kind]:
        if low <= start < high and not (kind == "planned" and SOMEBODY.search(text, low, start)):
            return word
    return ""


@lru_cache(maxsize=4096)
def _above(headings: str) -> Mapping[str, str]:
    """What headings say of all that stands below them, by kind."""
    proposed = PROPOSED.search(headings)
    superseded = [("superseded", word) for _, word in _matches(headings).get("superseded", ())[:1]]
    return dict([*superseded, ("planned", _folded(proposed))] if proposed else superseded)


@lru_cache(maxsize=4096)
def _matches(text: str) -> Mapping[str, tuple[tuple[int, str], ...]]:
    """Every qualifying word of a text by kind, with its place; the facts of a statement and of a section share it."""
    found = {}
    for kind, pattern in PATTERNS.items():
        words = tuple((match.start(), _folded(match)) for match in pattern.finditer(text))
        if words:
            found[kind] = words
    return found


def _told(text: str, start: int, end: int, clause: tuple[int, int], above: str) -> Iterator[tuple[str, str]]:
    """How the statement tells its value: as an example, an opinion, an old value, or not at all."""
    if not _tells(text):
        if example := EXAMPLES.search(above):
            yield "example", _folded(example)
        return
    low, high = clause
    before = text[low:start]
    example = _example(text, before, above)
    if example:
        yield "example", _folded(example)
    opinion = OPINION.search(text, low, high)
    if opinion:
        yield "opinion", _folded(opinion)
    elif any(one.start() < start and end < one.end() for one in QUOTED.finditer(text)):
        yield "opinion", "quoted words"
    denied = DENIED.search(before[-40:])
    if denied:
        yield "denied", _folded(denied)
    until = UNTIL.search(text, low, high)
    if until and (until.end() <= start or end <= until.start()) and PAST.search(text, low, high):
        yield "superseded", _folded(until)


@lru_cache(maxsize=4096)
def _tells(text: str) -> bool:
    """Whether a statement may tell how it tells its values; most do not, and are searched once for all of them."""
    return any(one.may(text) for one in (EXAMPLE, SUPPOSED, OPINION, QUOTED, DENIED, UNTIL))


def _example(text: str, before: str, above: str) -> re.Match[str] | None:
    example = EXAMPLE.search(before)
    if example and "," not in before[example.end() :].strip(" ,:"):
        return example
    return SUPPOSED.search(text) or EXAMPLES.search(above)


def _times(text: str, start: int, end: int, clause: tuple[int, int], above: str) -> Iterator[tuple[str, str]]:
    future = FUTURE.search(text)
    if future:
        yield "future", future.group(0).lower()
    outside = f"{text[:start]} {text[end:]}"
    years = [match.group(1) for match in YEAR.finditer(outside)] or [m.group(1) for m in YEAR.finditer(above)]
    for year in years:
        yield "period", year
    for match in QUARTER.finditer(outside):
        yield "season", match.group(1).lower()


def _folded(match: re.Match[str]) -> str:
    return " ".join(match.group(0).split()).lower()


def versions(text: str) -> frozenset[str]:
    """Version numbers named in a text, as qualifiers ("in 4.2", "3.x")."""
    return frozenset(match.group(1) for match in VERSION.finditer(text))
