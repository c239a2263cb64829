"""A small study through the same code as the whole: two documents, three questions, four corpora."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from consilience.api import study_report
from consilience.corpus.progress import Silent
from consilience.report import writer
from consilience.settings import RunSettings, Settings
from consilience.study.baseline import Baseline, load
from consilience.study.errors import StudyError
from consilience.study.register import changing
from consilience.study.run import run_study

SETTINGS = Settings(run=RunSettings(cache=False))


class Told(Silent):
    """Keeps the names of the stages."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def stage(self, name: str, total: int | None) -> None:
        self.stages.append(name)


@pytest.fixture(scope="module")
def small() -> Baseline:
    """Physics and geography, one targeted, one control and one synthesis question."""
    return load().only(["physics", "geography"], ["Q01", "Q17", "Q25"])


@pytest.fixture(scope="module")
def out(small: Baseline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the finished study."""
    folder = tmp_path_factory.mktemp("study") / "run"
    run_study(folder, SETTINGS, writer, baseline=small)
    return folder


def read(path: Path) -> dict[str, Any]:
    """A JSON file."""
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return told


def lines(path: Path) -> list[dict[str, Any]]:
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def register(out: Path) -> list[dict[str, str]]:
    """The rows of the register."""
    with (out / "register.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_study_json_says_what_was_measured(out: Path) -> None:
    """Each corpus with its documents and the scores of its audit; access control is the paper's."""
    told = read(out / "study.json")
    assert told["schema"] == "consilience/study/1"
    assert {name: one["documents"] for name, one in told["corpora"].items()} == {"A": 2, "B": 4, "C": 2, "D": 8}
    assert told["settings"]["retrieval"]["authorise"] == "post"
    for name, one in told["corpora"].items():
        audit = read(out / name / "audit.json")
        assert (one["IaDNI"], one["CC"]) == (audit["scores"]["IaDNI"], audit["scores"]["CC"])
        assert one["flagged_keys"] == audit["counts"]["flagged_keys"]


def test_only_the_corpora_with_counterparts_are_flagged(out: Path) -> None:
    """A and C have no conflict, B has those that were injected, and structure alone lowers IaDNI in C."""
    told = read(out / "study.json")["corpora"]
    assert (told["A"]["flagged_keys"], told["C"]["flagged_keys"]) == (0, 0)
    assert told["B"]["flagged_keys"] >= 11
    assert told["C"]["IaDNI"] <= told["A"]["IaDNI"] - 0.3


def test_the_manipulated_relations_correspond(out: Path, small: Baseline) -> None:
    """Every relation has a line, and those that are flagged name a conflict of B."""
    told = lines(out / "correspondence.jsonl")
    assert [one["relation_id"] for one in told] == [one.id for one in small.manipulated]
    assert sum(one["flagged"] for one in told) >= 11
    known = {one["id"] for one in read(out / "B" / "audit.json")["conflicts"]}
    assert {one["conflict_id"] for one in told if one["flagged"]} <= known


def test_the_records_cover_all_of_the_truth(out: Path, small: Baseline) -> None:
    """A provenance line for each corpus and relation, a recovery line for each reference fact."""
    told = [(one["corpus"], one["relation_id"]) for one in lines(out / "provenance.jsonl")]
    assert told == [(corpus, one.id) for corpus in "ABCD" for one in small.manipulated]
    assert [one["fact"] for one in lines(out / "recovery.jsonl")] == [one.id for one in small.references]


def test_a_row_for_every_instance(out: Path) -> None:
    """Each question is asked of each corpus; scores are those of answers.jsonl, verdicts are left to people."""
    rows = register(out)
    assert [row["instance"] for row in rows] == [
        f"{corpus}-{query}" for corpus in "ABCD" for query in ("Q01", "Q17", "Q25")
    ]
    assert {row["reviewer_1"] + row["reviewer_2"] + row["note"] for row in rows} == {""}
    answers = {one["id"]: one for one in lines(out / "A" / "answers.jsonl")}
    for row in rows[:3]:
        assert (row["answer"], float(row["ACS"])) == (answers[row["query"]]["answer"], answers[row["query"]]["ACS"])
        assert row["automatic"] == "match"


def test_the_reader_gets_what_her_roles_open(out: Path, small: Baseline) -> None:
    """No passage of a document that the roles of the question do not open is in the evidence."""
    opened = {one.query.id: set(one.query.roles or ()) for one in small.queries}
    roles = {one.id: set(one.roles) for one in small.documents}
    for answer in lines(out / "D" / "answers.jsonl"):
        assert answer["retrieved"]
        assert all(roles[one["doc"].partition(".")[0]] & opened[answer["id"]] for one in answer["retrieved"])


def test_the_run_folders_are_those_of_audit_and_eval(out: Path) -> None:
    """A corpus has the files that the commands leave, and no knowledge base; the record does not say where it lay."""
    for name in "ABCD":
        assert {path.name for path in (out / name).iterdir()} == {
            "audit.json", "eval.json", "answers.jsonl", "facts.jsonl", "facts.parquet", "inputs.json", "report.html",
        }  # fmt: skip
        assert read(out / name / "eval.json")["kb"] == f"corpus {name}"


def test_a_finished_study_can_be_reported(out: Path) -> None:
    """The report reads these very records: every table is there, and the competing statement is named."""
    told = study_report(out)
    assert told["headline"].endswith("1 of 1 answers about a changed value name the competing statement.")
    assert {"I", "II", "III", "IV", "V", "VI", "VII", "VIII"} <= {table["id"] for table in told["tables"]}
    assert "physics.conflict.md" in str(next(table for table in told["tables"] if table["id"] == "VIII")["rows"])


def test_what_is_done_is_not_done_again(out: Path, small: Baseline) -> None:
    """A second run changes no byte and audits nothing; a corpus that is not finished is done, to the same bytes."""
    before = {path: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    told = Told()
    run_study(out, SETTINGS, writer, baseline=small, progress=told)
    assert not [name for name in told.stages if "matching" in name]
    assert {path: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()} == before
    (out / "A" / "inputs.json").unlink()
    again = Told()
    run_study(out, SETTINGS, writer, baseline=small, progress=again)
    assert [name for name in again.stages if "matching" in name] == ["A: matching"]
    dearer = SETTINGS.model_copy(update={"llm": SETTINGS.llm.model_copy(update={"max_calls": 9})})
    higher = Told()
    run_study(out, dearer, writer, baseline=small, progress=higher)
    assert not [name for name in higher.stages if "matching" in name]
    timed = {"audit.json", "report.html", "facts.parquet"}
    after = {path: path.read_bytes() for path in before if path.name not in timed}
    assert after == {path: data for path, data in before.items() if path.name not in timed}


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, small: Baseline, kind: str) -> None:
    """A file, or a folder that holds no study, is left as it is, with one sentence."""
    out = tmp_path / "mine"
    if kind == "folder":
        out.mkdir()
    (out / "letter.txt" if kind == "folder" else out).write_text("Dear all", "utf-8")
    with pytest.raises(StudyError, match="mine is"):
        run_study(out, SETTINGS, writer, baseline=small)
    assert [path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()] == ["Dear all"]


def test_a_second_run_keeps_what_people_judged(out: Path, small: Baseline) -> None:
    """The answers are the same, so the verdicts and notes on them stand."""
    with changing(out) as rows:
        rows[0] |= {"reviewer_1": "match", "note": "checked"}
    run_study(out, SETTINGS, writer, baseline=small)
    first, *others = register(out)
    assert (first["reviewer_1"], first["note"]) == ("match", "checked")
    assert not any(row["reviewer_1"] or row["note"] for row in others)
