"""A review outside of the terminal: the comparisons as a CSV for a spreadsheet, and the verdicts back.

What is exported shows neither the automatic pre-verdict nor the verdicts of the other reviewer. Answers come from
documents that nobody vouches for: a cell that a spreadsheet would take for a formula begins with an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from consilience.study.errors import StudyError
from consilience.study.register import Row, changing, csv_bytes, replace, separator
from consilience.study.review import Verdict, noted, parsed

COLUMNS = ("instance", "question", "reference", "answer", "verdict", "note")
AUTOMATIC = ("automatic", "automatic_reason")
_NEEDED = ("instance", "verdict")
_JUDGED = ("question", "reference", "answer")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_LARGEST = 16 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Taken:
    """Verdicts taken over: `new` where there was none, `changed` in the place of another, `same` as before."""

    new: int
    changed: int
    same: int


def export(path: Path, rows: Sequence[Row], column: str, *, automatic: bool = False) -> None:
    """Write the rows for one reviewer, with the verdicts she has given; notes are for new ones. Raises StudyError."""
    columns = (*COLUMNS, *AUTOMATIC) if automatic else COLUMNS
    lines = [
        {name: _safe(row[column if name == "verdict" else name]) for name in columns} | {"note": ""} for row in rows
    ]
    replace(path, b"\xef\xbb\xbf" + csv_bytes(lines, columns))  # the mark by which spreadsheets know UTF-8


def take_over(path: Path, folder: Path, column: str) -> Taken:
    """Put the verdicts of a file into a reviewer's column; an empty cell leaves what is there.

    The file needs the columns `instance` and `verdict` (letter or word); a `note` is added to those there.
    Nothing is taken over where anything is wrong. Raises StudyError with the line.
    """
    lines = list(_read(path, column))
    with changing(folder) as rows:
        by_name = {row["instance"]: row for row in rows}
        changes = [_change(path, number, line, by_name) for number, line in lines]
        counts = {"new": 0, "changed": 0, "same": 0}
        for row, verdict, note in changes:
            if verdict:
                counts["new" if not row[column] else "same" if row[column] == verdict else "changed"] += 1
                row[column] = verdict
            row["note"] = noted(row["note"], note)
    return Taken(**counts)


def _change(
    path: Path, number: int, line: Mapping[str, str], rows: Mapping[str, Row]
) -> tuple[Row, Verdict | None, str]:
    row = rows.get(line["instance"])
    if row is None:
        raise StudyError(f"{path}, line {number}: the register has no instance '{line['instance']}'.")
    for name in _JUDGED:
        if name in line and _plain(line[name]) != _plain(_safe(row[name])):
            raise StudyError(f"{path}, line {number}: the {name} of {row['instance']} is another than in the register.")
    said, verdict = line["verdict"].strip(), parsed(line["verdict"])
    if said and verdict is None:
        raise StudyError(f"{path}, line {number}: '{said}' is no verdict; write match, partial, differs or no_answer.")
    return row, verdict, _unsafe(line.get("note", "")).strip()


def _read(path: Path, column: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines with their numbers; the verdict may stand in the reviewer's own column, as in the register."""
    text = _text(path)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text))
    try:
        names = [name.strip().casefold() for name in next(reader, [])]
        if "verdict" not in names:
            names = ["verdict" if name == column else name for name in names]
        missing = [name for name in _NEEDED if name not in names]
        if missing:
            raise StudyError(
                f"{path} has no column '{missing[0]}'; `consilience study review --export` shows the form."
            )
        for cells in reader:
            line = dict(zip(names, cells, strict=False))
            if line.get("instance", "").strip():
                yield reader.line_num, {"verdict": "", **line, "instance": line["instance"].strip()}
    except csv.Error as error:
        raise StudyError(f"{path}, line {reader.line_num}: {error}.") from error


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise StudyError(f"{path} is larger than any register.")
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8; save it as CSV UTF-8"
        raise StudyError(f"{path} cannot be read: {why}.") from error


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unsafe(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


def _plain(text: str) -> str:
    """Spreadsheets change line ends and outer spaces; neither makes another answer."""
    return " ".join(_unsafe(text).split())
