"""Edits of a text: what stands where before and after. Everything that changes a document is a list of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """`text[start:end]` becomes `new`; an insertion has `start == end`. `operator` names who changed it."""

    start: int
    end: int
    new: str
    operator: str = ""


def apply(text: str, edits: Sequence[Edit]) -> tuple[str, tuple[Span, ...]]:
    """The edited text, and for each edit in the given order the span of its `new` in it.

    Insertions at one place stand in the given order. Raises ValueError when two edits overlap.
    """
    order = sorted(range(len(edits)), key=lambda index: (edits[index].start, edits[index].end))
    parts: list[str] = []
    spans: list[Span] = [(0, 0)] * len(edits)
    read = written = 0
    for index in order:
        edit = edits[index]
        if edit.start < read or edit.end < edit.start or edit.end > len(text):
            raise ValueError(f"The edit of [{edit.start}, {edit.end}) overlaps another or lies outside the text.")
        parts += (text[read : edit.start], edit.new)
        start = written + edit.start - read
        written = start + len(edit.new)
        spans[index] = (start, written)
        read = edit.end
    parts.append(text[read:])
    return "".join(parts), tuple(spans)


def moved(edits: Sequence[Edit], spans: Sequence[Span], span: Span) -> Span:
    """Where `text[span]` stands after the edits: what was changed inside it and at its ends is part of it."""
    order = sorted(range(len(edits)), key=lambda index: (edits[index].start, edits[index].end))
    starts = [edits[index].start for index in order]
    shifts = [0]
    for index in order:
        shifts.append(spans[index][1] - edits[index].end)
    return span[0] + shifts[bisect_right(starts, span[0] - 1)], span[1] + shifts[bisect_right(starts, span[1] - 1)]
