"""`consilience judge` as a user meets it: table, files, stdin, and one sentence for a mistake."""

from __future__ import annotations

import io
import json
import math
import sys
from pathlib import Path

import pytest
from tests.cli.lines import Run, runner

import consilience
from consilience.answer.records import RecordsError
from consilience.report.answers_model import problem

LOG = [
    {"user_input": "How long may a visitor stay?", "response": "A visitor may stay four hours.",
     "retrieved_contexts": ["A visitor may stay four hours."]},
    {"user_input": "Who repairs the lift?", "response": "Nobody repairs it.", "retrieved_contexts": []},
]  # fmt: skip


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `consilience judge` in a folder that holds log.jsonl."""
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in LOG), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return runner(capsys, ("judge",))


def test_prints_a_table_and_writes_the_run(judge: Run, tmp_path: Path) -> None:
    """Lines that the report can show, a summary that says how many it covers, and whose field names were read."""
    result = judge("log.jsonl", "--out", "run")
    assert result.code == 0
    assert "records of Ragas 0.2: question = user_input" in result.err
    lines = [json.loads(line) for line in (tmp_path / "run" / "answers.jsonl").read_text("utf-8").splitlines()]
    assert [problem(line) for line in lines] == [None, None]
    assert [line["status"] for line in lines] == ["scored", "no_evidence"]
    assert lines[0]["claims"][0]["verdict"] == "supported"
    summary = json.loads((tmp_path / "run" / "judge.json").read_text("utf-8"))
    assert (summary["schema"], summary["all"]["n"], summary["all"]["ACS"]["n"]) == ("consilience/judge/1", 2, 1)
    assert summary["mapping"]["fields"]["answer"] == "response"
    assert f"{summary['all']['ACS']['mean']:.3f}" in result.out
    assert (tmp_path / "run" / "report.html").is_file()


def test_the_agreement_with_a_reference_is_printed(judge: Run, tmp_path: Path) -> None:
    """A log with references gets a line more, and each line what the answer leaves out; ACS stays what it was."""
    plain = json.loads(judge("log.jsonl", "--json").out)
    referenced = {**LOG[0], "reference": "Four hours. A badge is worn at all times."}
    (tmp_path / "log.jsonl").write_text(json.dumps(referenced) + "\n" + json.dumps(LOG[1]) + "\n", "utf-8")
    result = judge("log.jsonl", "--out", "run")
    line = json.loads((tmp_path / "run" / "answers.jsonl").read_text("utf-8").splitlines()[0])
    summary = json.loads((tmp_path / "run" / "judge.json").read_text("utf-8"))
    assert problem(line) is None and 0.2 < line["agreement"] < 0.8
    assert line["agreement_parts"]["correct"] == 1.0
    assert line["agreement_parts"]["left_out"] == ["A badge is worn at all times."]
    assert summary["all"]["ACS"] == plain["all"]["ACS"]
    assert f"reference: {line['agreement']:.3f} over 1 answer" in result.out


def test_the_same_log_gives_the_same_bytes(judge: Run, tmp_path: Path) -> None:
    """Same input, same bytes out."""
    for name in ("one", "two"):
        assert judge("log.jsonl", "--out", name, "--quiet") == (0, "", "")
    for file in ("answers.jsonl", "judge.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@pytest.mark.parametrize("whole", [True, False], ids=["json", "jsonl"])
def test_reads_stdin(whole: bool, judge: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` takes a record a line, or one JSON list; --json prints judge.json and nothing else to stdout."""
    text = json.dumps(LOG, indent=1) if whole else "".join(f"{json.dumps(one)}\n" for one in LOG)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    result = judge("-", "--json")
    assert result.code == 0
    assert json.loads(result.out)["all"]["n"] == 2


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.jsonl", None, "There is no file of records none.jsonl."),
        ("log.txt", "x", "log.txt is none."),
        ("empty.jsonl", "", "There is no record in empty.jsonl."),
        ("bad.json", "{", "bad.json is not valid JSON."),
        ("bad.parquet", "x", "bad.parquet is not a Parquet file that can be read."),
        ("other.jsonl", '{"prompt": "x"}', "their fields are: prompt."),
        ("unusable.jsonl", '{"question": "x", "answer": "y", "contexts": [7]}', "line 1: context 1 is neither text"),
    ],
)
def test_a_mistake_is_one_sentence(name: str, text: str | None, said: str, judge: Run, tmp_path: Path) -> None:
    """Exit 2, one line on stderr, and no run folder."""
    if text is not None:
        (tmp_path / name).write_text(text, "utf-8")
    result = judge(name, "--out", "run")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert said in result.err
    assert not (tmp_path / "run" / "judge.json").exists()


