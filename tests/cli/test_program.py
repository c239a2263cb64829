"""The program as a user and a pipeline meet it: output, files, exit codes, and one sentence for a mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.lines import Result, Run, runner

PROGRAM = str(Path(sys.executable).parent / "consilience")
HANDBOOK = """# Travel handbook

## Hotels

The ceiling for a hotel night in Lisbon is EUR 140. Bookings are made by the travel desk in Porto.

## Claims

Expense claims are submitted within 30 days after the end of the trip.
"""
FAQ = """# Travel questions

## Hotels

The ceiling for a hotel night in Lisbon is EUR 190. Breakfast is paid as well.

## Claims

Expense claims are submitted within 30 days after the end of the trip.
"""


@pytest.fixture
def consilience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in a folder that holds `docs/` with two documents that contradict each other once."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "handbook.md").write_text(HANDBOOK, "utf-8")
    (docs / "faq.md").write_text(FAQ, "utf-8")
    monkeypatch.chdir(tmp_path)
    return runner(capsys)


class TestAudit:
    def test_prints_a_summary_and_writes_the_run(self, consilience: Run, tmp_path: Path) -> None:
        """Without options: a summary on stdout, the four files in consilience-run, nothing on stderr."""
        result = consilience("audit", "docs")
        assert (result.code, result.err) == (0, "")
        assert "handbook.md" in result.out
        names = {path.name for path in (tmp_path / "consilience-run").iterdir()}
        assert names == {"audit.json", "facts.jsonl", "facts.parquet", "report.html"}

    def test_finds_the_contradiction(self, consilience: Run, tmp_path: Path) -> None:
        """The two ceilings are one conflict, and the agreeing deadline is none."""
        consilience("audit", "docs", "--out", "run", "--quiet")
        audit = json.loads((tmp_path / "run" / "audit.json").read_text("utf-8"))
        (conflict,) = audit["conflicts"]
        quotes = {entry["doc"]: entry["quote"] for value in conflict["values"] for entry in value["assertions"]}
        assert "EUR 140" in quotes["handbook.md"] and "EUR 190" in quotes["faq.md"]

    def test_json_is_the_whole_output(self, consilience: Run, tmp_path: Path) -> None:
        """--json prints audit.json and nothing else, and without --out writes no folder."""
        result = consilience("audit", "docs", "--json")
        assert json.loads(result.out)["schema"] == "consilience/audit/1"
        assert result.err == ""
        assert not (tmp_path / "consilience-run").exists()

    def test_json_is_the_written_file(self, consilience: Run, tmp_path: Path) -> None:
        """With --out as well, stdout and RUN/audit.json are the same bytes."""
        result = consilience("audit", "docs", "--json", "--out", "run")
        assert result.out == (tmp_path / "run" / "audit.json").read_text("utf-8")

    def test_quiet_says_nothing(self, consilience: Run, tmp_path: Path) -> None:
        """--quiet leaves both streams empty and writes the run."""
        assert consilience("audit", "docs", "--quiet") == Result(0, "", "")
        assert (tmp_path / "consilience-run" / "audit.json").is_file()

    def test_a_second_run_does_not_audit_the_first(self, consilience: Run, tmp_path: Path) -> None:
        """A run folder inside the audited one is no document."""
        for _ in range(2):
            consilience("audit", ".", "--quiet")
        audit = json.loads((tmp_path / "consilience-run" / "audit.json").read_text("utf-8"))
        assert [document["id"] for document in audit["documents"]] == ["docs/faq.md", "docs/handbook.md"]


class TestGates:
    def test_a_failed_gate_is_exit_1_after_the_run_is_written(self, consilience: Run, tmp_path: Path) -> None:
        """The pipeline stops, and the result that says why is there."""
        result = consilience("audit", "docs", "--quiet", "--fail-on-conflict")
        assert result == Result(1, "", "consilience: 1 conflict was found (--fail-on-conflict).\n")
        assert (tmp_path / "consilience-run" / "report.html").is_file()

    def test_a_passed_gate_is_exit_0(self, consilience: Run) -> None:
        """CC is never below 0."""
        assert consilience("audit", "docs", "--quiet", "--fail-under", "0").code == 0

    def test_strict_tells_of_skipped_inputs(self, consilience: Run, tmp_path: Path) -> None:
        """An empty file is skipped: exit 3 with --strict, exit 0 without."""
        (tmp_path / "docs" / "empty.md").write_text("", "utf-8")
        assert consilience("audit", "docs", "--quiet").code == 0
        result = consilience("audit", "docs", "--quiet", "--strict")
        assert result.code == 3
        assert "empty.md" in result.err

    def test_a_gate_comes_before_strict(self, consilience: Run, tmp_path: Path) -> None:
        """Where both apply, the gate's code is returned and both are told."""
        (tmp_path / "docs" / "empty.md").write_text("", "utf-8")
        result = consilience("audit", "docs", "--quiet", "--strict", "--fail-under", "1")
        assert result.code == 1
        assert len(result.err.splitlines()) == 2


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ("audit", "either documents (PATH) or a knowledge base"),
            ("audit nowhere", "nowhere"),
            ("audit void", "void"),
            ("audit docs --colour", "--colour"),
            ("audit docs --fail-under 2", "--fail-under"),
            ("audit docs --engine spark", "spark"),
            ("audit docs --config none.toml", "none.toml does not exist"),
            ("audit docs --config bad.toml", "'matching.treshold' (in bad.toml)"),
            ("audit docs --profile bold", "No profile is called 'bold'"),
            ("audit docs --facts psychic", "psychic"),
            ("audit docs --quality psychic", "psychic"),
            ("audit docs --encoder psychic", "psychic"),
            ("audit docs --out docs/faq.md", "docs/faq.md"),
            ("report nowhere", "nowhere"),
            ("report docs", "audit.json"),
            ("settings --config bad.toml", "bad.toml"),
            ("divine docs", "divine"),
        ],
    )
    def test_are_one_sentence_and_exit_2(self, consilience: Run, tmp_path: Path, arguments: str, said: str) -> None:
        """What and where, on one line of stderr; stdout stays empty and there is no traceback."""
        (tmp_path / "void").mkdir()
        (tmp_path / "bad.toml").write_text("[matching]\ntreshold = 0.4\n", "utf-8")
        result = consilience(*arguments.split())
        assert (result.code, result.out) == (2, "")
        assert said in result.err
        assert result.err.startswith("consilience: ") and result.err.count("\n") == 1
        assert not (tmp_path / "consilience-run").exists()


