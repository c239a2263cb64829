from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.references import labels, references


class BrokenReference(Detector):
    """A reference to a section, table, figure, appendix or step of this document that does not exist.

    The reader is sent nowhere, and what should be there is often what he needed. References into other documents
    ("section 4 of the handbook", "Article 6 of Regulation 261/2004") are left alone: they cannot be checked from
    here.

    **Bad**

        The limits are in Table 16. (the document has two tables)

    **Good**

        The limits are in Table 2.
    """

    code = "Q206"
    dimension = "internal_consistency"
    title = "Broken cross-reference"
    severity = "warning"
    weight = 0.35
    message = "The document has no {target}."
    advice = "Correct the number, add the missing part, or name the document in which it stands."
    also = (("completeness", 0.5), ("coherence", 0.35))

    def find(self, page: Page) -> Iterable[Hit]:
        present = labels(page)
        for reference in references(page):
            if not present.has(reference.kind, reference.number):
                # A text without chapters that speaks of chapter 12 may be one file of a book.
                weight = 0.5 if reference.kind == "chapter" and not present.numbers("chapter") else 1.0
                yield Hit(reference.start, reference.end, weight, (("target", " ".join(reference.text.split())),))
