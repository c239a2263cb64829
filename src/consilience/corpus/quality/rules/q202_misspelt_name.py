from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.names import proper_words
from consilience.corpus.quality.page import Page

LEAST = 6  # letters: shorter names differ by one letter from many others
OFTEN = 3  # uses of the form taken to be right


class MisspeltName(Detector):
    """A name that appears once and differs by one letter from a name that appears three times or more.

    Searching for the right name misses the passage, and an audit may take it for another person or place. Endings
    (plural, possessive, case) are no difference, nor is a name that begins otherwise.

    **Bad**

        Brenmoor sells fibre. Brenmoor has 14 shops. Ask Brenmoor, or write to Brennoor.

    **Good**

        Write to Brenmoor.
    """

    code = "Q202"
    dimension = "internal_consistency"
    title = "Name spelt differently once"
    severity = "info"
    weight = 0.2
    message = "'{name}' appears once; elsewhere it is '{usual}'."
    advice = "Check which spelling is right and use it throughout."

    def find(self, page: Page) -> Iterable[Hit]:
        places: dict[str, tuple[int, int]] = {}
        counts: Counter[str] = Counter()
        for word, start, end in proper_words(page):
            counts[word] += 1
            places.setdefault(word, (start, end))
        usual: dict[str, list[str]] = defaultdict(list)
        for word in sorted(counts):
            if counts[word] >= OFTEN and len(word) >= LEAST:
                usual[word[:2]].append(word)
        for word in sorted(word for word, count in counts.items() if count == 1):
            near = [name for name in usual[word[:2]] if _one_letter(word, name)]
            if near:
                yield Hit(*places[word], 1.0, (("name", word), ("usual", near[0])))


def _one_letter(word: str, name: str) -> bool:
    if len(word) < LEAST or word[:-1] == name[:-1] or word.startswith(name) or name.startswith(word):
        return False
    return OSA.distance(word, name, score_cutoff=1) == 1
