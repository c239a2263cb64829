from __future__ import annotations

from collections.abc import Iterable, Sequence

from consilience.corpus.quality.detector import FactDetector, Hit
from consilience.corpus.quality.within import clashes
from consilience.model import Fact


class Contradiction(FactDetector):
    """Two statements of one document in nearly the same words with values that cannot both be true.

    One of them was not updated. Whoever finds one does not know of the other. Values that belong to different periods,
    things, plans and the like are told apart as they are between documents; lists and tables, where like stands beside
    like, are left alone.

    **Bad**

        The deposit for a room is 200 euros. ... (further down) The deposit of 250 euros for the room is paid back.

    **Good**

        The deposit for a room is 200 euros. ... The deposit for the room is paid back.
    """

    code = "Q208"
    dimension = "internal_consistency"
    title = "Values contradict each other"
    severity = "warning"
    weight = 0.4
    message = "'{value}' here, but '{other}' further up{where}: '{quote}'."
    advice = "Correct the one that is wrong, or say in what they differ."
    also = (("coherence", 0.25),)

    def find(self, facts: Sequence[Fact]) -> Iterable[Hit]:
        for earlier, later in clashes(facts):
            where = f" under “{earlier.section.rsplit(' > ', 1)[-1]}”" if earlier.section != later.section else ""
            fill = (
                ("value", " ".join(later.value.text.split())),
                ("other", " ".join(earlier.value.text.split())),
                ("where", where),
                ("quote", " ".join(earlier.quote.split())[:120]),
            )
            yield Hit(later.start, later.end, 1.0, fill)
