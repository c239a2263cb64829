from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Section

LIMIT = 500  # words: a closely printed page


class NoHeadings(Detector):
    """More than 500 words of running text without a heading.

    Headings tell a reader where to look and tell retrieval what a passage is about; where they are missing they were
    often lost in a copy or an export. Tables, code and lists carry their own structure and are not counted.

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
            count = _running(section)
            if count > LIMIT:
                start, end = section.body[0].start, section.body[-1].end
                yield Hit(start, end, min(2.0, 0.4 + (count - LIMIT) / LIMIT), (("words", str(count)),))


def _running(section: Section) -> int:
    return sum(len(piece.words) for piece in section.body if piece.running and piece.kind in ("paragraph", "quote"))
