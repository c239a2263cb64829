from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from consilience.corpus.quality.detector import CorpusDetector, Hit
from consilience.corpus.quality.shelf import Shelf

LEAST = 15  # words of a paragraph: shorter formulas may stand anywhere
DOCUMENTS = 4  # in which the paragraph stands word for word, and a tenth of the corpus


class Boilerplate(CorpusDetector):
    """A paragraph that stands word for word in four documents or more, and in a tenth of the corpus: a notice, a
    footer, a disclaimer.

    It is as near to a question as the paragraph that answers it, in every document, and crowds the answer out.

    **Bad**

        This document is the property of Merrow Valley Water and may not be copied without ... (in forty documents)

    **Good**

        The notice on one page of its own, and left out of what is indexed.
    """

    code = "Q406"
    dimension = "information_density"
    title = "Boilerplate shared by documents"
    severity = "info"
    weight = 0.08
    message = "{count} documents contain this paragraph word for word ('{opening} ...')."
    advice = "Keep it in one place and leave it out of the others, or out of the index."

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        counts = Counter(
            key for one in shelf.glances for key in {passage.key for passage in one.passages if passage.words >= LEAST}
        )
        least = max(DOCUMENTS, len(shelf.glances) / 10)
        for position, one in enumerate(shelf.glances):
            for passage in one.passages:
                if passage.words >= LEAST and counts[passage.key] >= least:
                    fill = (("count", str(counts[passage.key])), ("opening", passage.opening))
                    yield position, Hit(passage.start, passage.end, 1.0, fill)
