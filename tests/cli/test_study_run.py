"""`consilience study run` as a user meets it; the study itself is tried in tests/study/test_run.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.lines import Run, runner


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `consilience study` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return runner(capsys, ("study",))


def test_out_must_be_a_folder(study: Run, tmp_path: Path) -> None:
    """A file is refused with one sentence, before any work."""
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    result = study("run", "--out", "notes.txt")
    assert (result.code, result.out) == (2, "")
    assert result.err == "consilience: notes.txt is a file; --out names a folder.\n"


def test_a_folder_of_something_else_is_left_alone(study: Run, tmp_path: Path) -> None:
    """A folder that holds no study is refused, and nothing in it is touched."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.md").write_text("Dear all", "utf-8")
    result = study("run", "--out", "mine")
    assert result.code == 2
    assert result.err == "consilience: mine is not empty and holds no study; name another folder.\n"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.md"]


def test_an_operator_that_is_not_there(study: Run) -> None:
    """An unknown operator is told in one sentence with those that there are."""
    result = study("run", "--out", "run", "--quality", "nobody")
    assert result.code == 2
    assert "nobody" in result.err and "embedded" in result.err
    assert "Traceback" not in result.err


def test_the_group_says_what_it_is(study: Run) -> None:
    """`consilience study --help` names the commands; `run --help` names its options."""
    assert "run" in study("--help").out
    told = study("run", "--help").out
    assert all(flag in told for flag in ("--out", "--seed", "--again", "--quiet"))
