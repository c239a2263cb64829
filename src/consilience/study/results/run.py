"""A finished study, read from its folder and checked once, so that the tables may rely on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consilience.study.errors import StudyError
from consilience.study.output import read_json, read_lines
from consilience.study.register import Row, read_register
from consilience.study.results.verdicts import Verdicts, verdicts
from consilience.study.summary import SCHEMA

Line = Mapping[str, Any]

CORPORA = ("A", "B", "C", "D")
TYPES = ("targeted", "control", "synthesis")
SCORES = ("ACS", "SS1", "SSmu", "SSsigma", "k")

_STUDY = ("version", "seed", "profile", "settings", "operators", "corpora", "queries")
_CORPUS = (
    "title",
    "documents",
    "words",
    "IaDNI",
    "IeDCD",
    "CC",
    "intervals",
    "comparable_keys",
    "flagged_keys",
    "copies",
)
_RECOVERY = ("fact", "domain", "statement", "recovered", "record", "how", "where")
_CORRESPONDENCE = ("relation_id", "domain", "clean", "injected", "matched", "flagged", "why_not")
_PROVENANCE = ("corpus", "relation_id", "key", "canonical", "injected", "assertions")
_ANSWER = ("id", "answer", "claims", "evidence_conflicts", "justification")


@dataclass(frozen=True, slots=True)
class Results:
    """The records of a study (study/run.py writes them). `answers` are by corpus and question."""

    study: Mapping[str, Any]
    recovery: Sequence[Line]
    correspondence: Sequence[Line]
    provenance: Sequence[Line]
    register: Sequence[Row]
    answers: Mapping[str, Mapping[str, Line]]
    verdicts: Verdicts

    @property
    def corpora(self) -> Mapping[str, Mapping[str, Any]]:
        """What level 1 measured in each corpus."""
        found: Mapping[str, Mapping[str, Any]] = self.study["corpora"]
        return found

    @property
    def bootstrap(self) -> tuple[int, int]:
        """Resamples and seed of the intervals, as the study was run with."""
        scores = self.study["settings"]["scores"]
        return scores["bootstrap"], scores["seed"]

    def rows(self, corpus: str, kind: str | None = None) -> list[Row]:
        """The instances of a corpus, of one type of question if `kind` says so, in the order of the questions."""
        return [row for row in self.register if row["corpus"] == corpus and kind in (None, row["type"])]

    def values(self, corpus: str, score: str, kind: str | None = None) -> list[float]:
        """The measured values of a score."""
        return [row[score] for row in self.rows(corpus, kind) if row[score] is not None]


def read_results(folder: Path) -> Results:
    """Read RUN. Raises StudyError: no study, not finished, damaged."""
    if not (folder / "study.json").is_file():
        raise StudyError(f"{folder} holds no finished study: `consilience study run --out {folder}` writes study.json.")
    study = _study(folder / "study.json")
    register = read_register(folder)
    return Results(
        study=study,
        recovery=_lines(folder / "recovery.jsonl", _RECOVERY),
        correspondence=_lines(folder / "correspondence.jsonl", _CORRESPONDENCE),
        provenance=_lines(folder / "provenance.jsonl", _PROVENANCE),
        register=register,
        answers={
            name: {line["id"]: line for line in _lines(folder / name / "answers.jsonl", _ANSWER)} for name in CORPORA
        },
        verdicts=verdicts(register),
    )


def _study(path: Path) -> dict[str, Any]:
    study = read_json(path)
    if study.get("schema") != SCHEMA:
        raise StudyError(f"{path} is not a study that can be read: its schema is {study.get('schema')!r}.")
    _has(path, study, _STUDY)
    _has(path, study["corpora"], CORPORA)
    for corpus in CORPORA:
        _has(path, study["corpora"][corpus], _CORPUS)
    return study


def _lines(path: Path, names: Sequence[str]) -> list[dict[str, Any]]:
    lines = read_lines(path)
    for line in lines:
        _has(path, line, names)
    return lines


def _has(path: Path, found: object, names: Iterable[str]) -> None:
    missing = [name for name in names if not isinstance(found, Mapping) or name not in found]
    if missing:
        raise StudyError(f"{path} is damaged: '{missing[0]}' is missing.")
