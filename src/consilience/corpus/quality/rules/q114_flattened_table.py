from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

ROWS, COLUMNS = 3, 3  # as many rows of as many cells make a table
_ROW = 200  # characters: a longer stretch between two semicolons is a clause


class FlattenedTable(Detector):
    """A table whose rows stand in one paragraph, parted by semicolons, with no lines of their own.

    Which figure belongs to which column is lost on a reader and on a chunk that begins in the middle. Three rows in a
    sequence with the same number of cells, three or more, and figures in most of them count.

    **Bad**

        Code, Test, Price, Delivery; M-110, Tensile, 74, 7 days; M-115, Charpy, 96, 10 days; M-160, Hardness, 31, 5 days

    **Good**

        | Code | Test | Price | Delivery |
        |---|---|---|---|
        | M-110 | Tensile | 74 | 7 days |
    """

    code = "Q114"
    dimension = "clarity"
    title = "Table run into the text"
    severity = "warning"
    weight = 0.3
    message = "{rows} rows of a table with {columns} columns stand in one paragraph."
    advice = "Make it a table again, with a heading for every column."
    also = (("coherence", 0.25),)

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.prose:
            if piece.text.count(";") < ROWS - 1:
                continue
            for start, end, rows, columns in _tables(piece.text):
                fill = (("rows", str(rows)), ("columns", str(columns)))
                yield Hit(piece.start + start, piece.start + end, min(3.0, 0.5 + rows / 6), fill)


def _tables(text: str) -> Iterable[tuple[int, int, int, int]]:
    """(start, end, rows, columns) of runs of segments with the same number of cells, figures in most."""
    position, rows = 0, []
    for segment in text.split(";"):
        rows.append((position, position + len(segment), segment, _cells(segment)))
        position += len(segment) + 1
    for columns, group in groupby(rows, key=lambda row: row[3]):
        run = list(group)
        figures = sum(any(map(str.isdigit, segment)) for _, _, segment, _ in run)
        if columns >= COLUMNS and len(run) >= ROWS and 2 * figures > len(run):
            yield run[0][0], run[-1][1], len(run), columns


def _cells(segment: str) -> int:
    """Cells of a row parted by commas that are followed by a space ("1,000" is one); 0 for what is too long for one."""
    return segment.count(", ") + 1 if len(segment) <= _ROW else 0
