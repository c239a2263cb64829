"""The register: one row for every answer of the study beside its reference, with columns for two reviewers.

register.csv is the register; register.parquet is the same for programs, written with it. What a person has judged is
never lost: a new run keeps the verdicts on answers that are the same, and lays the rest aside in register.before.csv.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from consilience.study.errors import StudyError

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]

CSV, PARQUET, BEFORE = "register.csv", "register.parquet", "register.before.csv"
COLUMNS = (
    "instance", "corpus", "query", "type", "question", "reference", "answer", "status", "ACS", "SS1", "SSmu", "SSsigma",
    "k", "automatic", "automatic_reason", "reviewer_1", "reviewer_2", "note",
)  # fmt: skip
VERDICTS = ("match", "partial", "differs", "no_answer")
REVIEWERS = ("reviewer_1", "reviewer_2")
BY_PEOPLE = (*REVIEWERS, "note")
_FLOATS, _INTEGERS = ("ACS", "SS1", "SSmu", "SSsigma"), ("k",)
_JUDGED = ("question", "reference", "answer")  # what a verdict is about: while these are the same, it holds
_WAIT = 10.0  # seconds that one writer waits for another: each holds the register for milliseconds
_LARGEST = 64 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the verdicts in a register that was written anew."""

    kept: int = 0
    laid_aside: int = 0

    def __str__(self) -> str:
        """A sentence; empty where nobody had judged anything."""
        if not self.kept and not self.laid_aside:
            return ""
        told = f"{_verdicts(self.kept)} by people kept"
        if self.laid_aside:
            told += f", {self.laid_aside} laid aside in {BEFORE} because the answer is another now"
        return f"{told}."


def write_register(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Kept:
    """Write the register of a run. Where a row has no verdict of its own, the one on the same answer before is kept.

    Raises StudyError where the folder cannot be written or an earlier register there is damaged.
    """
    with _locked(folder):
        path = folder / CSV
        before = {row["instance"]: row for row in read_rows(path)} if path.is_file() else {}
        merged = [_merged(row, before.get(row["instance"], {})) for row in rows]
        told = Kept(_judged(merged), max(0, _judged(before.values()) - _judged(merged)))
        if told.laid_aside:
            replace(folder / BEFORE, path.read_bytes())
        _write(folder, merged)
    return told


def read_register(folder: Path) -> list[Row]:
    """The rows of RUN/register.csv; a score that was not measured is None. Raises StudyError: not there, damaged."""
    path = folder / CSV
    if not path.is_file():
        raise StudyError(f"{folder} holds no {CSV}: `consilience study run --out {folder}` writes it.")
    return read_rows(path)


def judged(folder: Path) -> int:
    """How many verdicts people have given; 0 where there is no register yet. Raises StudyError."""
    return _judged(read_register(folder)) if (folder / CSV).is_file() else 0


@contextmanager
def changing(folder: Path) -> Iterator[list[Row]]:
    """The rows, to be changed in place and written when the block ends well. Others wait: no choice gets lost.

    Raises StudyError.
    """
    with _locked(folder):
        rows = read_register(folder)
        yield rows
        _write(folder, rows)


def read_rows(path: Path) -> list[Row]:
    """The rows of a register file. Raises StudyError with the line that is wrong."""
    try:
        if path.stat().st_size > _LARGEST:
            raise StudyError(f"{path} is larger than any register.")
        text = path.read_bytes().decode("utf-8-sig")  # as spreadsheets write it
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}.") from error
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator(text), strict=True)
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise StudyError(f"{path} is damaged: it has no column '{missing[0]}'.")
        return [_read(row, path, reader.line_num) for row in reader]
    except csv.Error as error:
        raise StudyError(f"{path} is damaged: {error}.") from error


def _read(row: Mapping[str, str | None], path: Path, line: int) -> Row:
    try:
        return {name: _value(name, row[name] or "") for name in COLUMNS}
    except ValueError as error:
        raise StudyError(f"{path}, line {line}: {error}.") from error


def _value(name: str, text: str) -> Any:
    if name in REVIEWERS and text and text not in VERDICTS:
        raise ValueError(f"'{text}' is no verdict; there are {', '.join(VERDICTS)}")
    if name not in (*_FLOATS, *_INTEGERS):
        return text
    kind = int if name in _INTEGERS else float
    try:
        return kind(text) if text else None
    except ValueError as error:
        raise ValueError(f"{name} is '{text}', which is no number") from error


def _merged(row: Mapping[str, Any], before: Mapping[str, Any]) -> Row:
    """The row with what people said of the same answer; nothing where question, reference or answer differ."""
    if not before or any((row[name] or "") != before[name] for name in _JUDGED):
        return dict(row)
    return dict(row) | {name: row.get(name) or before[name] for name in BY_PEOPLE}


def _judged(rows: Iterable[Mapping[str, Any]]) -> int:
    return sum(bool(row.get(name)) for row in rows for name in REVIEWERS)


def _write(folder: Path, rows: Sequence[Row]) -> None:
    replace(folder / CSV, csv_bytes(rows, COLUMNS))
    replace(folder / PARQUET, _parquet(rows))


def csv_bytes(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> bytes:
    """UTF-8, a header, None as an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(["" if row[name] is None else row[name] for name in columns] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


def separator(text: str) -> str:
    """What stands between the cells of a CSV: spreadsheets write what their country does."""
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def _parquet(rows: Sequence[Row]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist([*rows], schema=_schema()), sink)
    return bytes(sink.getvalue())


def _schema() -> pa.Schema:
    import pyarrow as pa

    kinds = dict.fromkeys(_FLOATS, pa.float64()) | dict.fromkeys(_INTEGERS, pa.int64())
    return pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS])


def replace(path: Path, data: bytes) -> None:
    """The file appears under its name when it is whole. Raises StudyError."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # an hour of a person's judgement outlives a power cut, too
        unfinished.replace(path)
    except OSError as error:
        raise StudyError(f"{path} cannot be written: {error.strerror or error}.") from error


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One writer at a time: two reviewers may work on the same run."""
    try:
        with FileLock(folder / ".register.lock", timeout=_WAIT):
            yield
    except Timeout as error:
        raise StudyError(f"The register in {folder} is held by another process; try again.") from error
    except OSError as error:
        raise StudyError(f"The register in {folder} cannot be written: {error.strerror or error}.") from error


def _verdicts(count: int) -> str:
    return "1 verdict" if count == 1 else f"{count} verdicts"
