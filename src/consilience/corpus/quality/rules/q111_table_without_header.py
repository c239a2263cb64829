from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Piece


class TableWithoutHeader(Detector):
    """A table of three rows or more with two or more columns of bare numbers, and no names for its columns.

    A row that is retrieved alone is a list of figures that mean nothing. Columns of words, and one column of figures
    behind a name, explain themselves.

    **Bad**

        | Oxtarn | 12 | 4.5 |
        | Thornsea | 9 | 3.8 |

    **Good**

        | Site | Staff | Area in ha |
        |---|---|---|
        | Oxtarn | 12 | 4.5 |
    """

    code = "Q111"
    dimension = "clarity"
    title = "Table without column names"
    severity = "warning"
    weight = 0.2
    message = "The columns of this table have no names."
    advice = "Add a header row that names every column and its unit."

    def find(self, page: Page) -> Iterable[Hit]:
        for rows in page.tables:
            named = any(row.block.is_header or any(row.block.header) for row in rows)
            if not named and len(rows) >= 3 and _bare_columns(rows, page) >= 2:
                yield Hit(rows[0].start, rows[-1].end)


def _bare_columns(rows: tuple[Piece, ...], page: Page) -> int:
    """Columns in which most cells hold digits and no letters."""
    width = min(len(row.block.cells) for row in rows)
    bare = 0
    for column in range(width):
        cells = [page.text[slice(*row.block.cells[column])] for row in rows]
        numbers = [cell for cell in cells if any(map(str.isdigit, cell)) and not any(map(str.isalpha, cell))]
        bare += len(numbers) * 2 > len(rows)
    return bare
