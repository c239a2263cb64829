from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import CorpusDetector, Hit
from consilience.corpus.quality.shelf import Shelf

LEAST = 150  # words: a note needs no edition
DOCUMENTS = 5  # documents of that length from which one may speak of a custom
USUAL = 0.75  # share of the documents that have a date or version


class NoDate(CorpusDetector):
    """A document without a date or version in a corpus where nearly all others have one.

    Nobody can tell whether it still holds, and where two documents disagree, which of them is newer. Looked for at the
    beginning, at the end and in the metadata of the document.

    **Bad**

        # Travel policy
        (no date anywhere, while every other policy has one)

    **Good**

        # Travel policy
        Version 2.1, in force from 1 March 2026
    """

    code = "Q308"
    dimension = "completeness"
    title = "No date or version"
    severity = "info"
    weight = 0.12
    message = "This document has no date or version; {count} of {all} others have one."
    advice = "Say from when it holds, or which version it is."

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        long = [position for position, one in enumerate(shelf.glances) if one.words >= LEAST]
        dated = sum(shelf.glances[position].dated for position in long)
        if len(long) < DOCUMENTS or dated < USUAL * len(long):
            return
        for position in long:
            one = shelf.glances[position]
            if not one.dated:
                yield position, Hit(*one.opening, 1.0, (("count", str(dated)), ("all", str(len(long) - 1))))
