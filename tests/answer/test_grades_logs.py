"""The grades in the logs of the common tools: found under the tool's own names, and told in the mapping."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.answer.records import Record, Skipped
from consilience.answer.records.files import rows
from consilience.answer.records.read import Log, read

_CASES = yaml.safe_load((Path(__file__).parent / "cases" / "grades-logs.yaml").read_text("utf-8"))


def _log(path: Path, lines: list[Any]) -> Log:
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines), "utf-8")
    return read(rows(str(path)), path.name)


def _only(log: Log) -> Record:
    (record,) = log.records
    assert isinstance(record, Record), record
    return record


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case['tool']}: {case['fields']}")
def test_the_grades_of_a_tool_are_read(case: dict[str, Any], tmp_path: Path) -> None:
    """Names, values and fields, and nothing of what is no grade: latency, thresholds, remarks; contexts are as ever."""
    log = _log(tmp_path / "log.jsonl", case["rows"])
    record = _only(log)
    assert (log.tool, log.fields.get("grades")) == (case["tool"], case["fields"])
    assert {one.name: one.value for one in record.grades} == case["grades"]
    assert [(one.text, one.score) for one in record.contexts] == [("C", None)]
    assert all(one.reason for one in record.grades if one.value is None)
    assert "scores" not in log.fields


def test_a_csv_has_a_column_a_grade(tmp_path: Path) -> None:
    """An empty cell is a grade without a value, and so is NaN; each is kept with its reason."""
    path = tmp_path / "log.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        told = csv.writer(file)
        told.writerow(["question", "answer", "contexts", "faithfulness", "answer_relevancy", "scores"])
        told.writerow(["Q", "A", "C", "", "nan", "0.8"])
    (record,) = read(rows(str(path)), "log.csv").records
    assert isinstance(record, Record)
    assert [(one.name, one.value, one.reason) for one in record.grades] == [
        ("faithfulness", None, "the log has no value"), ("answer_relevancy", None, "the log says nan"),
    ]  # fmt: skip
    assert record.contexts[0].score == 0.8  # a list of numbers beside the contexts stays theirs


def test_nan_in_a_log_costs_the_grade_and_not_the_record(tmp_path: Path) -> None:
    """Tools write NaN where a judge failed; in a field that is judged it is refused by name."""
    line = '{"question": "Q", "answer": "A", "contexts": ["C"], "faithfulness": NaN}'
    assert [one.reason for one in _only(_log(tmp_path / "log.jsonl", [line])).grades] == ["it is NaN"]
    (skipped,) = _log(tmp_path / "other.jsonl", [line.replace('"A"', "NaN")]).records
    assert isinstance(skipped, Skipped) and skipped.reason == "its answer is not text"


def test_the_grade_of_the_whole_comes_before_that_of_a_step(tmp_path: Path) -> None:
    """A root and its LLM call graded under one name: the root's counts; grades of a look-up are called so."""
    told = {"name": "quality", "value": 0.4}
    trace = {
        "id": "t1", "input": "Q", "output": "A", "scores": [{"name": "quality", "value": 0.9}],
        "observations": [
            {"id": "o1", "type": "RETRIEVER", "output": ["C"], "scores": [told]},
            {"id": "o2", "type": "GENERATION", "output": "A", "scores": [told, {"name": "tone", "value": 0.7}]},
        ],
    }  # fmt: skip
    record = _only(_log(tmp_path / "log.jsonl", [trace]))
    assert [(one.name, one.value) for one in record.grades] == [
        ("quality", 0.9), ("tone", 0.7), ("quality (retriever)", 0.4),
    ]  # fmt: skip


@pytest.mark.parametrize(("other", "value"), [("Score: 7", 0.1), ("Score: 0.7", 1.0), ("Score: 7/10", 1.0)])
def test_a_bare_one_is_on_the_scale_of_the_other_grades(other: str, value: float, tmp_path: Path) -> None:
    """Where the same judge writes 7 of ten elsewhere in the log, its 1 is the lowest grade and not the highest."""
    lines = [{"question": "Q", "answer": "A", "contexts": ["C"], "grades": {"j": told}} for told in ("Score: 1", other)]
    first, _ = _log(tmp_path / "log.jsonl", lines).records
    assert isinstance(first, Record)
    assert [one.value for one in first.grades] == [value]


@pytest.mark.parametrize(
    ("told", "others", "value"),
    [
        ("Score: 4", ["Score: 3/5"], 0.8),
        ("Score: 4.5", ["Score: 3 out of 5", "Score: 2"], 0.9),
        ("Score: 1", ["Score: 3/5", "Score: 2"], 0.2),
        ("Score: 85", ["Score: 40/100"], 0.85),
        ("Score: 4", ["Score: 3/5", "Score: 8"], 0.4),
        ("Score: 4", ["Score: 3/5", "Score: 8/10"], 0.4),
        ("Score: 4", ["Faithfulness: 3 of 4 statements"], 0.4),
        ("Score: 4", ["Score: 85%"], 0.4),
        ("Score: 4", ["Score: 85/100"], 0.4),
        ("Score: 4", ["Score: 3", "Score: 5"], 0.4),
        ("Score: 4.5", ["Score: 3"], None),
    ],
)
def test_a_scale_that_a_judge_states_once_is_that_of_its_other_grades(
    told: str, others: list[str], value: float | None, tmp_path: Path
) -> None:
    """One usual scale that no number is above; a share of an answer, a percentage and mere low numbers state none."""
    line = {"question": "Q", "answer": "A", "contexts": ["C"]}
    lines = [{**line, "grades": {"j": one, "other": "Score: 4"}} for one in (told, *others)]
    first, *_ = _log(tmp_path / "log.jsonl", lines).records
    assert isinstance(first, Record)
    assert [one.value for one in first.grades] == [value, 0.4]  # another judge has a scale of its own
