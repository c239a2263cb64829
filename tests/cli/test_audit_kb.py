"""`consilience audit --kb` as a user meets it: the result of the folder, or one sentence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.stores.foreign_samples import chunks, lance

from consilience.cli.app import run

PROGRAM = str(Path(sys.executable).parent / "consilience")
PAGE = "# Hotels\n\nThe ceiling for a hotel night in {} is EUR {}.\n\n## Claims\n\nClaims are due within 30 days.\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def consilience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line beside `docs/`, two documents that contradict each other once, and `kb/`, their index."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "handbook.md").write_text(PAGE.format("Lisbon", 140), "utf-8")
    (docs / "faq.md").write_text(PAGE.format("Lisbon", 190), "utf-8")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    call("index", "docs", "--kb", "kb")
    return call


@pytest.fixture
def laid_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What lies in the folder for temporary files, which is one of the test's own."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr("tempfile.tempdir", None)
    return lambda: sorted(str(path.relative_to(place)) for path in place.glob("consilience-*/*"))


def test_says_what_the_folder_says(consilience: Run, tmp_path: Path) -> None:
    """Gates, files and scores are those of an audit of the folder; audit.json names the knowledge base."""
    of_files = json.loads(consilience("audit", "docs", "--json")[1])
    code, out, err = consilience("audit", "--kb", "kb", "--out", "run", "--fail-on-conflict")
    assert (code, err) == (1, "consilience: 1 conflict was found (--fail-on-conflict).\n")
    assert "handbook.md" in out
    of_kb = json.loads((tmp_path / "run" / "audit.json").read_text("utf-8"))
    assert of_kb.pop("source") == {"kb": "kb"}
    assert {**of_kb, "timings": {}} == {**of_files, "timings": {}}


def _truncated(kb: Path) -> None:
    for file in kb.rglob("*.lance/data/*"):
        file.write_bytes(file.read_bytes()[:40])


def _without_head(kb: Path) -> None:
    (kb / "kb.json").unlink()


def _other_schema(kb: Path) -> None:
    told = json.loads((kb / "kb.json").read_text("utf-8"))
    (kb / "kb.json").write_text(json.dumps(told | {"info": told["info"] | {"schema": 99}}), "utf-8")


def _no_json(kb: Path) -> None:
    (kb / "kb.json").write_text("{", "utf-8")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_truncated, "damaged"),
        (_no_json, "damaged"),
        (_other_schema, "another version"),
        (_without_head, "no knowledge base in kb"),
    ],
)
def test_a_knowledge_base_that_cannot_be_read_is_one_sentence(
    consilience: Run, laid_down: Callable[[], list[str]], tmp_path: Path, harm: Callable[[Path], None], said: str
) -> None:
    """Exit 2, one line on stderr, no run folder, nothing left behind."""
    harm(tmp_path / "kb")
    code, out, err = consilience("audit", "--kb", "kb")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("consilience: ") and said in err
    assert not (tmp_path / "consilience-run").exists()
    assert not laid_down()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("audit", "--kb", "nowhere"), "no knowledge base in nowhere"),
        (("audit", "--kb", ""), "--kb"),
        (("audit", "--kb", "gopher://host/kb"), "gopher://"),
        (("audit", "docs", "--kb", "kb"), "one of the two"),
    ],
)
def test_a_mistake_is_one_sentence(consilience: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    """What is missing, unknown or given twice is said on one line, and no run is written."""
    code, out, err = consilience(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (tmp_path / "consilience-run").exists()


def test_an_index_of_another_program_is_audited(consilience: Run, tmp_path: Path) -> None:
    """A LanceDB folder that we did not make: the conflict is found, and the output says how fields were understood."""
    rows = [*chunks("a.md", PAGE.format("Lisbon", 140)), *chunks("b.md", PAGE.format("Lisbon", 190))]
    lance(tmp_path / "theirs", rows, "rules")
    code, out, err = consilience("audit", "--kb", "theirs", "--table", "rules")
    assert (code, err) == (0, "")
    assert "text in 'text', documents by 'source'" in " ".join(out.split())
    told = json.loads((tmp_path / "consilience-run" / "audit.json").read_text("utf-8"))
    assert told["source"]["index"] == "the Lance table 'rules'" and told["source"]["document"] == "source"
    assert {value["value"] for one in told["conflicts"] for value in one["values"]} == {"EUR 140", "EUR 190"}


def test_a_wrong_field_is_one_sentence(consilience: Run, tmp_path: Path) -> None:
    """The names that there are, exit 2, and no run."""
    lance(tmp_path / "theirs", chunks("a.md", PAGE.format("Lisbon", 140)))
    code, out, err = consilience("audit", "--kb", "theirs", "--text-field", "body")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith("There is no field 'body' in the index; its fields are: chunk_index, id, source, text.\n")
    assert not (tmp_path / "consilience-run").exists()


def test_searching_an_index_of_another_program_is_refused(consilience: Run, tmp_path: Path) -> None:
    """One sentence that says what can be done with it, and does not advise to index into it."""
    lance(tmp_path / "theirs", chunks("a.md", PAGE.format("Lisbon", 140)))
    code, out, err = consilience("search", "What is a hotel night?", "--kb", "theirs")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "another program (Lance table 'pages')" in err and "--kb theirs" not in err


def test_interrupting_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl-C while documents are laid down or read: exit 130, no run folder, no document in the temporary folder."""
    docs, place = tmp_path / "docs", tmp_path / "temporary"
    docs.mkdir()
    place.mkdir()
    for number in range(200):
        (docs / f"{number}.md").write_text(PAGE.format(f"Town{number}", number) * 5, "utf-8")
    assert run(("index", str(docs), "--kb", str(tmp_path / "kb"), "--quiet")) == 0
    process = subprocess.Popen(
        [PROGRAM, "audit", "--kb", "kb", "--out", "run"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=tmp_path, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(place)},
    )  # fmt: skip
    while not list(place.glob("consilience-*/*")) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "consilience: Interrupted.\n")
    assert not list(place.glob("consilience-*"))
    assert not (tmp_path / "run").exists()
