"""`consilience report` on runs of every sort: of an audit, of answers, of both; and one sentence for a damaged one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.report.sample import facts, small
from tests.report.sample_answers import answers, evaluation

from consilience.cli.app import run
from consilience.report.writer import to_json, write_evaluation, write_run

Report = Callable[..., tuple[int, str, str]]


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Report:
    """Runs `consilience report` on the folder `run`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(["report", "run", *arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def judged(folder: Path) -> None:
    """A run of `judge`: the same answers, and its own summary."""
    write_evaluation(folder, evaluation(), answers())
    (folder / "eval.json").unlink()
    (folder / "judge.json").write_text(json.dumps(evaluation("consilience/judge/1")), "utf-8")


def test_a_run_of_judged_answers(report: Report, tmp_path: Path) -> None:
    """The summary on the terminal, the page, and judge.json as JSON."""
    judged(tmp_path / "run")
    code, out, err = report()
    assert (code, err) == (0, "") and "mean ACS of 0.49 over the 4 that could be scored" in out
    (tmp_path / "run" / "report.html").unlink()
    assert report("--format", "html")[0] == 0
    assert "7 logged answers judged" in (tmp_path / "run" / "report.html").read_text("utf-8")
    assert json.loads(report("--format", "json")[1]) == evaluation("consilience/judge/1")


def test_a_run_of_an_audit_and_answers(report: Report, tmp_path: Path) -> None:
    """Both halves are summed up, the page has both, and --format json is still the audit."""
    write_run(tmp_path / "run", small(), facts(1))
    judged(tmp_path / "run")
    code, out, _ = report()
    assert code == 0 and "disagree on 3 of 12 facts" in out and "mean ACS of 0.49" in out
    assert report("--format", "json")[1] == to_json(small(), indent=1) + "\n"
    assert report("--format", "html")[0] == 0
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert 'id="view-conflicts"' in page and 'id="view-answers"' in page


@pytest.mark.parametrize("form", ["terminal", "html", "json"])
def test_damaged_answers_are_one_sentence(report: Report, tmp_path: Path, form: str) -> None:
    """The file and the line, exit code 2, and no traceback."""
    judged(tmp_path / "run")
    with (tmp_path / "run" / "answers.jsonl").open("a") as file:
        file.write("{\n")
    code, out, err = report("--format", form)
    assert (code, out) == (2, "") and "line 8" in err and len(err.strip().splitlines()) <= 2 and "Traceback" not in err


@pytest.mark.parametrize("form", ["terminal", "html", "json"])
def test_a_folder_without_a_run_is_one_sentence(report: Report, tmp_path: Path, form: str) -> None:
    """It says what such a folder would hold."""
    (tmp_path / "run").mkdir()
    code, out, err = report("--format", form)
    assert (code, out) == (2, "") and "is not a run" in err and "audit.json" in err
