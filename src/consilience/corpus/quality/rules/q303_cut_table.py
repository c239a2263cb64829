from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Piece


class CutTable(Detector):
    """A table whose last row is incomplete while the rows before it are not, or that has a header and no row.

    The rest of the table is missing.

    **Bad**

        | Hall | Beds | Rent |
        |---|---|---|
        | Quayside | 412 | 385 |
        | Millfield |

    **Good**

        | Millfield | 1,180 | 360 |
    """

    code = "Q303"
    dimension = "completeness"
    title = "Table breaks off"
    severity = "warning"
    weight = 0.6
    message = "The table breaks off here: {why}."
    advice = "Restore the missing cells and rows from the original."
    per_document = True

    def find(self, page: Page) -> Iterable[Hit]:
        for rows in page.tables:
            last = rows[-1]
            if len(rows) == 1 and last.block.is_header:
                yield Hit(last.start, last.end, 1.0, (("why", "there is a header and no row"),))
            elif len(rows) >= 3 and _short(last, rows[:-1], page, last.index == page.pieces[-1].index):
                yield Hit(last.start, last.end, 1.0, (("why", "the last row is not complete"),))


def _short(last: Piece, others: tuple[Piece, ...], page: Page, ends: bool) -> bool:
    """One filled cell where every other row fills at least three (a note or total under a table fills two).

    Where the document `ends` with the row, a row with fewer cells than all others is enough.
    """
    if ends and len(last.block.cells) < min(len(row.block.cells) for row in others):
        return True
    return _filled(last, page) <= 1 and min(_filled(row, page) for row in others) >= 3


def _filled(row: Piece, page: Page) -> int:
    return sum(1 for start, end in row.block.cells if page.text[start:end].strip())
