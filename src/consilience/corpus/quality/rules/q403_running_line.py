from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Piece

_PAGE = re.compile(
    r"(?:page|seite|página|pagina|p\.)\s*\d{1,4}(?:\s*(?:/|of|von|de|di|van|sur)\s*\d{1,4})?", re.IGNORECASE
)
_LINE = re.compile(r"\S[^\n]*")
_DIGITS = re.compile(r"\d+")
OFTEN = 4  # times: a line may be repeated for emphasis, hardly four times


class RunningLine(Detector):
    """Page headers, footers and notices that an export left in the text, over and over.

    They cut sentences apart at page breaks and make unlike passages look alike. A line counts if it is a page number,
    or stands word for word in four places; list items and table rows may repeat.

    **Bad**

        ... and the deposit
        Merrow Valley Water plc - internal - Page 3 of 12
        is paid back within six weeks.

    **Good**

        ... and the deposit is paid back within six weeks.
    """

    code = "Q403"
    dimension = "information_density"
    title = "Running header or footer in the text"
    severity = "warning"
    weight = 0.08
    message = "'{line}' is repeated {count} times: a page header or footer."
    advice = "Remove page headers and footers when exporting."
    hollow = True

    def find(self, page: Page) -> Iterable[Hit]:
        places: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for piece in page.prose:
            for start, end, line in _short_lines(piece):
                key = _DIGITS.sub("0", line.lower()) if _PAGE.search(line) else line.lower()
                places[key].append((start, end, line))
        for found in places.values():
            least = 2 if _PAGE.search(found[0][2]) else OFTEN
            if len(found) >= least:
                for start, end, line in found[1:]:
                    yield Hit(start, end, 1.0, (("line", line[:60]), ("count", str(len(found)))))


def _short_lines(piece: Piece) -> Iterable[tuple[int, int, str]]:
    if piece.kind != "paragraph":
        return
    for match in _LINE.finditer(piece.text):
        line = match.group().strip()
        subheading = line.endswith((":", ":*", ":**")) or line.startswith(("*", "_"))
        if (piece.running and 3 <= len(line.split()) <= 14 and not subheading) or _PAGE.fullmatch(line):
            yield piece.start + match.start(), piece.start + match.start() + len(line), line
