"""`consilience degrade` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from consilience.cli.app import run

MEMO = """# Memo

The gate opens at six in the morning and closes at ten at night, and on public holidays it stays closed all day long.

## Visitors

Visitors sign the book and wear a badge while they are on the site, and whoever loses a badge reports it on the day.
"""


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a Markdown, a text and an HTML file; the working folder is above it."""
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    (folder / "memo.md").write_text(MEMO, "utf-8")
    (folder / "sub" / "notes.txt").write_text(MEMO.replace("# ", "").replace("#", ""), "utf-8")
    (folder / "page.html").write_text("<h1>Page</h1><p>Dogs stay outside the fence at all times of day.</p>", "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def test_writes_copies_and_the_truth(docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every document has a copy below DIR/docs; truth.json says what was changed where; stdout sums it up."""
    assert run(["degrade", "docs", "--out", "out", "--operators", "formatting,repetition"]) == 0
    truth = json.loads((tmp_path / "out" / "truth.json").read_text("utf-8"))
    assert truth["operators"] == ["formatting", "repetition"]
    for document in truth["documents"]:
        copy = (tmp_path / "out" / "docs" / document["id"]).read_text("utf-8")
        for change in document["changes"]:
            assert copy[change["after"]["start"] : change["after"]["end"]] == change["after"]["text"]
    said = capsys.readouterr()
    assert "memo.md: formatting" in said.out and "Written: " in said.out
    assert said.err == ("consilience: page.html cannot be edited as it is; its copy is Markdown made from its text.\n")
    assert sorted(path.name for path in (tmp_path / "out" / "docs").iterdir()) == ["memo.md", "page.html.md", "sub"]


def test_the_same_seed_gives_the_same_bytes(docs: Path, tmp_path: Path) -> None:
    """Twice the same command, in two folders: the same files, letter for letter."""
    for out in ("one", "two"):
        assert run(["degrade", "docs", "--out", out, "--seed", "5", "--quiet"]) == 0
    one, two = (
        {path.relative_to(tmp_path / out): path.read_bytes() for path in (tmp_path / out).rglob("*") if path.is_file()}
        for out in ("one", "two")
    )
    assert one == two


def test_quiet_says_nothing(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --quiet both streams stay empty."""
    assert run(["degrade", "docs", "--out", "out", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_copies_of_an_earlier_run_are_replaced_only_with_force(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run into the same folder is refused, and with --force leaves nothing of the first."""
    assert run(["degrade", "docs", "--out", "out", "--quiet"]) == 0
    assert run(["degrade", "docs/memo.md", "--out", "out", "--quiet"]) == 2
    assert capsys.readouterr().err == (
        "consilience: out is not empty; name another folder, or give --force to replace the copies in it.\n"
    )
    assert run(["degrade", "docs/memo.md", "--out", "out", "--quiet", "--force"]) == 0
    assert [path.name for path in (tmp_path / "out" / "docs").iterdir()] == ["memo.md"]


def test_force_never_touches_a_folder_of_other_files(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--force replaces copies, not a user's files."""
    (tmp_path / "mine" / "docs").mkdir(parents=True)
    (tmp_path / "mine" / "docs" / "thesis.md").write_text("all my work", "utf-8")
    assert run(["degrade", "docs", "--out", "mine", "--force"]) == 2
    assert "holds no copies of an earlier run" in capsys.readouterr().err
    assert (tmp_path / "mine" / "docs" / "thesis.md").read_text("utf-8") == "all my work"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere", "--out", "out"], "There is no file or folder 'nowhere'."),
        (["docs", "--out", "docs/copies"], "docs/copies lies inside docs; the copies would be read as documents"),
        (["docs", "--out", "docs/memo.md"], "docs/memo.md is a file; --out names a folder."),
        (["docs", "--out", "out", "--operators", "x"], "No degradation operator is called 'x'; there are: truncation"),
        (["docs", "--out", "out", "--operators", ","], "No degradation operator is named; there are: truncation"),
        (["docs", "--out", "out", "--strength", "2"], "The strength must be between 0 and 1, not 2."),
        (["empty", "--out", "out"], "There is no document to change in empty."),
        (["docs"], "Missing option '--out'"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_2(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    """What is wrong is said in one line on stderr, and nothing is written."""
    (tmp_path / "empty").mkdir()
    assert run(["degrade", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(f"consilience: {sentence}") and said.err.count("\n") == 1
    assert not (tmp_path / "out").exists()
