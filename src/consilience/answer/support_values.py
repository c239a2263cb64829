"""The values of a claim beside those of the statements: same, different, or not to be found (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from consilience.model import Mention, Value
from consilience.values import compare, scan

_KINDS = frozenset({"quantity", "money", "percentage", "date", "time", "duration", "count", "version", "identifier"})
_LONGEST = 1_500
_AGREES = ("same", "compatible")


def values_against(claim: str, statements: Sequence[str]) -> list[float]:
    """How many values a claim has, and how many of them are the same as one of the statements', different from all
    that could be compared, or beyond comparison with any.
    """
    mine = mentions(claim)
    theirs = [one.value for text in statements for one in mentions(text)] if mine else []
    found = [related(one.value, theirs) for one in mine]
    return [float(len(mine)), *(float(found.count(name)) for name in ("same", "different", "absent"))]


def related(value: Value, others: Sequence[Value]) -> str:
    """same: one of the others agrees with the value; different: those of its kind do not; absent: there is none."""
    relations = [compare(value, other).relation for other in others]
    if any(relation in _AGREES for relation in relations):
        return "same"
    return "different" if "different" in relations else "absent"


@lru_cache(maxsize=20_000)
def mentions(text: str) -> tuple[Mention, ...]:
    """The values of a text that have a size, a date or a code; names are compared as words."""
    return tuple(one for one in scan(text[:_LONGEST]) if one.value.kind in _KINDS)
