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
        for piece in page.pieces:
            what, count = _run_in(piece, page)
            if what:
                fill = (("what", what), ("words", str(count)))
                yield Hit(piece.start, piece.end, min(6.0, 0.5 + count / 100), fill)


def _run_in(piece: Piece, page: Page) -> tuple[str, int]:
    """What the piece is and its words, if it holds more than it should; otherwise an empty name."""
    if piece.kind == "heading" and len(piece.text.split()) > HEADING and not piece.text.isupper():
        return "heading", len(piece.text.split())
    if piece.kind == "table_row" and len(piece.words) > CELL:
        longest = max((len(page.text[start:end].split()) for start, end in piece.block.cells), default=0)
        return ("table cell", longest) if longest > CELL else ("", 0)
    return "", 0
