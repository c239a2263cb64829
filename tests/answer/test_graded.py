"""The log's own grades beside ours: means that say what they cover, and the answers on which the two part ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from consilience.api import judge_records
from consilience.settings import OperatorSettings, Settings

_RULES = Settings(operators=OperatorSettings(judge="rules"))
_GOOD = {"question": "How long may a visitor stay?", "answer": "A visitor may stay four hours.",
         "contexts": ["A visitor may stay four hours."]}  # fmt: skip
_DISPUTED = _GOOD | {"contexts": [*_GOOD["contexts"], "A visitor may stay two hours."]}
_WRONG = _GOOD | {"answer": "A visitor may stay nine hours."}
_SILENT = _GOOD | {"answer": "I do not know.", "contexts": ["Bread is baked at night."]}


def judged(folder: Path, lines: list[dict[str, Any]], **more: Any) -> dict[str, dict[str, Any]]:
    """The grades of judge.json by name, of a log with these records."""
    log = folder / "log.jsonl"
    log.write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    return {one["name"]: one for one in judge_records(log, settings=_RULES, **more)["grades"]}


def test_answers_that_another_judge_praises_are_told_worst_first(tmp_path: Path) -> None:
    """Each with its grade, its ACS and why ACS is low; one that the other judge does not praise either is not told."""
    told = judged(tmp_path, [
        {"id": "good", **_GOOD, "faithfulness": 1.0}, {"id": "disputed", **_DISPUTED, "faithfulness": 0.9},
        {"id": "wrong", **_WRONG, "faithfulness": 0.95}, {"id": "agreed", **_WRONG, "faithfulness": 0.3},
        {"id": "silent", **_SILENT, "faithfulness": 0.9},
    ], out=tmp_path / "run")["faithfulness"]  # fmt: skip
    assert [one["id"] for one in told["apart"]["answers"]] == ["wrong", "disputed"]
    assert told["apart"]["n"] == 2
    assert "disagrees" in told["apart"]["answers"][1]["justification"]
    assert (told["given"], told["value"]["n"], told["ACS"]["n"]) == (5, 5, 4)
    lines = [json.loads(line) for line in (tmp_path / "run" / "answers.jsonl").read_text("utf-8").splitlines()]
    assert lines[1]["grades"] == [{"name": "faithfulness", "value": 0.9, "reason": None, "written": "0.9"}]


@pytest.mark.parametrize("nothing", [None, float("nan"), float("inf"), "", "Score:", -0.1, 7])
def test_a_mean_says_how_many_grades_it_covers(nothing: object, tmp_path: Path) -> None:
    """One grade without a value does not spoil the mean of the others, and is told with its record and reason."""
    grades = [0.9, 0.8, nothing, 0.85, 0.8]
    told = judged(tmp_path, [{"id": f"r{at}", **_GOOD, "grades": {"j": one}} for at, one in enumerate(grades)])["j"]
    assert (told["value"]["mean"], told["value"]["n"], told["given"]) == (0.8375, 4, 5)
    assert told["not_measured"]["n"] == 1
    assert [one["id"] for one in told["not_measured"]["answers"]] == ["r2"]
    assert told["not_measured"]["answers"][0]["reason"]
    json.dumps(told, allow_nan=False)


def test_a_grade_of_a_fault_or_of_the_look_up_is_not_held_against_acs(tmp_path: Path) -> None:
    """High toxicity is no praise, good contexts or the right topic make no good answer: these are summed up only."""
    names = ("toxicity", "context_recall", "answer_relevancy", "quality")
    told = judged(tmp_path, [{**_WRONG, "grades": dict.fromkeys(names, 0.9)}])
    assert {name: one["apart"] and one["apart"]["n"] for name, one in told.items()} == {
        "toxicity": None, "context_recall": None, "answer_relevancy": None, "quality": 1,
    }  # fmt: skip
    assert told["toxicity"]["value"]["mean"] == 0.9


def test_a_log_without_grades_has_none(tmp_path: Path) -> None:
    """Nothing is said of what is not there."""
    assert judged(tmp_path, [_GOOD]) == {}


def test_answers_of_a_judge_are_a_log_with_its_grades(tmp_path: Path) -> None:
    """answers.jsonl read again: the grades are the same, those without a value too."""
    first = judged(tmp_path, [{**_GOOD, "grades": {"a": "Score: 9", "b": None}}], out=tmp_path / "run")
    again = judge_records(tmp_path / "run" / "answers.jsonl", settings=_RULES)["grades"]
    assert [one["value"]["mean"] for one in again] == [0.9, None] == [one["value"]["mean"] for one in first.values()]
