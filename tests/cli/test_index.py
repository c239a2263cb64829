"""`consilience index` as a user and a pipeline meet it: sentences, exit codes, killed and concurrent runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.lines import Result, Run, runner

PROGRAM = str(Path(sys.executable).parent / "consilience")
PAY = "# Pay\n\nThe pay of a director is EUR 9000.\n"
VISITS = "# Visitors\n\nA visitor may stay for two hours.\n"

# `consilience index`, stopped where everything is written and nothing committed.
STOPPED = """
import sys, time
from consilience.cli.app import run
from consilience.stores import lance

def commit(self, info):
    print("written", flush=True)
    time.sleep(600)

lance.LanceWriter.commit = commit
run(sys.argv[1:])
"""


@pytest.fixture
def consilience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in a folder that holds `docs/` with two documents."""
    (tmp_path / "docs" / "hr").mkdir(parents=True)
    (tmp_path / "docs" / "hr" / "pay.md").write_text(PAY, "utf-8")
    (tmp_path / "docs" / "visits.md").write_text(VISITS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return runner(capsys)


def found(consilience: Run, *more: str) -> list[str]:
    result = consilience("search", "How long may a visitor stay?", "--kb", "kb", "--json", *more)
    assert (result.code, result.err) == (0, "")
    return [one["text"] for one in json.loads(result.out)["retrieved"]]


def test_says_what_was_done(consilience: Run, tmp_path: Path) -> None:
    """One line on what changed and one on roles; --quiet says nothing."""
    first = consilience("index", "docs", "--kb", "kb")
    assert first == Result(
        0, "kb: 2 added (2 chunks embedded).\nNo document declares roles: everyone may read all.\n", ""
    )
    assert consilience("index", "docs", "--kb", "kb").out.startswith("kb: 2 unchanged (0 chunks embedded).\n")
    (tmp_path / "docs" / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    again = consilience("index", "docs", "--kb", "kb")
    assert again.code == 0 and again.err.startswith("consilience: broken.pdf was not read: damaged")
    assert consilience("index", "docs", "--kb", "kb", "--quiet") == Result(0, "", "")


def test_a_glob_that_matches_nothing_is_told(consilience: Run, tmp_path: Path) -> None:
    """One line on stderr and exit 0, also with --quiet: the documents that were meant stand open."""
    (tmp_path / "roles.yaml").write_text('"**": [staff]\n"HR/**": [hr]\n', "utf-8")
    result = consilience("index", "docs", "--kb", "kb", "--roles-file", "roles.yaml", "--quiet")
    said = "consilience: the glob 'HR/**' of roles.yaml matches no document; is it misspelt?\n"
    assert result == Result(0, "", said)


def test_roles_reach_the_search(consilience: Run, tmp_path: Path) -> None:
    """What the roles file closes is not found, and a role that nobody names is a mistake."""
    (tmp_path / "roles.yaml").write_text('"**": [staff]\n"hr/**": [hr]\n', "utf-8")
    assert consilience("index", "docs", "--kb", "kb", "--roles-file", "roles.yaml").out.endswith("Roles: hr, staff.\n")
    assert len(found(consilience)) == 0
    assert len(found(consilience, "--as", "staff")) == 1
    assert len(found(consilience, "--as", "staff", "--as", "hr")) == 2
    wrong = consilience("search", "pay", "--kb", "kb", "--as", "hr ", "--as", "it")
    assert wrong == Result(2, "", "consilience: No document of this knowledge base names the role 'it'.\n")


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("", "The knowledge base kb is damaged; index its documents anew into an empty folder."),
        ("[" * 100_000, "The knowledge base kb is damaged; index its documents anew into an empty folder."),
        ('{"version": 1}', "The knowledge base kb is damaged; index its documents anew into an empty folder."),
        ('{"info": {"schema": 99}}', "was written by another version of consilience; index it anew"),
        ("no table", "The knowledge base kb is damaged; index its documents anew into an empty folder."),
        ("no version", "The knowledge base kb is damaged; index its documents anew into an empty folder."),
    ],
)
def test_a_damaged_knowledge_base_is_one_sentence(consilience: Run, tmp_path: Path, damage: str, says: str) -> None:
    """For the search and for the next run alike: exit 2, no traceback."""
    consilience("index", "docs", "--kb", "kb")
    head = tmp_path / "kb" / "kb.json"
    if damage == "no table":
        (tmp_path / "kb" / "chunks.lance").rename(tmp_path / "elsewhere")
    elif damage == "no version":
        head.write_text(json.dumps(json.loads(head.read_text("utf-8")) | {"version": 9999}), "utf-8")
    else:
        head.write_text(damage, "utf-8")
    for command in (("search", "pay", "--kb", "kb"), ("index", "docs", "--kb", "kb")):
        result = consilience(*command)
        assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1)
        assert says in result.err


