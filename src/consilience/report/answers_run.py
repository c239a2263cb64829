"""Reading the answers of a run folder. The file may be larger than memory: of most lines only a row is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consilience.report import answers
from consilience.report.answers_model import problem, summary_problem
from consilience.report.errors import RunError
from consilience.report.run_files import ANSWERS, LINE, json_lines, parsed, summary_of, unreadable

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
    path, found = folder / ANSWERS, summary_of(folder)
    if found is None or not path.is_file():
        return None
    name, summary = found
    if (wrong := summary_problem(summary, name)) is not None:
        raise RunError(f"{folder / name} cannot be shown: {wrong}.")
    rows, sizes = _rows(path)
    return AnswerRun(name, summary, tuple(rows), tuple(_full(path, rows, sizes)))


def _rows(path: Path) -> tuple[list[answers.Row], dict[int, int]]:
    """A row for each line, in order, and the size in bytes of each by its place."""
    rows: list[answers.Row] = []
    sizes: dict[int, int] = {}
    for line in json_lines(path):
        if (wrong := problem(line.told)) is not None:
            raise RunError(f"{line.where} is not an answer that can be shown: {wrong}.")
        sizes[len(rows)] = line.size
        rows.append(answers.row(line.told, len(rows), line.offset))
    return answers.in_order(rows), sizes


def _full(path: Path, rows: Sequence[answers.Row], sizes: Mapping[int, int]) -> list[Mapping[str, Any]]:
    """The first answers once more, whole, as many as the page has room for."""
    held: list[Mapping[str, Any]] = []
    left = BUDGET
    try:
        with path.open("rb") as file:
            for one in rows[:FULL]:
                left -= sizes[one.place]
                if left < 0:
                    break
                file.seek(one.offset)
                held.append(parsed(file.readline(LINE), path))
    except OSError as error:
        raise unreadable(path, error) from error
    return held
