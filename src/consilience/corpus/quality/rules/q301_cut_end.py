from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.endings import bare, breaks_off
from consilience.corpus.quality.page import WORD, Page


class CutEnd(Detector):
    """A paragraph or list item that stops in mid-sentence: the rest of the document was lost.

    A cut shows where the last word cannot be last ("... is kept for the"), where the document ends at a comma or in a
    bracket, or where the last paragraph is long and has no full stop. It weighs more where little of the document is
    left. Headings, addresses, signatures, tables and list items without a verb end without a full stop by
    right.

    **Bad**

        Keys must be back by noon, because post is only kept for

    **Good**

        Keys must be back by noon, because post is only kept for two weeks.
    """

    code = "Q301"
    dimension = "completeness"
    title = "Stops in mid-sentence"
    severity = "error"
    weight = 0.7
    message = "The text breaks off after '{words}'."
    advice = "Restore the end of the passage from the original document."
    per_document = True
    scarce = 0.6
    also = (("coherence", 0.35), ("clarity", 0.15))

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in (*page.prose, *page.headings[-1:]):
            if breaks_off(piece, page):
                tail = list(WORD.finditer(piece.text))[-5:]
                start, end = piece.start + tail[0].start(), piece.start + len(bare(piece.text))
                yield Hit(start, end, 1.0, (("words", " ".join(page.text[start:end].split())),))
