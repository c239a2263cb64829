from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Piece, Section

LIMIT = 400  # words: a printed page
_LEAD = re.compile(r"[*_]{2}[^*_\n]{2,120}[*_]{2}")


class NoHeadings(Detector):
    """More than 400 words of running text without a heading.

    Headings tell a reader where to look and tell retrieval what a passage is about; where they are missing they were
    often lost in a copy or an export. Tables, code and lists carry their own structure and are not counted,
    and a paragraph that opens in bold type has a heading of its own.

    **Bad**

        Two pages of prose under one title.

    **Good**

        The same text under "Before you start", "Installation" and "Trouble".
    """

    code = "Q103"
    dimension = "clarity"
    title = "Long stretch without headings"
    severity = "warning"
    weight = 0.5
    message = "{words} words of running text stand here without a heading."
    advice = "Add a heading where each new subject begins."
    per_document = True
    also = (("coherence", 0.5),)

    def find(self, page: Page) -> Iterable[Hit]:
        for section in page.sections:
            for stretch in _stretches(section):
                count = sum(len(piece.words) for piece in stretch)
                if count > LIMIT:
                    weight = min(2.0, 0.4 + (count - LIMIT) / LIMIT)
                    yield Hit(stretch[0].start, stretch[-1].end, weight, (("words", str(count)),))


def _stretches(section: Section) -> Iterable[list[Piece]]:
    """The running text of a section, parted where a paragraph has a lead in bold type."""
    stretch: list[Piece] = []
    for piece in section.body:
        if piece.kind not in ("paragraph", "quote") or not piece.running:
            continue
        if _LEAD.match(piece.text) and stretch:
            yield stretch
            stretch = []
        stretch.append(piece)
    if stretch:
        yield stretch
