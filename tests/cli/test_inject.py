"""`consilience inject` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from consilience import audit
from consilience.cli.app import run
from consilience.settings import RunSettings, Settings

RULES = """# Rules of the archive

Boxes are kept for 30 days. The reading room opens at 09:30 and holds 24 readers.

A copy costs £0.40, and requests are answered within five working days. The archive was founded in 1911.
"""


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a Markdown file, an HTML page and a file of records; the working folder is above it."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "rules.md").write_text(RULES, "utf-8")
    (folder / "page.html").write_text("<h1>Fees</h1><table><tr><th>What</th><th>Fee</th></tr>"
                                      "<tr><td>Scan</td><td>£3.50</td></tr></table>", "utf-8")  # fmt: skip
    (folder / "log.jsonl").write_text('{"id": "1", "text": "Kept for 9 days."}\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def test_writes_documents_counterparts_and_the_truth(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Originals are copied byte for byte, a counterpart stands beside each, stdout and stderr say what came of them."""
    assert run(["inject", "docs", "--out", "out", "--changes", "3"]) == 0
    written = tmp_path / "out" / "docs"
    assert sorted(path.name for path in written.iterdir()) == [
        "page.html", "page.html-injected.md", "rules-injected.md", "rules.md",
    ]  # fmt: skip
    assert (written / "rules.md").read_bytes() == RULES.encode()
    said = capsys.readouterr()
    assert "rules.md -> rules-injected.md: 3 values changed\n" in said.out
    assert (
        "page.html -> page.html-injected.md: 1 value changed (of 3; no other value can be changed safely)" in said.out
    )
    assert "Left out: log.jsonl: a file of records, which are not changed; give documents." in said.err


def test_the_conflicts_of_the_truth_are_found(docs: Path, tmp_path: Path) -> None:
    """An audit of the folder flags every injected value, and nothing else."""
    assert run(["inject", "docs", "--out", "out", "--changes", "4", "--quiet"]) == 0
    truth = json.loads((tmp_path / "out" / "truth.json").read_text("utf-8"))
    found = audit(tmp_path / "out" / "docs", settings=Settings(run=RunSettings(cache=False))).to_dict()["conflicts"]
    quotes = [{said["quote"] for value in one["values"] for said in value["assertions"]} for one in found]
    for conflict in truth["conflicts"]:
        assert any({said["quote"] for said in conflict["assertions"]} <= one for one in quotes), conflict
    assert len(found) == len(truth["conflicts"]) == 5


def test_only_counterparts(docs: Path, tmp_path: Path) -> None:
    """The documents themselves can be left away; the truth still names them."""
    assert run(["inject", "docs/rules.md", "--out", "out", "--only-counterparts", "--quiet"]) == 0
    assert [path.name for path in (tmp_path / "out" / "docs").iterdir()] == ["rules-injected.md"]
    truth = json.loads((tmp_path / "out" / "truth.json").read_text("utf-8"))
    assert {said["doc"] for one in truth["conflicts"] for said in one["assertions"]} == {
        "rules.md",
        "rules-injected.md",
    }


def test_the_same_seed_gives_the_same_bytes(docs: Path, tmp_path: Path) -> None:
    """Twice the same command gives the same files; another seed gives others."""
    for out, seed in (("one", "5"), ("two", "5"), ("three", "6")):
        assert run(["inject", "docs", "--out", out, "--seed", seed, "--changes", "3", "--quiet"]) == 0
    one, two, three = (
        {path.name: path.read_bytes() for path in (tmp_path / out).rglob("*") if path.is_file()}
        for out in ("one", "two", "three")
    )
    assert one == two != three


def test_a_name_that_is_taken_gets_a_number(docs: Path, tmp_path: Path) -> None:
    """A document that is itself called "-injected" is not overwritten by a counterpart."""
    (docs / "rules-injected.md").write_text("# Other\n\nThe deposit is 40 euros.\n", "utf-8")
    assert run(["inject", "docs", "--out", "out", "--quiet"]) == 0
    names = {path.name for path in (tmp_path / "out" / "docs").iterdir()}
    assert {"rules.md", "rules-injected.md", "rules-injected2.md", "rules-injected-injected.md"} <= names
    assert "deposit is 40 euros" in (tmp_path / "out" / "docs" / "rules-injected.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere", "--out", "out"], "There is no file or folder 'nowhere'."),
        (["docs/log.jsonl", "--out", "out"], "There is no document to change in docs/log.jsonl (log.jsonl: a file of"),
        (["prose.md", "--out", "out"], "No value can be changed in prose.md; nothing is written."),
        (["docs", "--out", "docs"], "docs is the folder of the documents themselves; --out names another one."),
        (["docs", "--out", "out", "--changes", "0"], "Invalid value for '--changes'"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_2(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    """What is wrong is said in one line on stderr, and nothing is written."""
    (tmp_path / "prose.md").write_text("# Prose\n\nThe reeds stand still in the water.\n", "utf-8")
    assert run(["inject", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(f"consilience: {sentence}") and said.err.count("\n") == 1
    assert not (tmp_path / "out").exists()
