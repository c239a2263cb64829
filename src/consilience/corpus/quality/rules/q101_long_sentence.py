from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

LIMIT = 55  # words; style guides advise 20 to 25, and legal prose still stays under this


class LongSentence(Detector):
    """A sentence of more than 55 words.

    A reader loses the thread, and a passage cut out of it for retrieval loses subject or condition. Table rows, code
    and sentences that are mostly an enumeration (a comma or semicolon every four words) are left alone.

    **Bad**

        The manager, who by then should have been told by the shift leader, unless that was the person on leave, in
        which case ...

    **Good**

        The shift leader tells the manager. If the shift leader is on leave, the deputy does.
    """

    code = "Q101"
    dimension = "clarity"
    title = "Over-long sentence"
    severity = "info"
    weight = 0.07
    message = "This sentence has {words} words."
    advice = "Split it into sentences of one statement each, so that each can be understood and retrieved alone."

    def find(self, page: Page) -> Iterable[Hit]:
        for sentence in page.sentences:
            count = len(sentence.words)
            if sentence.running and count > LIMIT and not _enumerates(sentence.text, count):
                weight = min(3.0, 1.0 + (count - LIMIT) / LIMIT)
                yield Hit(sentence.start, sentence.end, weight, (("words", str(count)),))


def _enumerates(text: str, words: int) -> bool:
    return sum(text.count(mark) for mark in ",;/|") > words / 4
