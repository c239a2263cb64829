from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

# UTF-8 read as Latin-1 or Windows-1252: the lead byte of a two- or three-byte sequence, then what its next byte became.
_TRACE = re.compile(r"Ã[\u0080-\u00bf‚ƒ„…†‡ˆ‰‹Œ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00bf™œžš˜¢¦“”]?|Â[\u0080-\u00bf]|ï»¿")


class Mojibake(Detector):
    """Text that was decoded with the wrong encoding.

    Searches for the right word do not find it, and an encoder sees noise. Reported once per paragraph.

    **Bad**

        The cafÃ© doesnâ€™t take cards.

    **Good**

        The café doesn’t take cards.
    """

    code = "Q105"
    dimension = "clarity"
    title = "Wrong character encoding"
    severity = "error"
    weight = 0.3
    message = "'{trace}' looks like text decoded with the wrong encoding."
    advice = "Export the document again as UTF-8."

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.pieces:
            if piece.kind == "code":
                continue
            traces = list(_TRACE.finditer(piece.text))
            if traces:
                start, end = traces[0].start(), traces[-1].end()
                weight = min(3.0, 0.5 + 0.5 * len(traces))
                yield Hit(piece.start + start, piece.start + end, weight, (("trace", traces[0].group()),))
