"""Spans as an OpenTelemetry exporter writes them in JSON: a request with many spans, attributes as a list of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from consilience.answer.records.mapping import mapped

_VALUES = ("stringValue", "intValue", "doubleValue", "boolValue")
_DEPTH = 8


def opened(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The spans of a row: of a whole request, or the row itself, its attributes as an object."""
    if not isinstance(row.get("resourceSpans"), list):
        return [_plain(row)]
    return [_plain(one) for one in _inside(row, "resourceSpans", "scopeSpans", "spans")]


def attributes(told: Any) -> Mapping[str, Any]:
    """Attributes as an object: they are one, its JSON text, or a list of pairs; empty for everything else."""
    if not isinstance(told, list):
        return mapped(told)
    pairs = [one for one in told if isinstance(one, Mapping) and isinstance(one.get("key"), str)]
    return {one["key"]: _value(one.get("value")) for one in pairs}


def _inside(row: Any, *names: str) -> Iterator[Mapping[str, Any]]:
    if not names:
        yield row
        return
    held = row.get(names[0])
    for one in held if isinstance(held, list) else ():
        if isinstance(one, Mapping):
            yield from _inside(one, *names[1:])


def _plain(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**row, "attributes": attributes(row["attributes"])} if isinstance(row.get("attributes"), list) else row


def _value(told: Any, depth: int = _DEPTH) -> Any:
    if not isinstance(told, Mapping) or depth == 0:
        return None
    listed = told.get("arrayValue")
    if isinstance(listed, Mapping):
        values = listed.get("values")
        return [_value(one, depth - 1) for one in values] if isinstance(values, list) else []
    return next((told[name] for name in _VALUES if name in told), None)
