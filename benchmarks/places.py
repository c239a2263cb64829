"""Where a quote stands: positions in letters and digits only, so that markup and spacing never decide a match."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Any

Span = tuple[int, int]
Place = tuple[str, Span]  # document name and span


@dataclass(frozen=True)
class Text:
    """A document's text, searched and measured in its letters and digits alone."""

    raw: str

    @cached_property
    def _kept(self) -> list[int]:
        return [index for index, letter in enumerate(self.raw) if letter.isalnum()]

    @cached_property
    def _folded(self) -> str:
        return _fold(self.raw)

    def span(self, start: int, end: int) -> Span:
        """The span raw[start:end] in letters and digits."""
        return bisect_left(self._kept, start), bisect_left(self._kept, end)

    def find(self, quote: str) -> list[Span]:
        """Every place of the quote."""
        wanted, found, at = _fold(quote), list[Span](), 0
        while wanted and (at := self._folded.find(wanted, at)) >= 0:
            found.append((at, at + len(wanted)))
            at += 1
        return found


def _fold(text: str) -> str:
    """Letters and digits, lower case, one character for one: what lower() would make longer stays as it is."""
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text if letter.isalnum())


def classes_of(conflict: Mapping[str, Any], texts: Mapping[str, Text]) -> list[list[Place]]:
    """The places of every assertion of a conflict of audit.json, one list for each value."""
    result: list[list[Place]] = []
    for value in conflict["values"]:
        places: list[Place] = []
        for assertion in value["assertions"]:
            name = PurePath(assertion["doc"]).name
            places += [(name, span) for span in texts[name].find(assertion["quote"])]
        result.append(places)
    return result


def covers(classes: Sequence[Sequence[Place]], one: Place, other: Place) -> bool:
    """True when the two places lie in two different value classes of the conflict."""
    left = {index for index, places in enumerate(classes) if _touches(places, one)}
    right = {index for index, places in enumerate(classes) if _touches(places, other)}
    return any(a != b for a in left for b in right)


def _touches(places: Sequence[Place], place: Place) -> bool:
    name, (start, end) = place
    return any(doc == name and low < end and start < high for doc, (low, high) in places)
