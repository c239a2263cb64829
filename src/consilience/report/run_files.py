"""The JSON files of a run folder, read one way wherever they are read: bounded, and damage told with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from consilience.report.errors import RunError

# What lies beside answers.jsonl, with its schema: of an evaluation, or of a judged log.
SUMMARIES = {"eval.json": "consilience/eval/1", "judge.json": "consilience/judge/1"}
ANSWERS = "answers.jsonl"
LINE = 20_000_000  # bytes of one answer with its evidence


@dataclass(frozen=True, slots=True)
class JsonLine:
    """What stands in one line: `where` for a message, `offset` and `size` in bytes."""

    where: str
    offset: int
    size: int
    told: Any


def summary_of(folder: Path) -> tuple[str, Mapping[str, Any]] | None:
    """The name and content of eval.json or judge.json; None where there is neither. Raises RunError: damaged."""
    name = next((name for name in SUMMARIES if (folder / name).is_file()), None)
    return None if name is None else (name, json_object(folder / name))


def json_object(path: Path) -> Mapping[str, Any]:
    """The object that a file holds. Raises RunError: unreadable, damaged, or no object."""
    try:
        return an_object(parsed(path.read_bytes(), path), path)
    except OSError as error:
        raise unreadable(path, error) from error


def json_lines(path: Path) -> Iterator[JsonLine]:
    """The lines of a file that hold anything, one at a time. Raises RunError."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LINE + 1), b""), 1):
                where = f"{path}, line {number}"
                if len(line) > LINE:
                    raise RunError(f"{where} is longer than {LINE // 1_000_000} MB.")
                if line.strip():
                    yield JsonLine(where, file.tell() - len(line), len(line), parsed(line, where))
    except OSError as error:
        raise unreadable(path, error) from error


def parsed(raw: bytes, where: object) -> Any:
    """JSON without NaN and Infinity. Raises RunError."""
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{where} is damaged: {str(error) or 'it is not JSON'}.") from error


def an_object(told: object, where: object) -> Mapping[str, Any]:
    """The same, known to be an object. Raises RunError."""
    if not isinstance(told, Mapping):
        raise RunError(f"{where} is damaged: it is not a JSON object.")
    return told


def unreadable(path: Path, error: OSError) -> RunError:
    """The error for a file that cannot be read."""
    return RunError(f"{path} cannot be read: {error.strerror or error}.")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"it holds {constant}, which is not a number")
