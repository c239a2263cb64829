"""From a conflict in the evidence to the conflict of the corpus that it comes from: by the places of its statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from consilience.model import EvidenceConflict, Quote


class _Place(NamedTuple):
    """An assertion of an audit: `side` is the value class of `conflict` that it belongs to."""

    start: int
    end: int
    conflict: str
    side: int
    value: str


class _Meeting(NamedTuple):
    """A side of an evidence conflict and one of a corpus conflict that share a statement; `same`: and the value."""

    ours: int
    theirs: int
    same: bool


@dataclass(frozen=True, slots=True)
class Known:
    """The conflicts of an audit, by where their assertions stand."""

    places: Mapping[str, Sequence[_Place]] = field(default_factory=dict)

    @classmethod
    def of(cls, conflicts: Sequence[Mapping[str, Any]]) -> Known:
        """Of the conflicts of audit.json. The audit must be one of the documents that were indexed: offsets are
        compared."""
        places: dict[str, list[_Place]] = {}
        for doc, place in _places(conflicts):
            places.setdefault(doc, []).append(place)
        return cls(places)

    def joined(self, conflict: EvidenceConflict) -> EvidenceConflict:
        """The conflict with the id of the corpus conflict of which it states two sides or more; unchanged without."""
        return replace(conflict, conflict_id=self._id(conflict) or conflict.conflict_id)

    def _id(self, conflict: EvidenceConflict) -> str | None:
        """Of several, the one of which most sides are stated, then with most of the same values, then by id."""
        met: dict[str, list[_Meeting]] = {}
        for side, value in enumerate(conflict.values):
            for place in (place for quote in value.quotes for place in self._at(quote)):
                same = value.value.casefold() == place.value.casefold()
                met.setdefault(place.conflict, []).append(_Meeting(side, place.side, same))
        known = {name: (_sides(found), sum(one.same for one in set(found))) for name, found in met.items()}
        ahead = [name for name, (sides, _) in known.items() if sides > 1]
        return min(ahead, key=lambda name: (*(-count for count in known[name]), name), default=None)

    def _at(self, quote: Quote) -> Iterator[_Place]:
        return (one for one in self.places.get(quote.doc, ()) if one.start < quote.end and quote.start < one.end)


NOTHING_KNOWN = Known()


def _places(conflicts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, _Place]]:
    for conflict in conflicts:
        for side, value in enumerate(conflict["values"]):
            for one in value["assertions"]:
                yield one["doc"], _Place(one["start"], one["end"], conflict["id"], side, value["value"])


def _sides(met: Sequence[_Meeting]) -> int:
    """How many sides of both conflicts can be told apart: a statement that gives both values is one side only."""
    return min(len({one.ours for one in met}), len({one.theirs for one in met}))
