"""Records to plain JSON and back: what the cache stores and what travels in the columns of the plan.

A record becomes the list of its fields in the order of the class, so that a line stays short and a new field of
`model/` needs no change here (the cache key covers `model/`, see `cache.py`). One record is one line of ASCII: it
can stand in a line-oriented file and in an Arrow string column, whatever the document contained.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from consilience import model
from consilience.model import Fact, Value

Record = TypeVar("Record")
_Codec = Callable[[Any], Any] | None  # None: the JSON value is the value
_NAMES = [item.name for item in fields(Fact)]
_CONTEXT, _VALUE = (_NAMES.index(name) for name in ("context", "value"))
_first = json.JSONDecoder().raw_decode


def dump(record: Any) -> str:
    """One line of JSON for a frozen record of `model/`: `load(type(record), dump(record)) == record`."""
    return json.dumps(_plain(type(record).__name__)(record), separators=(",", ":"))


def load(kind: type[Record], line: str) -> Record:
    """The record of class `kind` that `dump` wrote as `line`. Raises ValueError or TypeError for anything else."""
    record: Record = _built(kind.__name__)(json.loads(line))
    return record


def load_wanted(line: str, wanted: frozenset[str]) -> Fact | None:
    """The fact of a line if its id is wanted; the others are not built, which matters at 250,000 of them."""
    return load(Fact, line) if fact_place(line)[0] in wanted else None


def fact_place(line: str) -> tuple[str, str]:
    """(id, document) of the fact of a line: its first two fields, and the rest is not even parsed."""
    name, end = _first(line, 1)
    doc, _ = _first(line, end + 1)
    return str(name), str(doc)


def fact_value(line: str) -> Value:
    """The value of the fact of a line, without building the fact."""
    value: Value = _built(Value.__name__)(json.loads(line)[_VALUE])
    return value


def fact_context(line: str) -> str:
    """The context of the fact of a line, without building the fact."""
    return str(json.loads(line)[_CONTEXT])


@cache
def _plain(name: str) -> Callable[[Any], list[Any]]:
    """record -> list of its fields; only fields that hold records need work, tuples of scalars are JSON already."""
    kind = getattr(model, name)
    hints = get_type_hints(kind)
    parts = [(item.name, _encoder(hints[item.name])) for item in fields(kind)]

    def encode(record: Any) -> list[Any]:
        return [getattr(record, name) if part is None else part(getattr(record, name)) for name, part in parts]

    return encode


@cache
def _built(name: str) -> Callable[[Any], Any]:
    """List of fields -> record."""
    kind = getattr(model, name)
    hints = get_type_hints(kind)
    parts = [_decoder(hints[item.name]) for item in fields(kind)]

    def decode(plain: Any) -> Any:
        pairs = zip(plain, parts, strict=True)
        return kind(*[value if part is None or value is None else part(value) for value, part in pairs])

    return decode


def _encoder(hint: Any) -> _Codec:
    kind = _record_in(hint)
    if kind is None:
        return None
    one = _plain(kind.__name__)
    if get_origin(hint) is tuple:
        return lambda records: [one(record) for record in records]
    return lambda record: None if record is None else one(record)


def _decoder(hint: Any) -> _Codec:
    if isinstance(hint, type) and is_dataclass(hint):
        return _built(hint.__name__)
    if get_origin(hint) is UnionType:
        return next((_decoder(part) for part in get_args(hint) if part is not type(None)), None)
    if get_origin(hint) is not tuple:
        return None
    inner = _decoder(get_args(hint)[0])
    return tuple if inner is None else lambda values: tuple(map(inner, values))


def _record_in(hint: Any) -> type | None:
    """The record class in X, X | None or tuple[X, ...]; None for plain values."""
    for part in (hint, *get_args(hint)):
        if isinstance(part, type) and is_dataclass(part):
            return part
    return None
