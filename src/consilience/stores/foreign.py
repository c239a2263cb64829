"""Indexes that other programs made: read for an audit, never written.

Such an index is a table of rows, each with fields of its own: a text, mostly an id, often the document that the text
is from. Nested fields have dotted names (`metadata.source`); vectors are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from consilience.stores.contract import StoreError
from consilience.stores.kinds import kind_module

Plain = str | int | float
Fields = Mapping[str, Plain]

_NESTED = frozenset({"metadata", "meta", "cmetadata", "nodecontent", "payload", "properties", "attributes", "extra"})
_MOST_NESTED = 1_000_000  # characters of JSON that are looked into
_DEPTH = 3
_LISTED = 20


class ForeignIndex(Protocol):
    """One table of an index, open for reading."""

    @property
    def name(self) -> str:
        """What was opened, in words: "the Lance table 'pages'"."""
        ...

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Every row without its vector, streamed, in an order that stays the same. Raises StoreError."""
        ...


def open_foreign(kb: str, table: str = "") -> AbstractContextManager[ForeignIndex | None]:
    """The index of another program at `kb`; None where there is none, or a knowledge base of our own.

    `table` names one of several. Entering raises StoreError when it is not there, or when there are several and none
    is named.
    """
    found: AbstractContextManager[ForeignIndex | None] = kind_module(kb, "_foreign").opened(kb, table)
    return found


def only(names: Sequence[str], wanted: str, place: str, how: str = "--table NAME") -> str:
    """The name that is wanted, or the only one. Raises StoreError, which says what there is."""
    if wanted in names or (not wanted and len(names) == 1):
        return wanted or names[0]
    if wanted:
        raise StoreError(f"There is no index '{wanted}' in {place}; there are: {listed(names)}.")
    raise StoreError(f"There are several indexes of another program in {place} ({listed(names)}); name one: {how}.")


def listed(names: Sequence[str]) -> str:
    """Names in a sentence, as many as one can read."""
    return ", ".join(sorted(names)[:_LISTED]) + (", ..." if len(names) > _LISTED else "")


def flat(row: Mapping[str, Any], prefix: str = "", depth: int = 0) -> dict[str, Plain]:
    """The fields of a row by dotted name: text and numbers as they are, dates and the like as text, no lists."""
    found: dict[str, Plain] = {}
    for name, value in row.items():
        full = f"{prefix}{name}"
        inner = value if isinstance(value, Mapping) else _inner(name, value)
        if inner is not None:
            found |= flat(inner, f"{full}.", depth + 1) if depth < _DEPTH else {}
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            found[full] = value
        elif value is not None and not isinstance(value, list | tuple | set | bytes):
            found[full] = str(value)
    return found


def bare(name: str) -> str:
    """A field's name as names are compared: its last part, small letters, nothing between words."""
    return "".join(char for char in name.rpartition(".")[2].lower() if char.isalnum())


def _inner(name: str, value: Any) -> Mapping[str, Any] | None:
    """What stands as JSON in a field for metadata; a text that happens to be JSON stays a text."""
    if bare(name) not in _NESTED or not isinstance(value, str) or len(value) > _MOST_NESTED:
        return None
    try:
        told = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, Mapping) else None
