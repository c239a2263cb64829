from __future__ import annotations

from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page, Sentence

LEAST = 100  # words in sentences: of a shorter text an average says nothing
LONG = 7  # letters of a long word (Björnsson)
HARD = 65  # words of a sentence and long words in a hundred, added up; 60 is the prose of laws and of science
COMPOUNDS = {"de": 75, "nl": 70, "sv": 70, "da": 70, "fi": 85}  # languages that write compounds as one word


class HardToRead(Detector):
    """A document of long sentences full of long words: Björnsson's index (LIX) above that of laws and of science.

    Few of those who need the answer will read on, and a passage of it is matched badly with a question in plain words.
    The index is the words of an average sentence plus the long words (seven letters or more) in a hundred; languages
    that write compounds as one word are allowed more. Tables, code and records do not count.

    **Bad**

        Notwithstanding the aforementioned considerations pertaining to organisational prerequisites, the
        operationalisation of precautionary documentation necessitates interdepartmental harmonisation. ...

    **Good**

        Even so, the departments must first agree how they write down what they do to prevent accidents. ...
    """

    code = "Q115"
    dimension = "clarity"
    title = "Hard to read"
    severity = "info"
    weight = 0.3
    message = (
        "The text is hard to read: {words} words a sentence and {share} % long words; this sentence is the hardest."
    )
    advice = "Write shorter sentences, and the common word for the thing."
    per_document = True

    def find(self, page: Page) -> Iterable[Hit]:
        sentences = [one for one in page.sentences if one.running and len(one.words) > 2]
        words = sum(len(one.words) for one in sentences)
        if words < LEAST:
            return
        length, share = words / len(sentences), 100 * sum(map(_long, sentences)) / words
        if length + share > COMPOUNDS.get(page.document.language, HARD):
            hardest = max(sentences, key=lambda one: (len(one.words) + 100 * _long(one) / len(one.words), -one.start))
            yield Hit(hardest.start, hardest.end, 1.0, (("words", f"{length:.0f}"), ("share", f"{share:.0f}")))


def _long(sentence: Sentence) -> int:
    return sum(len(word) >= LONG for word in sentence.words)
