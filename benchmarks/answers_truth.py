"""Whether what is told of a conflict quotes the assertions that truth lists for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from consilience.model import EvidenceConflict

_HALF = 60  # letters of a quote from which half of it is enough: rows are quoted with their heads


def names(told: EvidenceConflict, assertions: Sequence[Mapping[str, str]]) -> bool:
    """Whether two sides of a conflict quote two assertions with different values."""
    sides = [
        {place for place, one in enumerate(assertions) for quote in side.quotes if holds(quote.doc, quote.text, one)}
        for side in told.values
    ]
    return any(
        assertions[a]["value"] != assertions[b]["value"]
        for one, other in combinations(sides, 2) for a in one for b in other
    )  # fmt: skip


def holds(doc: str, text: str, assertion: Mapping[str, str]) -> bool:
    """Whether a quote and an assertion overlap, letters and digits only."""
    quoted, said = _letters(assertion["quote"]), _letters(text)
    if doc != assertion["doc"] or not said:
        return False
    half = len(quoted) // 2
    parts = (quoted[:half], quoted[half:]) if len(quoted) > _HALF else ()
    return quoted in said or (said in quoted and len(said) > 15) or any(part in said for part in parts)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
