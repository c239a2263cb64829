"""Files of queries to plain mappings: what each format means, and its bounds. `queries.py` says what a query is.

Every scalar comes as text, as it was written: an id 007 is no number, and "yes" is no truth value.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import yaml

from consilience.retrieval.errors import QuestionError
from consilience.sources.given import text_of

Records = list[tuple[str, Mapping[str, Any]]]  # where each stands ("line 3"), and the record

_MOST_BYTES = 50_000_000
_MOST_YAML = 1_000_000  # characters; reading YAML takes seconds a megabyte
_MOST_DEPTH = 8  # of nested YAML
_DELIMITERS = ",;\t"


def records(path: Path) -> Records:
    """The records of a file with the place of each. Raises QuestionError: not there, not readable, not its format."""
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise QuestionError(f"Queries are read from {', '.join(_READERS)} files; {path} is none.")
    text = text_of(path, "file of queries", QuestionError, _MOST_BYTES)
    if not text.strip():
        raise QuestionError(f"The file of queries {path} is empty.")
    try:
        return list(reader(text))
    except _Wrong as error:
        raise QuestionError(f"The file of queries {path} {error}.") from error


class _Wrong(Exception):
    """What is wrong with a file, as the end of a sentence."""


def _jsonl(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}", _object(_loaded(line, f"line {number}"), f"line {number}")


def _json(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return _listed(_loaded(text, "it"))


def _loaded(text: str, place: str) -> Any:
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        line = f" (line {error.lineno})" if place == "it" else ""
        raise _Wrong(f"cannot be read: {place} is not valid JSON{line}") from error
    except (ValueError, RecursionError) as error:
        raise _Wrong(f"cannot be read: {place} is not valid JSON") from error


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number of JSON")


def _listed(told: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Records of a list, or of the list `queries` of a mapping."""
    listed = told.get("queries") if isinstance(told, Mapping) else told
    if not isinstance(listed, list):
        raise _Wrong("is neither a list of queries nor has a list 'queries'")
    for number, one in enumerate(listed, 1):
        yield f"query {number}", _object(one, f"query {number}")


def _object(told: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(told, Mapping):
        raise _Wrong(f"cannot be used: {place} is not an object with a 'question'")
    return told


def _delimited(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    head = text.lstrip().partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_DELIMITERS, key=head.count), strict=True)
    header: list[str] = []
    try:
        for row in reader:
            place = f"line {reader.line_num}"
            if not any(cell.strip() for cell in row):
                continue
            if not header:
                header = _header(row)
                continue
            if len(row) > len(header):
                raise _Wrong(f"cannot be used: {place} has {len(row)} cells under {len(header)} column heads")
            yield place, dict(zip(header, row, strict=False))
    except csv.Error as error:
        raise _Wrong(f"cannot be read: line {reader.line_num}: {error}") from error


def _header(row: Sequence[str]) -> list[str]:
    header = [cell.strip() for cell in row]
    twice = next((name for name in header if name and header.count(name) > 1), None)
    if twice:
        raise _Wrong(f"cannot be used: it has two columns '{twice[:40]}'")
    return header


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Plain values only, and of the scalars only null is anything else than text."""


_Loader.yaml_implicit_resolvers = {
    first: [pair for pair in known if pair[0].endswith(":null")]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _yaml(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if len(text) > _MOST_YAML:
        raise _Wrong(f"has more than {_MOST_YAML:,} characters of YAML; write it as JSONL")
    try:
        _check_events(text)
        told = yaml.load(text, Loader=_Loader)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _Wrong(f"is not valid YAML{_line(getattr(error, 'problem_mark', None))}") from error
    return _listed(told)


def _check_events(text: str) -> None:
    """No aliases, of which a few lines expand to gigabytes, and no nesting deeper than queries have."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            raise _Wrong(f"has a YAML alias{_line(event.start_mark)}; write its value out")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MOST_DEPTH:
            raise _Wrong(f"is nested too deeply{_line(event.start_mark)}")


def _line(mark: Any) -> str:
    return "" if mark is None else f" (line {mark.line + 1})"


_READERS: dict[str, Callable[[str], Iterator[tuple[str, Mapping[str, Any]]]]] = {
    ".jsonl": _jsonl, ".ndjson": _jsonl, ".json": _json, ".csv": _delimited, ".tsv": _delimited,
    ".yaml": _yaml, ".yml": _yaml,
}  # fmt: skip
