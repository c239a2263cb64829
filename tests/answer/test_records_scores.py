"""Numbers beside the contexts that cannot be read: only they are left out, and the log says how many and why."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import consilience
from consilience.answer.records.context_scores import beside, number
from consilience.api import judge_records
from consilience.model import NotMeasured
from consilience.settings import OperatorSettings, Settings

RULES = Settings(operators=OperatorSettings(judge="rules"))
Q, A, C = "How long may a visitor stay?", "A visitor may stay four hours.", "A visitor may stay four hours."
EMPTY = json.dumps({"question": Q, "answer": A, "contexts": [C], "similarities": []})
UNREADABLE = [
    ("NaN", "a similarity is NaN"),
    ("Infinity", "a similarity is infinite"),
    ('"nan"', "a similarity is NaN"),
    ('"high"', "a similarity is no number: 'high'"),
    ("[0.5]", "a similarity is no number: [0.5]"),
    (f"1{'0' * 400}", "a similarity is too large"),
]


def _judged(folder: Path, lines: list[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    path = folder / "log.jsonl"
    path.write_text("".join(f"{one}\n" for one in lines), "utf-8")
    told = judge_records(path, out=folder / "run", settings=RULES)
    written = (folder / "run" / "answers.jsonl").read_text("utf-8").splitlines()
    return [json.loads(one) for one in written], told


def _line(similarity: str) -> str:
    context = f'{{"text": {json.dumps(C)}, "similarity": {similarity}}}'
    return f'{{"question": {json.dumps(Q)}, "answer": {json.dumps(A)}, "evidence": [{context}]}}'


@pytest.mark.parametrize(("similarity", "reason"), UNREADABLE, ids=[one[0][:12] for one in UNREADABLE])
def test_a_score_that_is_no_number_costs_the_score_alone(similarity: str, reason: str, tmp_path: Path) -> None:
    """The record is judged as it is without the score, SS1 says why there is none, and the log counts it once."""
    (line, plain), told = _judged(tmp_path, [_line(similarity), _line("0.8")])
    assert line["ACS"] == plain["ACS"] and line["status"] == "scored"
    assert line["SS1"] is None and line["not_measured"]["SS1"] == reason
    assert plain["SS1"] == 0.8
    assert told["skipped_total"] == 0
    assert told["scores_left_out"] == {"n": 1, "records": [{"record": "line 1", "scores": 1, "reason": reason}]}


def test_a_log_without_such_scores_says_nothing_of_them(tmp_path: Path) -> None:
    """Null, an empty text and an empty list are no numbers that were left out."""
    _, told = _judged(tmp_path, [_line("0.8"), _line("null"), _line('""'), EMPTY])
    assert "scores_left_out" not in told


def test_a_list_that_does_not_fit_its_contexts_is_left_out(tmp_path: Path) -> None:
    """Two contexts with one similarity: it is of neither, and the answer is judged."""
    row = {"question": Q, "answer": A, "contexts": [C, "The gate closes at 18:00."], "similarities": [0.9]}
    (line,), told = _judged(tmp_path, [json.dumps(row)])
    assert line["status"] == "scored" and line["SS1"] is None
    assert told["scores_left_out"]["records"][0]["reason"] == "its similarities are 1 for 2 contexts"


@pytest.mark.parametrize("cell", ["[0.8, nan]", "[0.8, NaN]", "[0.8 nan]", '["0.8", "nan"]'])
def test_a_cell_holds_numbers_as_tools_print_them(cell: str, tmp_path: Path) -> None:
    """A list as JSON, Python or NumPy prints it, with NaN in it: that one number is left out."""
    path = tmp_path / "log.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        told = csv.writer(file)
        told.writerow(["question", "answer", "contexts", "similarities"])
        told.writerow([Q, A, json.dumps([C, "The gate closes at 18:00."]), cell])
    summed = judge_records(path, settings=RULES)
    assert summed["scores_left_out"]["n"] == 1 and summed["all"]["scored"] == 1


def test_a_table_with_nan_is_judged(tmp_path: Path) -> None:
    """Parquet keeps a missing number as NaN."""
    path = tmp_path / "log.parquet"
    row = {"question": Q, "answer": A, "contexts": [C], "similarities": [math.nan]}
    pq.write_table(pa.Table.from_pylist([row]), path)
    summed = judge_records(path, settings=RULES)
    assert (summed["scores_left_out"]["n"], summed["all"]["scored"], summed["all"]["SS1"]["n"]) == (1, 1, 0)


def test_one_answer_is_judged_without_its_score() -> None:
    """From Python: ACS is that of the evidence, and SS1 says why there is none."""
    told = consilience.judge(
        question=Q, answer=A, evidence=[{"text": C, "similarity": math.nan}], settings=RULES
    ).to_dict()
    assert told["ACS"] == 1.0 and told["not_measured"]["SS1"] == "a similarity is NaN"


_ANY = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers()),
    st.dictionaries(st.text(), st.integers()),
)  # fmt: skip


@given(_ANY)
def test_what_is_read_is_a_finite_number_nothing_or_a_reason(told: Any) -> None:
    """Never NaN, never infinite, and never an exception."""
    found = number(told, "score")
    assert found is None or (math.isfinite(found) if isinstance(found, float) else bool(found.reason))


@given(st.one_of(_ANY, st.lists(_ANY)), st.integers(0, 5))
def test_each_context_gets_its_share(told: Any, count: int) -> None:
    """Whatever stands beside the contexts, there is one entry for each."""
    assert len(beside(told, count, "scores")) == count


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_a_cell_reads_as_the_list_it_holds(values: list[float]) -> None:
    """A list as it is, as JSON and as Python prints it gives the same numbers."""
    ways = (values, json.dumps(values), str(values))
    read = [[number(one, "score") for one in beside(way, len(values), "scores")] for way in ways]
    assert read[0] == read[1] == read[2] == values


def test_numbers_that_could_be_read_stay_beside_those_that_could_not() -> None:
    """Two contexts, one with NaN: the other keeps its number."""
    first, second = (number(one, "score") for one in beside([0.5, math.nan], 2, "scores"))
    assert first == 0.5 and isinstance(second, NotMeasured)
