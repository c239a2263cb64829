"""What to mend first: the conflicts that questions ran into, by how much ACS they cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from consilience.answer.unnamed import unnamed
from consilience.answer.withdraw import Withdrawal
from consilience.model import ContestedValue, EvidenceConflict, NotMeasured, Quote
from consilience.scores import Score

_PLACES = 6


@dataclass(frozen=True, slots=True)
class Touched:
    """A question whose evidence held the conflict: its ACS, and what that would be with one side withdrawn.

    `again`: it was answered again each time. A logged answer cannot be, and was only judged again.
    """

    question: str  # its id
    ACS: Score
    withdrawn: tuple[Withdrawal, ...]
    again: bool = True

    @property
    def gain(self) -> float:
        """How far ACS rises without the conflict; 0 where a score is missing.

        Answered again, it is the mean over the sides that may be the wrong one. A logged answer rests on one side and
        falls with it, whichever is wrong: what the conflict costs it is the rise when the other one goes.
        """
        after = [one.ACS for one in self.withdrawn if not isinstance(one.ACS, NotMeasured)]
        if isinstance(self.ACS, NotMeasured) or not after:
            return 0.0
        return (math.fsum(after) / len(after) if self.again else max(after)) - self.ACS


@dataclass(frozen=True, slots=True)
class Mend:
    """A conflict, with its statements from the evidence of every question that it touched."""

    conflict: EvidenceConflict
    touched: tuple[Touched, ...]

    @property
    def cost(self) -> float:
        """How much ACS the conflict costs, summed over the questions it touched."""
        return round(math.fsum(one.gain for one in self.touched), _PLACES)

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents to look at, by name."""
        return tuple(sorted({quote.doc for side in self.conflict.values for quote in side.quotes}))


class Met(NamedTuple):
    """A question that met a conflict in its evidence."""

    conflict: EvidenceConflict
    touched: Touched


def mend_first(met: Sequence[Met], *, by_words: bool = False) -> tuple[Mend, ...]:
    """One entry a conflict, the costliest first, then those that touch most questions, then in the order met.

    `by_words`: statements are known by their words, not by their places (of logged contexts there are none).
    """
    found = [Mend(_merged([one.conflict for one in same]), _each_once(same)) for same in _grouped(met, by_words)]
    return tuple(sorted(found, key=lambda one: (-one.cost, -len(one.touched))))


def _grouped(met: Sequence[Met], by_words: bool) -> list[list[Met]]:
    """Those of the same conflict together: of one id, or with two sides that state the same value in the same place
    or words."""
    root = list(range(len(met)))

    def find(place: int) -> int:
        while root[place] != place:
            root[place] = place = root[root[place]]
        return place

    first: dict[object, int] = {}
    for place, one in enumerate(met):
        for mark in _marks(one.conflict, by_words):
            a, b = find(first.setdefault(mark, place)), find(place)
            root[max(a, b)] = min(a, b)
    groups: dict[int, list[Met]] = {}
    for place, one in enumerate(met):
        groups.setdefault(find(place), []).append(one)
    return list(groups.values())


def _marks(conflict: EvidenceConflict, by_words: bool) -> Iterator[object]:
    if conflict.conflict_id is not None:
        yield conflict.conflict_id
        return
    mark = _words if by_words else _place
    placed = [[(mark(one), side.value.casefold()) for one in side.quotes] for side in conflict.values]
    for number, side in enumerate(placed):
        for other in placed[number + 1 :]:
            yield from (frozenset((a, b)) for a in side for b in other)


def _place(quote: Quote) -> object:
    return quote.doc, quote.start, quote.end


def _words(quote: Quote) -> object:
    """A log says neither where in a document a context begins nor, often, which document it is from."""
    return None if unnamed(quote.doc) else quote.doc, " ".join(quote.text.split())


def _each_once(met: Iterable[Met]) -> tuple[Touched, ...]:
    """A question once, though its evidence may state the conflict twice."""
    told: dict[str, Touched] = {}
    for _, touched in met:
        before = told.get(touched.question)
        told[touched.question] = (
            touched if before is None else replace(before, withdrawn=before.withdrawn + touched.withdrawn)
        )
    return tuple(told.values())


def _merged(conflicts: Sequence[EvidenceConflict]) -> EvidenceConflict:
    """The first, with the statements of all."""
    sides: dict[str, list[Quote]] = {}
    named: dict[str, str] = {}
    for side in (side for conflict in conflicts for side in conflict.values):
        folded = side.value.casefold()
        named.setdefault(folded, side.value)
        sides.setdefault(folded, []).extend(side.quotes)
    values = tuple(ContestedValue(named[folded], _distinct(quotes)) for folded, quotes in sides.items())
    return replace(conflicts[0], values=values)


def _distinct(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    return tuple({(one.doc, one.start, one.end): one for one in quotes}.values())
