"""Overlapping windows over a text that is too long to be read at once (paper section IV-B)."""

from __future__ import annotations

from collections.abc import Sequence


def windows(pieces: Sequence[tuple[int, int]], size: int, overlap: int) -> list[tuple[int, int]]:
    """Spans of at most `size` characters that hold the pieces (sentences, rows) whole, each window beginning with the
    last pieces of the one before it, up to `overlap` characters. A piece longer than `size` is a window of its own.

    `pieces` are (start, end) in the order of the text and do not overlap.
    """
    made: list[tuple[int, int]] = []
    first = 0
    while first < len(pieces):
        last = _last(pieces, first, size)
        made.append((pieces[first][0], pieces[last][1]))
        if last + 1 == len(pieces):
            break
        first = _again(pieces, first, last, size, overlap)
    return made


def _last(pieces: Sequence[tuple[int, int]], first: int, size: int) -> int:
    last = first
    while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= size:
        last += 1
    return last


def _again(pieces: Sequence[tuple[int, int]], first: int, last: int, size: int, overlap: int) -> int:
    """Where the next window begins: as far back as the overlap goes, but so that it holds one piece more."""
    begin = following = last + 1
    while begin - 1 > first and pieces[last][1] - pieces[begin - 1][0] <= overlap:
        if pieces[following][1] - pieces[begin - 1][0] > size:
            break
        begin -= 1
    return begin
