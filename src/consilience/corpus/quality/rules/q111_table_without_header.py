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
            cells = [[page.text[slice(*cell)] for cell in row.block.cells] for row in rows]
            if not named and _is_bare(cells):
                yield Hit(rows[0].start, rows[-1].end)
        for piece in page.prose:
            if "|" in piece.text and _is_bare(_piped(piece)):
                yield Hit(piece.start, piece.end)


def _piped(piece: Piece) -> list[list[str]]:
    """The cells of a paragraph of lines between bars, which without a rule under the first is no table in Markdown."""
    lines = [line.strip() for line in piece.text.strip().splitlines()]
    if not all(line.startswith("|") and line.endswith("|") and len(line) > 2 for line in lines):
        return []
    return [line[1:-1].split("|") for line in lines]


def _is_bare(rows: list[list[str]]) -> bool:
    """Whether three rows or more have two columns in which most cells hold digits and no letters."""
    if len(rows) < 3:
        return False
    bare = 0
    for column in range(min(map(len, rows))):
        cells = [row[column] for row in rows]
        numbers = [cell for cell in cells if any(map(str.isdigit, cell)) and not any(map(str.isalpha, cell))]
        bare += len(numbers) * 2 > len(rows)
    return bare >= 2
