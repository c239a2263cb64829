from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.acronyms import expansions
from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, content_terms


class AcronymTwice(Detector):
    """An acronym that is spelt out in two different ways.

    Every later use of it is ambiguous.

    **Bad**

        The Change Advisory Board (CAB) meets on Tuesday. ... The Central Audit Bureau (CAB) signs.

    **Good**

        The Change Advisory Board (CAB) meets on Tuesday. ... The Central Audit Bureau signs.
    """

    code = "Q203"
    dimension = "internal_consistency"
    title = "Acronym with two meanings"
    severity = "error"
    weight = 0.4
    message = "'{acronym}' is spelt out as '{this}' here and as '{first}' before."
    advice = "Keep the acronym for one of the two and write the other out."

    def find(self, page: Page) -> Iterable[Hit]:
        first: dict[str, str] = {}
        for acronym, expansion, start, end in expansions(page):
            known = first.setdefault(acronym, expansion)
            if not _terms(known) & _terms(expansion):
                yield Hit(start, end, 1.0, (("acronym", acronym), ("this", expansion), ("first", known)))


def _terms(expansion: str) -> frozenset[str]:
    return content_terms(tuple(expansion.lower().split())) or frozenset(expansion.lower().split())
