from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Piece


class AnnouncedList(Detector):
    """A sentence that announces something with a colon, and nothing comes: the next thing is a heading or the end.

    The list, table or example was lost, and with it the content of the section.

    **Bad**

        The following documents are needed:

        ## Fees

    **Good**

        The following documents are needed:

        - passport
        - contract
    """

    code = "Q302"
    dimension = "completeness"
    title = "Announced part never comes"
    severity = "error"
    weight = 0.6
    message = "'{words}' announces something, and nothing follows."
    advice = "Restore the list, table or example that belongs here."
    per_document = True
    also = (("coherence", 0.25),)

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.prose:
            if not piece.text.rstrip(" *").endswith(":") or len(piece.words) < 3:
                continue
            following = page.pieces[piece.index + 1] if piece.index + 1 < len(page.pieces) else None
            # An indented line behind a colon may have been taken for a heading in plain text.
            headed = following is not None and following.kind == "heading" and not page.guessed
            if following is None or (headed and not _deeper(following, piece)):
                words = " ".join(piece.text.split())[-60:]
                yield Hit(piece.start, piece.end, 1.0, (("words", words),))


def _deeper(heading: Piece, piece: Piece) -> bool:
    """Whether the heading stands below the one above the piece: its section may be what was announced."""
    return len(heading.block.path) >= len(piece.block.path) > 0
