"""Files of records to plain mappings, one at a time where the format allows it: JSONL, CSV and Parquet are streamed.

A single JSON text has to be read as a whole, and is bounded for that. NaN is no JSON, but tools write it where a judge
failed: it is let in here, and said where it stands in a field that is used.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from consilience.answer.records.model import RecordsError, Skipped
from consilience.sources.given import opened

Rows = Iterator[tuple[str, Mapping[str, Any]] | Skipped]

STDIN = "-"
_LINE = 20_000_000  # bytes of a record
_WHOLE = 200_000_000  # bytes of one JSON text
_LISTS = ("records", "data", "samples", "test_cases", "testCases", "test_results", "examples", "results", "rows",
          "runs", "answers")  # fmt: skip
_BATCH = 64  # rows of Parquet held at a time


def rows(source: str) -> Rows:
    """The records of a file, or of stdin ("-", JSONL or one JSON text), each with its place. Raises RecordsError."""
    if source == STDIN:
        yield from _json_or_lines(sys.stdin.buffer, "stdin")
        return
    path = Path(source)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise RecordsError(f"Records are read from {', '.join(_READERS)} files and from stdin (-); {path} is none.")
    with opened(path, "file of records", RecordsError) as file:
        yield from reader(file, str(path))


def _lines(file: IO[bytes], name: str) -> Rows:
    for number, line in enumerate(iter(lambda: file.readline(_LINE + 1), b""), 1):
        place = f"line {number}"
        if len(line) > _LINE:
            raise RecordsError(f"{name}, {place}, is longer than {_LINE // 1_000_000} MB.")
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
        if text:
            yield _parsed(text, place)


def _parsed(text: str, place: str) -> tuple[str, Mapping[str, Any]] | Skipped:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return Skipped(place, "it is not valid JSON")
    return (place, told) if isinstance(told, Mapping) else Skipped(place, "it is not a JSON object")


def _json(file: IO[bytes], name: str) -> Rows:
    data = file.read(_WHOLE + 1)
    if len(data) > _WHOLE:
        raise RecordsError(f"{name} is larger than {_WHOLE // 1_000_000} MB; write it as JSONL.")
    try:
        told = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordsError(f"{name} is not UTF-8 text.") from error
    except (ValueError, RecursionError) as error:
        raise RecordsError(f"{name} is not valid JSON.") from error
    yield from _listed(told, name)


def _listed(told: Any, name: str) -> Rows:
    """The objects of a list, of the list in an object, or the one object that is a record itself."""
    if isinstance(told, Mapping):
        told = next((told[key] for key in _LISTS if isinstance(told.get(key), list)), [told])
    if not isinstance(told, list):
        raise RecordsError(f"{name} is neither a list of records nor an object with one.")
    for number, one in enumerate(told, 1):
        place = f"record {number}"
        yield (place, one) if isinstance(one, Mapping) else Skipped(place, "it is not a JSON object")


def _json_or_lines(file: IO[bytes], name: str) -> Rows:
    """One JSON text where its first line alone is none, and otherwise a record a line."""
    first = b""
    while not first.strip():
        first = file.readline(_LINE + 1)
        if not first:
            return
    try:
        whole = not isinstance(json.loads(first), Mapping)
    except (ValueError, RecursionError):
        whole = first.lstrip()[:1] == b"[" or first.strip() == b"{"
    yield from (_json if whole else _lines)(_Again(first, file), name)  # type: ignore[arg-type]


class _Again:
    """A stream whose first line was looked at."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self._first, self._rest = first, rest

    def readline(self, size: int) -> bytes:
        first, self._first = self._first, b""
        return first or self._rest.readline(size)

    def read(self, size: int) -> bytes:
        first, self._first = self._first, b""
        return first + self._rest.read(size)


def _csv(file: IO[bytes], name: str) -> Rows:
    import io

    csv.field_size_limit(_LINE)
    text = io.TextIOWrapper(file, "utf-8-sig", newline="")
    reader = csv.reader(text, delimiter="\t" if name.lower().endswith(".tsv") else ",")
    header: list[str] = []
    try:
        for row in reader:
            place = f"line {reader.line_num}"
            if not any(row):
                continue
            if not header:
                header = [cell.strip() for cell in row]
            elif len(row) > len(header):
                yield Skipped(place, f"it has {len(row)} cells under {len(header)} column heads")
            else:
                yield place, dict(zip(header, row, strict=False))
    except csv.Error as error:
        raise RecordsError(f"{name}, line {reader.line_num}, is not valid CSV: {error}.") from error


def _parquet(file: IO[bytes], name: str) -> Rows:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        number = 0
        for batch in pq.ParquetFile(file).iter_batches(_BATCH):
            for row in batch.to_pylist():
                number += 1
                yield f"row {number}", row
    except pa.ArrowException as error:
        raise RecordsError(f"{name} is not a Parquet file that can be read.") from error


_READERS: dict[str, Callable[[IO[bytes], str], Rows]] = {
    ".jsonl": _lines, ".ndjson": _lines, ".json": _json, ".csv": _csv, ".tsv": _csv, ".parquet": _parquet,
}  # fmt: skip
