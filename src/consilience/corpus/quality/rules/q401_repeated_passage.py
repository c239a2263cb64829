from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.repeats import repeated_runs

LEAST = 20  # words: shorter sentences may be repeated on purpose ("This does not affect your rights.")


class RepeatedPassage(Detector):
    """Sentences that stand word for word further up in the same document.

    Copies add nothing, push other evidence out of the retrieved set, and drift apart at the next edit. Table rows,
    code and short formulas may repeat.

    **Bad**

        The deposit is two months' rent and is paid before you get the keys. ... (three sections later, the same
        sentence)

    **Good**

        For the deposit see "Who gets a room".
    """

    code = "Q401"
    dimension = "information_density"
    title = "Repeated passage"
    severity = "warning"
    weight = 0.6
    message = "These {words} words already stand further up ('{opening} ...')."
    advice = "Delete one of the two, or replace it by a reference."
    hollow = True
    also = (("coherence", 0.4),)

    def find(self, page: Page) -> Iterable[Hit]:
        for start, end, words, opening in repeated_runs(page, LEAST):
            fill = (("words", str(words)), ("opening", opening))
            yield Hit(start, end, min(4.0, 0.6 + words / 75), fill)
