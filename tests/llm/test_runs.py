"""Whole runs of levels 2 and 3 by a model: `ask`, `eval` and `judge` as a user types them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.lines import Result, Run, runner
from tests.llm import scripted
from tests.llm.conftest import KEY
from tests.llm.wire import Call, Turn, Wire

import consilience

MODEL = "mistral:mistral-small-2603"
BY_MODEL = ("--generator", "llm", "--judge", "llm", "--model", MODEL)
PLACES = ("harbour", "airport", "station", "stadium", "theatre", "library")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with documents that disagree about the harbour, their index `kb` and their audit `run`."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "docs").mkdir()
    for number, place in enumerate(PLACES):
        text = f"# The {place}\n\nA visitor of the {place} may stay {number + 2} hours.\n"
        (folder / "docs" / f"{place}.md").write_text(text, "utf-8")
    (folder / "docs" / "desk.md").write_text("# The harbour\n\nA visitor of the harbour may stay 9 hours.\n", "utf-8")
    consilience.index(folder / "docs", str(folder / "kb"))
    consilience.audit(folder / "docs", out=folder / "run")
    return folder


@pytest.fixture
def run(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in a folder with queries.jsonl and log.jsonl, with a cache of the test's own."""
    monkeypatch.setenv("CONSILIENCE_RUN__CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CONSILIENCE_LLM__REPAIRS", "0")
    monkeypatch.setenv("CONSILIENCE_LLM__RETRIES", "0")
    monkeypatch.chdir(tmp_path)
    questions = [{"id": place, "question": f"How long may a visitor of the {place} stay?"} for place in PLACES]
    _lines(tmp_path / "queries.jsonl", questions)
    _lines(tmp_path / "log.jsonl", [_record(number, place) for number, place in enumerate(PLACES)])
    return runner(capsys)


def _record(number: int, place: str) -> dict[str, Any]:
    said = f"A visitor of the {place} may stay {number + 2} hours."
    question = f"How long may a visitor of the {place} stay?"
    return {"id": place, "question": question, "answer": said, "contexts": [said, f"The {place} is old."]}


def _lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def _answers(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "answers.jsonl").read_text("utf-8").splitlines()]


def _late(mind: Callable[[Call], str] = scripted.answer) -> Callable[[Call], Turn]:
    """The replies, each after a time of its own, so that those of later questions come first."""
    pause = random.Random(7)
    return lambda call: Turn(mind(call), delay=pause.uniform(0, 0.15))


def _eval(run: Run, kb: Path, *flags: str) -> Result:
    return run("eval", "queries.jsonl", "--kb", str(kb / "kb"), "--out", "out", *BY_MODEL, *flags)


def _judge(run: Run, *flags: str) -> Result:
    return run("judge", "log.jsonl", "--out", "out", "--judge", "llm", "--model", MODEL, *flags)


def test_an_evaluation_keeps_the_order_of_its_queries(wire: Wire, run: Run, made: Path, tmp_path: Path) -> None:
    """Several questions wait at once; lines come in the order of the file, answered and scored by the model."""
    wire.otherwise = _late()
    done = _eval(run, made)
    assert done.code == 0, done.err
    lines = _answers(tmp_path / "out")
    assert [line["id"] for line in lines] == list(PLACES) and wire.most_at_once > 1
    assert all(line["status"] == "scored" and line["citations"] for line in lines)
    assert all(line["id"] in line["answer"] for line in lines)
    told = json.loads((tmp_path / "out" / "eval.json").read_text("utf-8"))
    assert told["llm"]["calls"] == len(wire.calls) and told["operators"]["judge"]["settings"]["model"] == MODEL


def test_a_conflict_of_the_evidence_is_that_of_the_corpus(wire: Wire, run: Run, made: Path, tmp_path: Path) -> None:
    """Both sides are named, and the id is the one that the audit gave."""
    wire.otherwise = scripted.answer
    (known,) = json.loads((made / "run" / "audit.json").read_text("utf-8"))["conflicts"]
    assert _eval(run, made, "--audit", str(made / "run")).code == 0
    line = next(line for line in _answers(tmp_path / "out") if line["id"] == "harbour")
    (conflict,) = line["evidence_conflicts"]
    assert conflict["conflict_id"] == known["id"]
    assert {side["doc"] for side in conflict["values"]} >= {"desk.md", "harbour.md"}
    assert line["parts"]["contradiction"] < 1


def test_a_log_keeps_the_order_of_its_records(wire: Wire, run: Run, tmp_path: Path) -> None:
    """`judge` with threads writes what one thread would."""
    wire.otherwise = _late()
    assert _judge(run).code == 0
    lines = _answers(tmp_path / "out")
    assert [line["id"] for line in lines] == list(PLACES) and {line["ACS"] for line in lines} == {1.0}
    assert wire.most_at_once > 1


