from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

HEADING = 40  # words: a longer heading holds its section itself (Q113)


class EmptySection(Detector):
    """A heading with nothing under it, not even a lower heading.

    The reader is promised something that is not there. Title lines at the head of a document are not sections.

    **Bad**

        ## Fees

        ## Contact

    **Good**

        ## Fees

        Registration is free.
    """

    code = "Q305"
    dimension = "completeness"
    title = "Empty section"
    severity = "warning"
    weight = 0.5
    message = "There is nothing under the heading '{heading}'."
    advice = "Write the section or remove its heading."
    per_document = True

    def find(self, page: Page) -> Iterable[Hit]:
        if page.guessed:
            return
        begun = False
        for section, following in zip(page.sections, (*page.sections[1:], None), strict=True):
            begun = begun or bool(section.body)
            heading = section.heading
            if heading is None or section.body or not begun or len(heading.words) > HEADING:
                continue
            deeper = (
                following is not None
                and following.heading is not None
                and following.heading.block.level > heading.block.level
            )
            # A lone line of the highest level before another one is a running title of a web page.
            title = following is not None and heading.block.level == 1
            if not deeper and not title:
                yield Hit(heading.start, heading.end, 1.0, (("heading", " ".join(heading.text.split())),))
