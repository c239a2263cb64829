from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_START = re.compile(
    r"(?:(?:It|They|He|She)\s+(?!takes\b|is\s+(?:not\s+)?(?:possible|necessary|important|forbidden|allowed|up\s+to)\b)[a-z]"
    r"|(?:This|That|These|Those)\s+(?:is|are|was|were|means|applies|apply|has|have|can|must|will|should|does|do)\b)"
)


class PronounStart(Detector):
    """A document or an untitled part that begins with a pronoun whose noun is nowhere before it.

    A passage is retrieved alone: "It must be renewed yearly" answers nothing when nobody knows what "it" is. Under a
    heading the heading names the thing, so only text before the first heading is looked at.

    **Bad**

        It must be renewed every year. (first sentence of the document)

    **Good**

        The parking permit must be renewed every year.
    """

    code = "Q109"
    dimension = "clarity"
    title = "Opens with a pronoun"
    severity = "info"
    weight = 0.1
    message = "'{word}' opens the document and refers to nothing before it."
    advice = "Name the thing instead of the pronoun."

    def find(self, page: Page) -> Iterable[Hit]:
        if not page.sentences or not page.pieces:
            return
        first = page.sentences[0]
        if page.pieces[first.piece].index == 0 and _START.match(first.text):
            yield Hit(first.start, first.end, 1.0, (("word", first.words[0]),))
