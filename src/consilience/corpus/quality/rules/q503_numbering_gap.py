from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_NUMBER = re.compile(
    r"[#\s*]*(?:(?:section|chapter|article|part|step|abschnitt|kapitel|artikel)\s+)?(\d{1,2})(?:[.):]|\s|$)(?!\d)",
    re.IGNORECASE,
)


class NumberingGap(Detector):
    """Numbered headings with a number missing: 1, 2, 4.

    A section was removed or lost, and references to it lead nowhere. Numbers are read only where three headings in a
    row carry them.

    **Bad**

        ## 1 Scope   ## 2 Terms   ## 4 Fees

    **Good**

        ## 1 Scope   ## 2 Terms   ## 3 Fees
    """

    code = "Q503"
    dimension = "coherence"
    title = "Number missing in the headings"
    severity = "warning"
    weight = 0.15
    message = "Number {missing} is missing before this heading."
    advice = "Restore the missing section or number the headings again."
    also = (("completeness", 0.5),)

    def find(self, page: Page) -> Iterable[Hit]:
        numbered = [(int(match[1]), heading) for heading in page.headings if (match := _NUMBER.match(heading.text))]
        if len(numbered) < 3 or numbered[0][0] > 1:
            return
        for (before, _), (number, heading) in pairwise(numbered):
            if before + 1 < number <= before + 3:
                yield Hit(heading.start, heading.end, 1.0, (("missing", str(before + 1)),))