def test_what_could_not_be_judged_has_a_state_and_no_score(wire: Wire, run: Run, tmp_path: Path) -> None:
    """The reason stands in its line, the mean says how many it covers, and the others are judged."""
    wire.otherwise = lambda call: "Sorry." if "airport" in call.user else scripted.answer(call)
    assert _judge(run).code == 0
    failed = next(line for line in _answers(tmp_path / "out") if line["id"] == "airport")
    assert (failed["status"], failed["ACS"]) == ("judge_failed", None)
    assert "no reply of the model could be used" in failed["justification"]
    told = json.loads((tmp_path / "out" / "judge.json").read_text("utf-8"))
    assert (told["all"]["judge_failed"], told["all"]["ACS"]["n"], told["all"]["n"]) == (1, 5, 6)
    assert told["llm"]["failed"] == 1


def test_a_generator_without_a_usable_reply_leaves_no_answer(wire: Wire, run: Run, made: Path, tmp_path: Path) -> None:
    """No answer is made up, and none is judged."""
    wire.otherwise = lambda call: (
        "No." if "airport stay?" in call.user and "You answer" in call.system else scripted.answer(call)
    )
    assert _eval(run, made).code == 0
    line = next(line for line in _answers(tmp_path / "out") if line["id"] == "airport")
    assert (line["answer"], line["status"], line["ACS"]) == (None, "judge_failed", None)
    assert "no answer to judge" in line["justification"]


@pytest.mark.parametrize("command", ["eval", "judge"])
def test_a_ceiling_stops_and_the_next_run_pays_the_rest(wire: Wire, run: Run, made: Path, command: str) -> None:
    """Exit 2 with one sentence and no run; together the two runs send no more than one would have."""
    wire.otherwise = scripted.answer
    start = (lambda *flags: _eval(run, made, *flags)) if command == "eval" else lambda *flags: _judge(run, *flags)
    stopped = start("--max-calls", "3")
    assert stopped.code == 2 and "ceiling of 3 calls (--max-calls) is reached" in stopped.err
    assert stopped.err.count("\n") == 1 and not Path("out", "answers.jsonl").exists()
    assert len(wire.calls) == 3
    assert start().code == 0
    paid = len(wire.calls)
    assert start("--quiet").code == 0 and len(wire.calls) == paid
    whole = json.loads(Path("out", f"{command}.json").read_text("utf-8"))["llm"]
    assert whole["calls"] == 0 and whole["reused"] == paid


@pytest.mark.parametrize(
    ("turn", "said"),
    [(Turn(status=401), "not accept the key: check MISTRAL_API_KEY"), (Turn(status=402), "credit")],
)
def test_what_no_call_can_mend_is_one_sentence(wire: Wire, run: Run, made: Path, turn: Turn, said: str) -> None:
    """Exit 2 for the run; no line of answers tells of a key."""
    wire.otherwise = lambda call: turn
    done = _eval(run, made)
    assert done.code == 2 and said in done.err and "Traceback" not in done.err
    assert done.err.count("\n") == 1 and not Path("out", "answers.jsonl").exists()


def test_the_key_stands_nowhere(wire: Wire, run: Run, made: Path, tmp_path: Path) -> None:
    """Not in what is printed, nor in the run, the report, the cache, or the kept replies, failures included."""
    wire.otherwise = lambda call: Turn(f"no: {KEY}", status=400) if "airport" in call.user else scripted.answer(call)
    printed = [_eval(run, made), run("judge", "log.jsonl", "--out", "judged", "--judge", "llm", "--model", MODEL)]
    assert [one.code for one in printed] == [0, 0] and wire.calls[0].headers["authorization"] == f"Bearer {KEY}"
    assert all(KEY not in one.out + one.err for one in printed)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "report.html" for path in files) and any("sqlite" in path.name for path in files)
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []


def test_one_question_says_what_it_cost(wire: Wire, run: Run, made: Path) -> None:
    """`ask --json` has the key `llm`; without a model it has not."""
    wire.otherwise = scripted.answer
    question = ("ask", "How long may a visitor of the airport stay?", "--kb", str(made / "kb"), "--json")
    told = json.loads(run(*question, *BY_MODEL).out)
    assert told["llm"]["calls"] == 2 and told["llm"]["cost"] > 0 and "3 hours" in told["answer"]
    assert "llm" not in json.loads(run(*question).out)


def test_the_spending_is_one_line(wire: Wire, run: Run, made: Path) -> None:
    """On the terminal of eval and judge: calls, what was reused, tokens, cost."""
    wire.otherwise = scripted.answer
    line = rf"Model {MODEL}: \d+ calls, [\d,]+ tokens in, [\d,]+ out, \$\d"
    assert re.search(line, " ".join(_eval(run, made).out.split()))
    again = " ".join(run("eval", "queries.jsonl", "--kb", str(made / "kb"), *BY_MODEL).out.split())
    assert re.search(rf"Model {MODEL}: 0 calls \(\d+ reused\)", again)
    judged = run("judge", "log.jsonl", "--out", "judged", "--judge", "llm", "--model", MODEL)
    assert f"Model {MODEL}: 6 calls" in judged.out
    assert "Model" not in run("judge", "log.jsonl", "--out", "plain").out
