"""Reading the answers of a run folder. The file may be larger than memory: of most lines only a row is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from consilience.report import answers
from consilience.report.answers_model import SUMMARIES, problem, summary_problem
from consilience.report.errors import RunError

NAME = "answers.jsonl"
LINE = 20_000_000  # bytes of one answer with its evidence
BUDGET = 12_000_000  # bytes of answers.jsonl that the page holds in full, lowest ACS first
FULL = 1_000  # answers that it holds in full


@dataclass(frozen=True, slots=True)
class AnswerRun:
    """The answers of a run: a row for each in the order of reading, lowest ACS first, and the first of them in full.

    `summary` is eval.json or judge.json, called `name`.
    """

    name: str
    summary: Mapping[str, Any]
    rows: tuple[answers.Row, ...]
    full: tuple[Mapping[str, Any], ...]

    def groups(self) -> list[answers.Group]:
        """Means by type of query, with the bootstrap that the run was made with."""
        scores = (self.summary.get("settings") or {}).get("scores") or {}
        return answers.groups(sorted(self.rows, key=lambda one: one.place), *_bootstrap(scores))


def _bootstrap(scores: Mapping[str, Any]) -> tuple[int, int]:
    return int(scores.get("bootstrap", 1000)), int(scores.get("seed", 0))


def of(summary: Mapping[str, Any], lines: Iterable[Mapping[str, Any]], name: str = "eval.json") -> AnswerRun:
    """The answers of a run that is in memory."""
    held = list(lines)
    rows = answers.in_order(answers.row(one, place) for place, one in enumerate(held))
    return AnswerRun(name, summary, tuple(rows), tuple(held[one.place] for one in rows[:FULL]))


def load_answers(folder: Path) -> AnswerRun | None:
    """The answers in `folder`; None where there are none. Raises RunError: damaged, or of another shape."""
    name = next((name for name in SUMMARIES if (folder / name).is_file()), None)
    path = folder / NAME
    if name is None or not path.is_file():
        return None
    try:
        summary = _parsed((folder / name).read_bytes(), folder / name)
        if (wrong := summary_problem(summary, name)) is not None:
            raise RunError(f"{folder / name} cannot be shown: {wrong}.")
        rows, sizes = _rows(path)
        return AnswerRun(name, summary, tuple(rows), tuple(_full(path, rows, sizes)))
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}.") from error


def _rows(path: Path) -> tuple[list[answers.Row], dict[int, int]]:
    """A row for each line, in order, and the size in bytes of each by its place."""
    rows: list[answers.Row] = []
    sizes: dict[int, int] = {}
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(LINE + 1), b""), 1):
            place = f"{path}, line {number},"
            if not line.strip():
                continue
            if len(line) > LINE:
                raise RunError(f"{place} is longer than {LINE // 1_000_000} MB.")
            answer = _parsed(line, place)
            if (wrong := problem(answer)) is not None:
                raise RunError(f"{place} is not an answer that can be shown: {wrong}.")
            sizes[len(rows)] = len(line)
            rows.append(answers.row(answer, len(rows), file.tell() - len(line)))
    return answers.in_order(rows), sizes


def _full(path: Path, rows: Sequence[answers.Row], sizes: Mapping[int, int]) -> list[Mapping[str, Any]]:
    """The first answers once more, whole, as many as the page has room for."""
    held: list[Mapping[str, Any]] = []
    left = BUDGET
    with path.open("rb") as file:
        for one in rows[:FULL]:
            left -= sizes[one.place]
            if left < 0:
                break
            file.seek(one.offset)
            held.append(_parsed(file.readline(LINE), str(path)))
    return held


def _parsed(line: bytes, place: object) -> Any:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{place} is damaged: {str(error) or 'it is not JSON'}.") from error


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"it holds {constant}, which is not a number")