def test_strict_tells_of_skipped_records(judge: Run, tmp_path: Path) -> None:
    """The others are judged all the same; only --strict makes it exit 3."""
    with (tmp_path / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write("{bad\n")
    assert judge("log.jsonl", "--out", "run").code == 0
    strict = judge("log.jsonl", "--out", "run", "--strict")
    assert strict.code == 3
    assert "line 3: it is not valid JSON" in strict.out


def test_scores_that_are_no_numbers_are_told_once(judge: Run, tmp_path: Path) -> None:
    """The answers are judged, no record counts as skipped, and the terminal says how many scores and why."""
    odd = [{**one, "similarities": [math.nan]} for one in LOG[:1] * 5]
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in odd), "utf-8")
    result = judge("log.jsonl", "--out", "run", "--strict")
    assert (result.code, "skipped" in result.out) == (0, False)
    assert "5 scores of the contexts left out" in result.out
    assert result.out.count("a similarity is NaN") == 3 and "more in judge.json" in result.out


def test_an_evaluation_is_not_overwritten(judge: Run, tmp_path: Path) -> None:
    """The answers of an evaluation in the folder are somebody's work."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "eval.json").write_text("{}", "utf-8")
    result = judge("log.jsonl", "--out", "run")
    assert result.code == 2
    assert "judge into another folder" in result.err


def test_an_audit_that_is_not_there_is_refused(judge: Run, tmp_path: Path) -> None:
    """One sentence, and nothing is written."""
    result = judge("log.jsonl", "--out", "run", "--audit", "nowhere")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "nowhere" in result.err and not (tmp_path / "run").exists()


def test_what_to_mend_first_is_printed(judge: Run, tmp_path: Path) -> None:
    """Both sides with what the answer would be worth without each; the rest of a long list is in judge.json."""
    one = {"question": "How long may a visitor stay?", "answer": "A visitor may stay four hours.",
           "contexts": ["A visitor may stay four hours.", "A visitor may stay two hours."]}  # fmt: skip
    (tmp_path / "log.jsonl").write_text(f"{json.dumps(one)}\n", "utf-8")
    result = judge("log.jsonl", "--out", "run")
    assert result.code == 0
    assert "Mend these first (1 conflict in the evidence)" in result.out and "Q1: ACS" in result.out


def test_the_grades_of_the_log_are_printed_beside_acs(judge: Run, tmp_path: Path) -> None:
    """Which fields held them, their mean, how many it covers, and the answers that they praise and ACS does not."""
    one = {**LOG[0], "response": "A visitor may stay nine hours."}
    lines = [
        {"id": "a", **one, "faithfulness": 0.9}, {"id": "b", **one, "faithfulness": None},
        {"id": "c", **LOG[0], "faithfulness": "The year 1867 matches. [red]Score: 9[/red]\x1b[2J"},
    ]  # fmt: skip
    (tmp_path / "graded.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    result = judge("graded.jsonl", "--out", "run", "--judge", "rules")
    assert "grades = faithfulness" in " ".join(result.err.split())
    out = " ".join(result.out.split())
    assert "The log's own grades faithfulness 0.90 mean over 2 of 3, mean ACS" in out
    assert "1 without a value (b: the log has no value)" in out
    assert "1 answer it grades 0.8 or more has an ACS of 0.5 or less, worst first: a" in out
    assert "\x1b[2J" not in result.out
    assert judge("log.jsonl", "--out", "other").out.count("grades") == 0


def test_one_answer_in_python() -> None:
    """Texts or mappings as evidence; ACS, status and the line of answers.jsonl."""
    evidence: list[str | dict[str, str]] = [
        "The lift is on floor two.",
        {"doc": "visitors.md", "text": "A visitor may stay four hours."},
    ]
    judged = consilience.judge(
        question="How long may a visitor stay?", answer="A visitor may stay four hours.", evidence=evidence
    )
    assert judged.status == "scored"
    assert judged.to_dict()["claims"][0]["evidence"][0]["doc"] == "visitors.md"
    assert pytest.approx(judged.to_dict()["ACS"], abs=1e-6) == judged.ACS
    with pytest.raises(RecordsError, match="context 1"):
        consilience.judge(answer="Yes.", evidence=[{"title": "nothing"}])


def test_a_run_that_is_shown_again_has_its_grades(
    judge: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`consilience report RUN` says of them what `judge` said; a summary that is damaged is refused in a sentence."""
    (tmp_path / "graded.jsonl").write_text(json.dumps({**LOG[0], "faithfulness": 0.9}) + "\n", "utf-8")
    assert judge("graded.jsonl", "--out", "run", "--judge", "rules").code == 0
    report = runner(capsys, ("report",))
    assert "faithfulness 0.90 mean over 1, mean ACS" in report("run").out
    summary = json.loads((tmp_path / "run" / "judge.json").read_text("utf-8"))
    (tmp_path / "run" / "judge.json").write_text(json.dumps(summary | {"grades": [{"name": 1}]}), "utf-8")
    assert report("run").code == 2
