from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_LOST = re.compile(r"[\ufffd\x00-\x08\x0e-\x1f\x7f]+")


class LostCharacters(Detector):
    """Replacement characters (U+FFFD), NUL and other control characters: text that the export lost for good.

    The number or name that stood there cannot be recovered from this copy. Reported once per paragraph.

    **Bad**

        The fee is � 40.

    **Good**

        The fee is € 40.
    """

    code = "Q106"
    dimension = "clarity"
    title = "Lost characters"
    severity = "error"
    weight = 0.3
    message = "{count} characters here were lost (replacement or control characters)."
    advice = "Restore the passage from the original document."
    also = (("completeness", 0.5),)

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.pieces:
            lost = list(_LOST.finditer(piece.text))
            if lost:
                count = sum(len(match.group()) for match in lost)
                yield Hit(
                    piece.start + lost[0].start(),
                    piece.start + lost[-1].end(),
                    min(3.0, 0.5 + 0.5 * count),
                    (("count", str(count)),),
                )
