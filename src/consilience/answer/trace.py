"""From a conflict in the evidence to that of the corpus: by the places of its statements, or by their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from consilience.model import EvidenceConflict, Quote

_TELLING = 25  # characters of a statement that may be known by a part of it


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
    """The conflicts of an audit, by where their assertions stand, or by what they say."""

    places: Mapping[str, Sequence[_Place]] = field(default_factory=dict)  # by document
    words: Mapping[str, Sequence[tuple[str, _Place]]] = field(default_factory=dict)  # document and place by statement

    @classmethod
    def of(cls, conflicts: Sequence[Mapping[str, Any]]) -> Known:
        """Of the conflicts of audit.json. The audit must be one of the documents that were indexed: offsets are
        compared."""
        places: dict[str, list[_Place]] = {}
        for doc, _, place in _places(conflicts):
            places.setdefault(doc, []).append(place)
        return cls(places=places)

    @classmethod
    def of_words(cls, conflicts: Sequence[Mapping[str, Any]]) -> Known:
        """The same for evidence out of a log, which says what stood in a passage but not where that stood."""
        words: dict[str, list[tuple[str, _Place]]] = {}
        for doc, quote, place in _places(conflicts):
            if said := _folded(quote):
                words.setdefault(said, []).append((doc, place))
        return cls(words=words)

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
        yield from (one for one in self.places.get(quote.doc, ()) if one.start < quote.end and quote.start < one.end)
        yield from self._saying(quote)

    def _saying(self, quote: Quote) -> list[_Place]:
        """Those of the same words; where one is of the document that the log names, only such."""
        if not self.words:
            return []
        said = _folded(quote.text)
        alike = self.words.get(said) or [
            one for words, held in self.words.items() if _within(words, said) for one in held
        ]
        named = [place for doc, place in alike if _same_document(doc, quote.doc)]
        return named or [place for _, place in alike]


NOTHING_KNOWN = Known()


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _within(one: str, other: str) -> bool:
    """Whether one statement holds the other, as where a passage was cut in the middle of one."""
    return min(len(one), len(other)) >= _TELLING and (one in other or other in one)


def _same_document(one: str, other: str) -> bool:
    """A log may name a document by its path from another folder."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _places(conflicts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, _Place]]:
    """Document, statement and place of each assertion."""
    for conflict in conflicts:
        for side, value in enumerate(conflict["values"]):
            for one in value["assertions"]:
                yield (
                    one["doc"],
                    one.get("quote", ""),
                    _Place(one["start"], one["end"], conflict["id"], side, value["value"]),
                )


def _sides(met: Sequence[_Meeting]) -> int:
    """How many sides of both conflicts can be told apart: a statement that gives both values is one side only."""
    return min(len({one.ours for one in met}), len({one.theirs for one in met}))
