from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_NUMBERS = {
    word: value
    for value, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], start=2)
}
_NOUNS = (
    "steps parts points items rules reasons things questions options ways conditions stages phases documents "
    "sections principles elements categories levels types kinds criteria requirements tasks goals"
)
_ANNOUNCES = re.compile(
    rf"\b({'|'.join(_NUMBERS)}|[2-9]|1\d)\s+(?:[a-z-]{{2,20}}\s+){{0,2}}({'|'.join(_NOUNS.split())})\b"
    r"[^.!?:]{0,80}:\s*$",
    re.IGNORECASE | re.ASCII,
)


class FewerThanAnnounced(Detector):
    """A list with fewer items than the sentence before it announces.

    Items were lost, or the sentence was not updated; the reader cannot tell which.

    **Bad**

        There are four steps:

        1. Stop the pump.
        2. Close the valve.

    **Good**

        There are two steps:
    """

    code = "Q307"
    dimension = "completeness"
    title = "Fewer items than announced"
    severity = "warning"
    weight = 0.4
    message = "{announced} {what} are announced and {present} follow."
    advice = "Restore the missing items or correct the number."
    per_document = True

    def find(self, page: Page) -> Iterable[Hit]:
        for piece in page.prose:
            match = _ANNOUNCES.search(piece.text[-200:]) if piece.kind == "paragraph" else None
            if match is None:
                continue
            announced = _NUMBERS.get(match[1].lower()) or int(match[1])
            present = _items(page, piece.index + 1)
            if 0 < present < announced:
                fill = (("announced", str(announced)), ("what", match[2].lower()), ("present", str(present)))
                yield Hit(piece.start, piece.end, 1.0, fill)


def _items(page: Page, position: int) -> int:
    """List items of the outermost depth from a piece on."""
    count, depth = 0, None
    for piece in page.pieces[position:]:
        if piece.kind != "list_item":
            break
        depth = piece.block.level if depth is None else min(depth, piece.block.level)
        count += piece.block.level == depth
    return count
