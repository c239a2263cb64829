from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Piece

HEADING = 40  # words: even the titles of laws seldom have more
CELL = 150  # words of a cell, as many as a paragraph may have


class TextInHeading(Detector):
    """A heading of more than 40 words, or a table cell of more than 150: text was run into it.

    The text below a heading or table that lost its own line looks as if it belonged to it: passages lose the heading
    that says what they are about, and the outline becomes unreadable.

    **Bad**

        ## Visitors Visitors sign the book, wear a badge and are fetched by a colleague. For groups of more ...

    **Good**

        ## Visitors

        Visitors sign the book, wear a badge and are fetched by a colleague. For groups of more than five ...
    """

    code = "Q113"
    dimension = "clarity"
    title = "Text run into a heading or table"
    severity = "warning"
    weight = 0.25
    message = "This {what} has {words} words."
    advice = "Put the text that does not belong to it into paragraphs of its own."
    also = (("coherence", 0.7),)

    def find(self, page: Page) -> Iterable[Hit]:
        for heading in page.headings:
            words = len(heading.text.split())
            if words > HEADING and not heading.text.isupper():
                yield _hit(heading, "heading", words)
        for rows in page.tables:
            for row in rows if _has_short_rows(rows) else ():
                words = max((len(page.text[start:end].split()) for start, end in row.block.cells), default=0)
                if words > CELL:
                    yield _hit(row, "table cell", words)


def _hit(piece: Piece, what: str, words: int) -> Hit:
    return Hit(piece.start, piece.end, min(6.0, 0.5 + words / 100), (("what", what), ("words", str(words))))


def _has_short_rows(rows: tuple[Piece, ...]) -> bool:
    """Whether it is a table of data; one that only lays out a page has no short rows."""
    return len(rows) >= 3 and 2 * sum(len(row.words) < CELL / 3 for row in rows) >= len(rows)
