from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import CorpusDetector, Hit
from consilience.corpus.quality.minhash import near
from consilience.corpus.quality.shelf import Shelf

NEAR = 0.8  # overlap of four-word sequences: one word changed in thirty leaves about that
LEAST = 40  # words: shorter documents may be alike by chance


class DuplicateDocument(CorpusDetector):
    """A document that is the same as another of the corpus, or nearly so.

    Both are retrieved for one question and take each other's place; at the next edit one of them becomes wrong.
    Compared by the four-word sequences that they share; reported at the one with the longer
    name, or the later one.

    **Bad**

        travel-policy.md and travel-policy (copy).md

    **Good**

        travel-policy.md
    """

    code = "Q405"
    dimension = "information_density"
    title = "Duplicate document"
    severity = "warning"
    weight = 0.4
    message = "This document {how} '{other}'."
    advice = "Keep one of the two; if they are two editions, say in each which one is in force."

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        sets = [one.shingles if one.words >= LEAST else one.shingles[:0] for one in shelf.glances]
        for pair in near(sets, NEAR):
            overlap = pair[2]
            # "policy (copy).md" and "policy-2.md" are the copies of "policy.md", whatever comes first.
            other, position = sorted(pair[:2], key=lambda index: (len(shelf.glances[index].id), index))
            how = "has the same words as" if overlap == 1.0 else f"shares {overlap:.0%} of its word sequences with"
            fill = (("how", how), ("other", shelf.glances[other].id))
            yield position, Hit(*shelf.glances[position].opening, 1.0, fill)
