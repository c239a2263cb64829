from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import median

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.quality.detector import CorpusDetector, Hit
from consilience.corpus.quality.shelf import Glance, Hashes, Passage, Shelf, members

LEAST = 30  # words: of a shorter paragraph the words say too little
PART = 0.25  # share of the document's words above which a paragraph is what the document is about
PARTS = 6  # paragraphs from which on a document tells what is usual in it
DOCUMENTS, WORDS = 4, 4000  # documents and words in a language from which on a corpus tells what its subject is
USUAL = 0.6  # of the usual share of known words, below which a paragraph is foreign
OWN = 0.8  # the same for words that its own document knows


class Stranger(CorpusDetector):
    """A paragraph of which neither its own document nor any other of the corpus speaks.

    The words of a company's documents return in its other documents; those of a recipe that slipped into a manual do
    not. A paragraph counts if the share of its words that stand elsewhere is less than three fifths of what is usual in
    its document. Paragraphs in another language, and those that another detector reports already, are left alone.

    **Bad**

        (in the housing guide of a university) The volcano has been quiet since 1874. Its last eruption covered the
        vineyards with ash ...

    **Good**

        A housing guide that speaks of housing.
    """

    code = "Q505"
    dimension = "coherence"
    title = "Paragraph foreign to the corpus"
    severity = "warning"
    weight = 0.5
    message = "Neither this document nor any other speaks of this ('{opening} ...')."
    advice = "Move it to where it belongs, or delete it; if it belongs here, say how."
    also = (("information_density", 0.7), ("clarity", 0.2))

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        speaking: dict[str, list[int]] = defaultdict(list)
        for one in shelf.glances:
            speaking[one.language].append(one.words)
        for position, one in enumerate(shelf.glances):
            others = speaking[one.language]
            if len(others) < DOCUMENTS or sum(others) - one.words < WORDS:
                continue
            for passage in _strangers(one, shelf.shared):
                if not shelf.is_hollow(position, passage.start, passage.end):
                    yield position, Hit(passage.start, passage.end, 1.0, (("opening", passage.opening),))


def _strangers(one: Glance, shared: Hashes) -> Iterable[Passage]:
    passages = [passage for passage in one.passages if passage.native and len(passage.terms)]
    if len(passages) < PARTS:
        return
    own = [float(members(passage.terms, one.common).mean()) for passage in passages]
    known = [float(_known(passage.terms, one.common, shared).mean()) for passage in passages]
    usual_own, usual_known = OWN * median(own), USUAL * median(known)
    for passage, of_own, of_all in zip(passages, own, known, strict=True):
        if LEAST <= passage.words <= PART * one.words and of_own <= usual_own and of_all <= usual_known:
            yield passage


def _known(terms: Hashes, common: Hashes, shared: Hashes) -> NDArray[np.bool_]:
    """Which terms stand in another block of the document or in another document."""
    return members(terms, common) | members(terms, shared)
