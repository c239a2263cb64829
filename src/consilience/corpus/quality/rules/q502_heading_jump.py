from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page


class HeadingJump(Detector):
    """A heading two levels or more below the one above it: a level was skipped.

    The outline is what a passage inherits its context from; a skipped level usually means a lost heading.

    **Bad**

        # Manual
        ### Oil change

    **Good**

        # Manual
        ## Maintenance
        ### Oil change
    """

    code = "Q502"
    dimension = "coherence"
    title = "Heading level skipped"
    severity = "info"
    weight = 0.1
    message = "'{heading}' is {levels} levels below the heading before it."
    advice = "Add the missing heading, or raise this one."

    def find(self, page: Page) -> Iterable[Hit]:
        if page.guessed:
            return
        above = 0
        for heading in page.headings:
            level = heading.block.level
            if above and level > above + 1:
                fill = (("heading", " ".join(heading.text.split())), ("levels", str(level - above)))
                yield Hit(heading.start, heading.end, 1.0, fill)
            above = level or above
