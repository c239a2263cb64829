from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page


class SameHeading(Detector):
    """Two headings with the same words under the same parent.

    They cannot be told apart in a table of contents or a citation; often the second is a copy.

    **Bad**

        ## Fees ... ## Fees

    **Good**

        ## Registration fees ... ## Library fees
    """

    code = "Q504"
    dimension = "coherence"
    title = "Same heading twice"
    severity = "info"
    weight = 0.1
    message = "There is another heading '{heading}' under the same parent."
    advice = "Merge the two sections or give them different headings."

    def find(self, page: Page) -> Iterable[Hit]:
        seen: set[tuple[tuple[str, ...], str]] = set()
        for heading in page.headings:
            text = " ".join(heading.text.split())
            key = (heading.block.path, text.lower())
            if key in seen:
                yield Hit(heading.start, heading.end, 1.0, (("heading", text),))
            seen.add(key)
