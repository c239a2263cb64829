from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.repeats import near_repeats, repeated_runs

LEAST = 25


class NearRepeat(Detector):
    """A paragraph that is nearly the same as an earlier one of the document: a few words differ.

    Either it is a copy that was edited in one place only, or the difference matters and nobody will see it. Compared
    by three-word sequences; paragraphs that differ by their numbers only (price lists, addresses) are left alone.

    **Bad**

        Notice is six weeks to the end of a month, in writing, and rooms are handed over before noon on the last
        day. ...
        Notice is six weeks to the end of the month, in writing, and rooms are handed over before noon on the last
        working day.

    **Good**

        Keep one of the two.
    """

    code = "Q402"
    dimension = "information_density"
    title = "Nearly repeated paragraph"
    severity = "warning"
    weight = 0.4
    message = "This paragraph is nearly the same as one further up ('{opening} ...')."
    advice = "Merge the two and keep what differs on purpose."
    hollow = True
    also = (("coherence", 0.3),)

    def find(self, page: Page) -> Iterable[Hit]:
        exact = [(start, end) for start, end, _, _ in repeated_runs(page, LEAST)]
        for passage, opening in near_repeats(page):
            if not any(start < passage.end and passage.start < end for start, end in exact):
                weight = min(4.0, 0.6 + len(passage.words) / 75)
                yield Hit(passage.start, passage.end, weight, (("opening", opening),))