class TestReport:
    def test_renders_a_run_again(self, consilience: Run, tmp_path: Path) -> None:
        """The summary and the JSON are those of the audit; the HTML file is written anew."""
        summary = consilience("audit", "docs", "--out", "run").out
        assert consilience("report", "run").out == summary
        written = (tmp_path / "run" / "audit.json").read_text("utf-8")
        assert consilience("report", "run", "--format", "json").out == written
        page = (tmp_path / "run" / "report.html").read_bytes()
        (tmp_path / "run" / "report.html").unlink()
        assert consilience("report", "run", "--format", "html").code == 0
        assert (tmp_path / "run" / "report.html").read_bytes() == page


class TestSettings:
    def test_prints_what_a_run_would_use_and_why(
        self, consilience: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each changed value names its source, and the output is accepted by --config."""
        (tmp_path / "mine.toml").write_text('[run]\ncache_dir = "C:\\\\cache é"\n', "utf-8")
        monkeypatch.setenv("CONSILIENCE_SCORES__SEED", "7")
        first = consilience("settings", "--config", "mine.toml").out
        assert "seed = 7  # CONSILIENCE_SCORES__SEED" in first
        assert 'cache_dir = "C:\\\\cache é"  # in mine.toml' in first
        (tmp_path / "printed.toml").write_text(first, "utf-8")
        again = consilience("settings", "--config", "printed.toml").out
        assert [line.split("  #")[0] for line in again.splitlines()] == [
            line.split("  #")[0] for line in first.splitlines()
        ]


class TestProgram:
    def test_help_imports_nothing_heavy(self) -> None:
        """`consilience --help` must answer at once: no numpy, no pydantic, no Daft, no model."""
        code = (
            "import sys; from consilience.cli.app import run; run(['--help']);"
            "heavy = {'numpy', 'pydantic', 'daft', 'onnxruntime', 'pint', 'jinja2', 'pyarrow'} & set(sys.modules);"
            "sys.exit(str(sorted(heavy)) if heavy else 0)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "audit" in done.stdout

    def test_bare_call_and_version(self) -> None:
        """Without arguments the help is shown; --version names the version."""
        assert "Usage" in subprocess.run([PROGRAM], capture_output=True, text=True).stdout
        done = subprocess.run([sys.executable, "-m", "consilience", "--version"], capture_output=True, text=True)
        assert done.stdout.startswith("consilience 0.")

    def test_a_reader_that_goes_away_is_no_error(self, consilience: Run, tmp_path: Path) -> None:
        """`| head` closes the pipe: nothing on stderr."""
        consilience("audit", "docs", "--out", "run", "--quiet")
        command = f"{PROGRAM} report run --format json | head -c 1; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path)
        assert done.stderr == ""
        assert done.returncode in (0, 141)  # 0 when all of it fitted into the pipe

    def test_interrupting_is_one_sentence(self, tmp_path: Path) -> None:
        """Ctrl-C in the middle of the work: exit 130, one line, no run folder, and the next run is not hindered."""
        docs = tmp_path / "docs"
        docs.mkdir()
        for number in range(400):
            (docs / f"{number}.md").write_text(HANDBOOK.replace("Lisbon", f"Town{number}") * 20, "utf-8")
        environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        process = subprocess.Popen(
            [PROGRAM, "audit", "docs", "--out", "run"],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=environment,
        )
        while not list((tmp_path / "cache").rglob("*")) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        assert (process.returncode, out, err) == (130, "", "consilience: Interrupted.\n")
        assert not (tmp_path / "run").exists()
        again = [PROGRAM, "audit", "docs/1.md", "docs/2.md", "--quiet", "--out", "run"]
        done = subprocess.run(again, cwd=tmp_path, capture_output=True, text=True, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
