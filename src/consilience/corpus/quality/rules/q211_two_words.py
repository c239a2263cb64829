from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

# Words of an organisation that mean the same in any trade. Words with a second sense ("charge", "package", "bill") are
# left out: a closed list of what every style guide tells to keep apart or to choose between.
_SAME = (
    "customer client purchaser",
    "supplier vendor",
    "employee coworker",
    "colleague workmate",
    "personnel workforce",
    "tenant lessee renter",
    "landlord lessor",
    "luggage baggage",
    "lorry truck",
    "aeroplane airplane",
    "petrol gasoline",
    "spanner wrench",
    "animal creature",
    "headteacher headmaster",
    "passenger traveller traveler",
    "student learner",
    "laptop notebook",
    "lift elevator",
    "holiday vacation",
    "salary remuneration",
    "supervisor superior",
    "manager boss",
    "physician doctor",
    "warehouse storehouse depot",
    "agreement accord",
    "contract covenant",
    "meeting gathering",
    "regulation rule",
    "kunde klient auftraggeber",
    "mitarbeiter beschäftigter arbeitnehmer",
    "lieferant zulieferer",
    "salarié employé",
    "cliente comprador",
    "empleado trabajador",
)
_GROUP = {word: index for index, words in enumerate(_SAME) for word in words.split()}
_WORD = re.compile(r"[^\W\d_]{4,}")
AGAIN = 0.3  # weight of a further use of a word that was reported
OFTEN = 2  # uses of the usual word: where both stand once, nothing is usual


class TwoWords(Detector):
    """Two words of one meaning for the same party or thing: customer and client, supplier and vendor.

    In a contract they may be two parties; a reader of rules cannot know. Only words that mean the same in any trade
    are looked for; where the document uses one of them at least twice, the other is reported.

    **Bad**

        Customers pay within 30 days. The customer may return goods. A client who returns goods pays the postage.

    **Good**

        Customers pay within 30 days. The customer may return goods and pays the postage.
    """

    code = "Q211"
    dimension = "internal_consistency"
    title = "Two words for one thing"
    severity = "info"
    weight = 0.18
    message = "'{word}' here, '{usual}' elsewhere: they may be the same."
    advice = "Choose one of the two words, or say in what they differ."

    def find(self, page: Page) -> Iterable[Hit]:
        uses: dict[int, list[tuple[str, int, int, str]]] = defaultdict(list)
        for piece in page.prose:
            for match in _WORD.finditer(piece.text):
                word = _singular(match.group().lower())
                if word in _GROUP:
                    place = (word, piece.start + match.start(), piece.start + match.end(), match.group())
                    uses[_GROUP[word]].append(place)
        for places in uses.values():
            yield from _unusual(places)


def _unusual(places: list[tuple[str, int, int, str]]) -> Iterable[Hit]:
    counts = Counter(word for word, _, _, _ in places)
    usual, often = min(counts.items(), key=lambda item: (-item[1], item[0]))
    if often < OFTEN:
        return
    seen: set[str] = set()
    for word, start, end, written in places:
        if word != usual:
            yield Hit(start, end, AGAIN if word in seen else 1.0, (("word", written), ("usual", usual)))
            seen.add(word)


def _singular(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
