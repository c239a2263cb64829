"""Whether a text gives a value that is known: the same words, or a value that `values.compare` accepts.

Accepted are other units, other ways of writing, other languages and a value that refines the other (1859 and
24 November 1859), as the reader of the paper accepted them; a value that contradicts is not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from consilience.model import Value
from consilience.text.language import detect
from consilience.values import compare, scan
from consilience.values.text import fold, tokenize
from consilience.values.tolerances import half_width, middle

Likeness = Literal["exact", "equivalent", "missing"]
_WORDS = frozenset({"name", "category"})  # kinds that are found by their words


def likeness(said: str, true: str, kind: str) -> Likeness:
    """How `said`, a text of any length, gives the value `true`, whose kind of value is `kind`."""
    if _holds(said, true):
        return "exact"
    if kind in _WORDS:
        return "missing"
    found = [value for value in _values(said) if any(_alike(value, one) for one in _values(true))]
    return "equivalent" if found else "missing"


def others(said: str, true: str) -> tuple[str, ...]:
    """Values in `said` of the same kind and dimension as `true` that cannot be true together with it, as written."""
    wanted = _values(true)
    return tuple(
        value.text
        for value in _values(said)
        if any((value.kind, value.dimension) == (one.kind, one.dimension) and _against(value, one) for one in wanted)
    )


def _alike(a: Value, b: Value) -> bool:
    return compare(a, b, limits_as_values=True).relation in ("same", "compatible") or _rounded(a, b)


def _against(a: Value, b: Value) -> bool:
    return compare(a, b, limits_as_values=True).relation == "different" and not _rounded(a, b)


def _rounded(a: Value, b: Value) -> bool:
    """Whether one amount is the other with fewer digits: 299,792 km/s and 299,792,458 m/s. An audit tells these apart,
    because a rule that says 80 mg does not say 80.2 mg; the reader of an answer does not."""
    if (a.kind, a.dimension, a.bound, b.bound) != (b.kind, b.dimension, "exact", "exact"):
        return False
    fine, coarse = sorted((a, b), key=half_width)
    return coarse.low is not None and coarse.high is not None and coarse.low <= middle(fine) <= coarse.high


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[Value, ...]:
    language = detect(text) or "en"
    found = {mention.value for reading in {"en", language} for mention in scan(text, reading)}
    return tuple(sorted(found, key=lambda one: (one.kind, one.normalized, one.text)))


def _holds(said: str, true: str) -> bool:
    """Whether the words and figures of `true` stand in `said` one after the other: "2,850 km" is not in "12,850 km"."""
    inside, wanted = _folded(said), _folded(true)
    return bool(wanted) and any(
        inside[start : start + len(wanted)] == wanted for start in range(len(inside) - len(wanted) + 1)
    )


@lru_cache(maxsize=4096)
def _folded(text: str) -> tuple[str, ...]:
    return tuple(token.folded for token in tokenize(fold(text)))
