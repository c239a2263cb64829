from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

LIMIT = 150  # words: about a dozen lines; longer paragraphs hold more than one subject


class WallOfText(Detector):
    """A paragraph of more than 150 words: formatting was lost or never there.

    Nobody finds a rule in a wall of text, and a chunk of it answers several questions badly instead of one well.

    **Bad**

        One paragraph of 300 words on opening hours, prices, complaints and the lost property office.

    **Good**

        Four short paragraphs, each under its heading.
    """

    code = "Q102"
    dimension = "clarity"
    title = "Wall of text"
    severity = "warning"
    weight = 0.17
    message = "This paragraph has {words} words without a break."
    advice = "Break it up where the subject changes and turn enumerations into lists."
    also = (("coherence", 0.25),)

    def find(self, page: Page) -> Iterable[Hit]:
        for passage in page.passages:
            count = len(passage.words)
            if passage.running and count > LIMIT:
                yield Hit(passage.start, passage.end, min(4.0, count / LIMIT), (("words", str(count)),))
