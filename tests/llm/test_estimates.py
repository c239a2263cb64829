"""`--estimate`: the requests of a run are counted, none is sent, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.lines import Run, runner
from tests.llm import scripted
from tests.llm.wire import Wire

import consilience
from consilience.llm.estimate import Amount, Estimate, rehearsal
from consilience.operators import OperatorError
from consilience.report import writer
from consilience.settings import Settings
from consilience.study.baseline import load
from consilience.study.run import run_study

MODEL = "mistral:mistral-small-2603"
BY_MODEL = ("--generator", "llm", "--judge", "llm", "--model", MODEL)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in a folder with documents, their index, queries and a log."""
    monkeypatch.setenv("CONSILIENCE_RUN__CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    for name, hours in (("desk", 4), ("gate", 6)):
        text = f"# Visitors\n\nA visitor may stay {hours} hours.\n\nThe {name} is open on Mondays.\n"
        (tmp_path / "docs" / f"{name}.md").write_text(text, "utf-8")
    query = {"id": "V", "question": "How long may a visitor stay?"}
    (tmp_path / "queries.jsonl").write_text(json.dumps(query), "utf-8")
    log = query | {"answer": "A visitor may stay 4 hours.", "contexts": ["A visitor may stay 4 hours."]}
    (tmp_path / "log.jsonl").write_text(json.dumps(log), "utf-8")
    consilience.index(tmp_path / "docs", str(tmp_path / "kb"))
    return runner(capsys)


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and "kb" not in path.parts}


_COMMANDS = {
    "audit": ("audit", "docs", "--quality", "llm", "--facts", "llm", "--model", MODEL),
    "eval": ("eval", "queries.jsonl", "--kb", "kb", *BY_MODEL),
    "judge": ("judge", "log.jsonl", "--judge", "llm", "--model", MODEL),
}


@pytest.mark.parametrize("name", _COMMANDS)
def test_the_calls_of_the_run_are_foretold(wire: Wire, run: Run, tmp_path: Path, name: str) -> None:
    """Nothing is sent or written; the run then makes that many calls, with input near what was foretold."""
    before = _files(tmp_path)
    told = json.loads(run(*_COMMANDS[name], "--estimate", "--json").out)
    assert wire.calls == [] and _files(tmp_path) == before
    wire.otherwise = scripted.answer
    spent = json.loads(run(*_COMMANDS[name], "--json").out)["llm"]
    assert told["typical"]["calls"] == spent["calls"] == len(wire.calls) > 0
    assert 0.5 < told["typical"]["input_tokens"] / spent["input_tokens"] < 3
    assert told["most"]["calls"] == 3 * told["typical"]["calls"]
    assert 0 < told["typical"]["cost"] < told["most"]["cost"]


def test_replies_that_were_kept_are_not_subtracted(wire: Wire, run: Run) -> None:
    """An estimate is the same after the run as before it, and says so."""
    wire.otherwise = scripted.answer
    before = run(*_COMMANDS["audit"], "--estimate")
    run(*_COMMANDS["audit"], "--quiet")
    after = run(*_COMMANDS["audit"], "--estimate")
    assert after == before and before.code == 0
    assert "typically: 4 calls" in before.out and "at most:" in before.out
    assert "kept from earlier runs are not subtracted" in before.out


def test_what_follows_from_a_reply_is_counted(run: Run) -> None:
    """One question over contradicting evidence: answer and verdict, and both again without each of the two sides."""
    told = json.loads(run(*_COMMANDS["eval"], "--estimate", "--json").out)
    assert told["typical"]["calls"] == 2 + 2 * 2


def test_hybrid_operators_count_their_doubts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Doubtful pairs and documents are counted, and so is what is not asked."""
    hybrid = ("audit", "docs", "--quality", "hybrid", "--facts", "hybrid", "--model", MODEL, "--estimate", "--json")
    sure = json.loads(run(*hybrid).out)
    monkeypatch.setenv("CONSILIENCE_LLM__BAND_LOW", "0")
    monkeypatch.setenv("CONSILIENCE_LLM__BAND_HIGH", "1")
    doubtful = json.loads(run(*hybrid).out)
    assert sure["typical"]["calls"] + sure["saved"] >= 2 and sure["saved"] > 0
    assert doubtful["typical"]["calls"] == 3 and doubtful["saved"] == 0


def test_without_a_model_there_is_nothing_to_pay(run: Run) -> None:
    """The embedded operators ask nobody; a model that is missing is said as the run would say it."""
    assert "no calls, no cost" in run("audit", "docs", "--estimate").out
    assert run("eval", "queries.jsonl", "--kb", "kb", "--generator", "none", "--estimate").code == 0
    missing = run("audit", "docs", "--facts", "llm", "--estimate")
    assert missing.code == 2 and "--model PROVIDER:NAME" in missing.err


def test_an_unknown_price_is_said_and_a_given_one_is_used(run: Run) -> None:
    """The cost of a server of one's own is not made up."""
    own = ("audit", "docs", "--facts", "llm", "--model", "openai:my-own", "--estimate")
    assert "price of openai:my-own is not known" in run(*own).out and "$" not in run(*own).out


def test_the_estimate_of_a_library_call(run: Run, tmp_path: Path) -> None:
    """From Python: a frozen value with the same figures."""
    chosen: dict[str, Any] = {
        "operators": {"judge": "llm"},
        "llm": {"model": MODEL, "price_input": 1, "price_output": 2},
    }
    found = consilience.estimate_judging(tmp_path / "log.jsonl", settings=Settings.model_validate(chosen))
    assert isinstance(found, Estimate) and found.typical.calls == 1
    assert found.typical.cost == pytest.approx((found.typical.input_tokens + 2 * found.typical.output_tokens) / 1e6)
    assert consilience.estimate_audit(tmp_path / "docs").typical == Amount()
    with pytest.raises(OperatorError, match="No judge operator is called 'nobody'"):
        consilience.estimate_judging(
            tmp_path / "log.jsonl", settings=Settings.model_validate({"operators": {"judge": "nobody"}})
        )


def test_a_study_counts_all_its_corpora(tmp_path: Path) -> None:
    """Four corpora, one question asked of each: an answer and a verdict for every one, at least."""
    small = load().only(["physics"], ["Q01"])
    operators = {"generator": "llm", "judge": "llm"}
    chosen = Settings.model_validate({"operators": operators, "llm": {"model": MODEL}, "run": {"cache": False}})
    with rehearsal(chosen.llm) as account:
        run_study(tmp_path / "study", chosen, writer, baseline=small, account=account)
        assert Estimate.of(account).typical.calls >= 4 * 2
