from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.acronyms import acronyms, is_explained, is_word
from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

MOST = 40  # acronyms looked up per document, so that a hostile one cannot make this slow
OFTEN = 3  # uses: an acronym used once or twice is an aside


class UndefinedAcronym(Detector):
    """An acronym used three times or more and never spelt out.

    Newcomers and encoders do not know the house's abbreviations. What everybody knows (EU, PDF, VAT ...), units
    behind a number and codes with digits are left alone.

    **Bad**

        The MOC form goes to the PSM. The MOC is closed by the PSM.

    **Good**

        The management-of-change (MOC) form goes to the process safety manager.
    """

    code = "Q110"
    dimension = "clarity"
    title = "Acronym never spelt out"
    severity = "info"
    weight = 0.04
    message = "'{acronym}' is used {count} times and never spelt out."
    advice = "Write the full term at its first use, with the acronym in brackets."

    def find(self, page: Page) -> Iterable[Hit]:
        often = [(acronym, spans) for acronym, spans in acronyms(page).items() if len(spans) >= OFTEN]
        for acronym, spans in often[:MOST]:
            if not is_explained(acronym, page) and not is_word(acronym, page):
                start, end = spans[0]
                yield Hit(start, end, 1.0, (("acronym", acronym), ("count", str(len(spans)))))
