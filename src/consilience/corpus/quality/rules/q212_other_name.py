from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from consilience.corpus.quality.detector import CorpusDetector, Hit
from consilience.corpus.quality.shelf import Shelf

USUAL = 2  # other documents that use a term, from which on it is the usual one


class OtherName(CorpusDetector):
    """A term that no other document uses, beside one with another noun of the same meaning that two others use or more:
    the International Bureau here, the International Office elsewhere.

    Who searches for one name finds only part of what is said of the thing. Two terms inside one document are reported
    by Q204.

    **Bad**

        (one document) The International Bureau answers questions about visas. (three others) The International Office
        ...

    **Good**

        The International Office, everywhere.
    """

    code = "Q212"
    dimension = "internal_consistency"
    title = "Another name than in the other documents"
    severity = "info"
    weight = 0.2
    message = "'{term}' here, '{other}' in '{document}': they may be the same."
    advice = "Use the name of the other documents, or say in what the two differ."

    def find(self, shelf: Shelf) -> Iterable[tuple[int, Hit]]:
        users: dict[tuple[str, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for position, one in enumerate(shelf.glances):
            for term in one.named:
                users[term.modifier, term.group][term.noun].append(position)
        for position, one in enumerate(shelf.glances):
            own = {(term.modifier, term.noun) for term in one.named}
            for term in one.named:
                names = users[term.modifier, term.group]
                usual = min(names, key=lambda noun: (-len(names[noun]), noun))
                alone = len(names[term.noun]) == 1 and (term.modifier, usual) not in own
                if alone and len(names[usual]) >= USUAL:
                    other = shelf.glances[names[usual][0]]
                    said = next(one.text for one in other.named if (one.modifier, one.noun) == (term.modifier, usual))
                    fill = (("term", term.text), ("other", said), ("document", other.id))
                    yield position, Hit(term.start, term.end, 1.0, fill)
