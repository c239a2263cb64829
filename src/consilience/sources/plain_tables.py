"""Tables in plain text: columns parted by bars, by tabs or by runs of spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from consilience.sources import layout
from consilience.sources.lines import Line
from consilience.sources.outline import plain

_WIDE = "   "  # makes a row of a line, as a tab does
_GAP = re.compile(r"[ ]{2,}|[ ]*\t[ \t]*")  # parts the cells of a row
_BAR = re.compile(r"[ \t]*\|[ \t]*")
_FORM = "___"  # a blank to be filled in by hand: a form, not a table


class Row(NamedTuple):
    """A row with the spans of its trimmed cells."""

    start: int
    end: int
    cells: tuple[tuple[int, int], ...]
    heads: tuple[str, ...]  # contents of the cells
    is_header: bool = False


class Table(NamedTuple):
    """Rows of a table and the line behind it."""

    rows: list[Row]
    next_line: int


def find_table(lines: Sequence[Line], at: int) -> Table | None:
    """The table that begins at line `at`: two rows or more with two columns or more; None if there is none."""
    gap = _column_gap(lines[at].text)
    if gap is None:
        return None
    rows: list[Row] = []
    ruled = -1
    index = at
    while index < len(lines) and lines[index].text.strip():
        row = None if layout.is_rule(lines[index].text) else _row(lines[index], gap)
        if row is not None:
            rows.append(row)
        elif layout.is_rule(lines[index].text):
            ruled = len(rows) if ruled < 0 else ruled
        else:
            break
        index += 1
    if len(rows) < 2:
        return None
    if ruled == 1 or (ruled != 1 and _is_header(rows)):
        rows[0] = rows[0]._replace(is_header=True)
    return Table(rows, index)


def _column_gap(text: str) -> re.Pattern[str] | None:
    gap = _gap_of(text)
    return None if gap is None or _FORM in text or layout.marker(text) is not None else gap


def _gap_of(text: str) -> re.Pattern[str] | None:
    bars = text.count("|")
    if bars >= 2 or (bars == 1 and not text.strip().startswith("|")):
        return _BAR
    return _GAP if _is_parted(text.strip()) else None


def _is_parted(text: str) -> bool:
    return _WIDE in text or "\t" in text


def _row(line: Line, gap: re.Pattern[str]) -> Row | None:
    start = line.start + layout.indent(line.text)
    end = line.start + len(line.text.rstrip())
    text = line.text.strip()
    if _FORM in text or layout.marker(line.text) is not None or (gap is _GAP and not _is_parted(text)):
        return None
    cells = []
    begin = 0
    for found in gap.finditer(text):
        if found.start() or gap is not _BAR:
            cells.append((start + begin, start + found.start()))
        begin = found.end()
    if begin < len(text) or gap is not _BAR:
        cells.append((start + begin, start + len(text)))
    if len(cells) < 2:
        return None
    return Row(start, end, tuple(cells), tuple(plain(text[a - start : b - start]) for a, b in cells))


def _is_header(rows: Sequence[Row]) -> bool:
    """Without a rule below it, the first row is a header if it is all words and the rows below have figures."""
    return is_header([row.heads for row in rows])


def is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of these rows looks like column heads: every cell filled, none a figure, and figures below
    it.
    """
    if len(rows) < 2 or not all(head.strip() for head in rows[0]) or any(_figure(head) for head in rows[0]):
        return False
    return any(_figure(cell) for row in rows[1:] for cell in row[1:])


def _figure(text: str) -> bool:
    return any(map(str.isdigit, text))