def test_a_place_without_a_knowledge_base(consilience: Run) -> None:
    """The search says how to make one; the index does not mix with files of others."""
    missing = consilience("search", "pay", "--kb", "none")
    assert missing.code == 2
    assert missing.err == (
        "consilience: There is no knowledge base in none; make one with: consilience index PATH --kb none.\n"
    )
    assert "is no knowledge base and not empty" in consilience("index", "docs/visits.md", "--kb", "docs").err
    assert consilience("index", "docs", "--kb", "docs/visits.md").code == 2
    assert "is not known" in (err := consilience("search", "pay", "--kb", "mysql://x").err) or "are not known" in err


def test_mistakes_with_the_roles_file(consilience: Run, tmp_path: Path) -> None:
    """Nothing is indexed with rules that nobody understands."""
    (tmp_path / "roles.yaml").write_text('"hr/**": []\n', "utf-8")
    for name in ("roles.yaml", "none.yaml"):
        result = consilience("index", "docs", "--kb", "kb", "--roles-file", name)
        assert (result.code, len(result.err.splitlines())) == (2, 1)
    assert not (tmp_path / "kb").exists()


def test_a_killed_run_leaves_the_last_good_version(consilience: Run, tmp_path: Path) -> None:
    """While a run is at work, the last version is searched and a second run is refused; after it was killed the last
    version is still there, and the next run mends.
    """
    consilience("index", "docs", "--kb", "kb")
    before = found(consilience)
    (tmp_path / "docs" / "hr" / "pay.md").unlink()
    (tmp_path / "docs" / "visits.md").write_text(VISITS.replace("two", "three"), "utf-8")
    command = [sys.executable, "-c", STOPPED, "index", "docs", "--kb", "kb"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "written\n"
        assert found(consilience) == before
        second = consilience("index", "docs", "--kb", "kb")
        assert (second.code, second.out) == (2, "")
        assert second.err == (
            "consilience: Another process is writing to the knowledge base kb; try again when it is done.\n"
        )
        process.kill()
    assert found(consilience) == before
    assert consilience("index", "docs", "--kb", "kb").out.startswith("kb: 1 changed, 1 removed")
    (text,) = found(consilience)
    assert "three hours" in text


def test_a_first_run_that_was_killed_hinders_nobody(consilience: Run) -> None:
    """What it left is no knowledge base and no user's file: the next run begins anew."""
    command = [sys.executable, "-c", STOPPED, "index", "docs", "--kb", "kb"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "written\n"
        process.kill()
    Path("kb/kb.json.new").write_text('{"vers', "utf-8")
    assert consilience("search", "pay", "--kb", "kb").code == 2
    assert consilience("index", "docs", "--kb", "kb").code == 0
    assert len(found(consilience)) == 2


def test_two_runs_at_once_leave_a_whole_knowledge_base(consilience: Run) -> None:
    """Both are done, or one is refused in a sentence; what is there is complete."""
    command = [PROGRAM, "index", "docs", "--kb", "kb"]
    processes = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    ended = [(process.communicate()[1], process.returncode) for process in processes]
    assert sorted(code for _, code in ended) in ([0, 0], [0, 2])
    assert all("Another process is writing" in err for err, code in ended if code)
    assert len(found(consilience)) == 2
