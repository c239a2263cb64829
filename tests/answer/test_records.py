"""Logs of the common tools: each is recognised by its field names, and what cannot be judged is said with its place."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from consilience.answer.records import Record, RecordsError, Skipped
from consilience.answer.records.files import rows
from consilience.answer.records.read import Log, read
from consilience.answer.records.similarities import retrieval_scores
from consilience.model import NotMeasured

Q, A, C = "How long may a visitor stay?", "Four hours.", "A visitor may stay four hours."

SAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    "ragas-0.1": ("Ragas 0.1", {"question": Q, "answer": A, "contexts": [C], "ground_truth": A}),
    "ragas-0.2": ("Ragas 0.2", {"user_input": Q, "response": A, "retrieved_contexts": [C], "reference": A}),
    "deepeval": ("DeepEval", {"input": Q, "actual_output": A, "retrieval_context": [C], "expected_output": A}),
    "ours": ("Consilience", {"question": Q, "answer": A, "evidence": [{"doc": "v.md", "text": C}], "reference": A}),
    "langsmith": (
        "LangSmith",
        {"inputs": {"question": Q}, "outputs": {"answer": A, "documents": [{"page_content": C}]},
         "reference_outputs": {"answer": A}},
    ),
    "langfuse": (
        "Langfuse",
        {"id": "t1", "input": json.dumps({"query": Q}), "output": A, "metadata": {"contexts": [{"content": C}]},
         "expectedOutput": A},
    ),
    "openinference": (
        "OpenInference",
        {"attributes": {"input.value": Q, "output.value": A, "retrieval.documents.0.document.content": C}},
    ),
}  # fmt: skip


def logged(folder: Path, records: Sequence[object]) -> Log:
    path = folder / "log.jsonl"
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in records), "utf-8")
    return read(rows(str(path)), str(path))


def only(log: Log) -> Record:
    (record,) = log.records
    assert isinstance(record, Record)
    return record


@pytest.mark.parametrize("name", SAMPLES)
def test_each_tool_is_recognised_by_its_field_names(name: str, tmp_path: Path) -> None:
    """Question, answer, contexts and reference are found, and the log says whose names they were."""
    tool, sample = SAMPLES[name]
    log = logged(tmp_path, [sample])
    record = only(log)
    assert (log.tool, record.question, record.answer) == (tool, Q, A)
    assert [one.text for one in record.contexts] == [C]
    assert record.reference == (None if name == "openinference" else A)
    assert {"question", "answer", "contexts"} <= set(log.fields)


@pytest.mark.parametrize("cell", [json.dumps([C, "[1] Lifts"]), repr([C, "[1] Lifts"])], ids=["json", "python"])
def test_csv_holds_contexts_as_a_list_in_a_cell(cell: str, tmp_path: Path) -> None:
    """The list may be JSON, or as Python prints it; the first line is the column heads."""
    path = tmp_path / "log.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["question", "answer", "contexts"], [Q, A, cell]])
    record = only(read(rows(str(path)), "log.csv"))
    assert [one.text for one in record.contexts] == [C, "[1] Lifts"]
    assert [one.doc for one in record.contexts] == ["context 1", "context 2"]


def test_a_printed_array_is_not_read_as_one_context(tmp_path: Path) -> None:
    """Texts in brackets without commas would flow into one: the record is skipped, with what to do."""
    (skipped,) = logged(tmp_path, [{"question": Q, "answer": A, "contexts": "['One.'\n 'Two.']"}]).records
    assert isinstance(skipped, Skipped)
    assert "without commas" in skipped.reason


def test_parquet_and_json_give_the_same_records(tmp_path: Path) -> None:
    """A table, a list, and an object with a list hold the same log."""
    sample = SAMPLES["ragas-0.2"][1]
    pq.write_table(pa.Table.from_pylist([sample]), tmp_path / "log.parquet")
    (tmp_path / "list.json").write_text(json.dumps([sample]), "utf-8")
    (tmp_path / "object.json").write_text(json.dumps({"samples": [sample]}), "utf-8")
    table, listed, held = (
        only(read(rows(str(tmp_path / name)), name)) for name in ("log.parquet", "list.json", "object.json")
    )
    assert listed == held
    assert (table.question, table.answer, table.contexts) == (listed.question, listed.answer, listed.contexts)


def test_what_cannot_be_judged_is_said_with_its_place(tmp_path: Path) -> None:
    """A broken line, no answer, contexts that are numbers: each is skipped for a reason; the others are read."""
    good: Mapping[str, Any] = SAMPLES["ragas-0.1"][1]
    log = logged(tmp_path, [good, "{bad", {"question": Q, "contexts": [C]}, {**good, "contexts": [7]}, good])
    found = list(log.records)
    assert [one.place for one in found] == ["line 1", "line 2", "line 3", "line 4", "line 5"]
    reasons = [one.reason for one in found if isinstance(one, Skipped)]
    assert [part in reason for part, reason in zip(("JSON", "no answer", "context 1"), reasons, strict=True)] == [
        True, True, True,
    ]  # fmt: skip


def test_ids_stay_apart(tmp_path: Path) -> None:
    """A repeated id is numbered, and a record without one is named by its place."""
    sample = SAMPLES["ragas-0.1"][1]
    log = logged(tmp_path, [{**sample, "id": "a"}, {**sample, "id": "a"}, sample])
    assert [one.id for one in log.records if isinstance(one, Record)] == ["a", "a#2", "Q3"]


def test_fields_of_no_tool_are_refused_with_their_names(tmp_path: Path) -> None:
    """One sentence lists what the records have."""
    with pytest.raises(RecordsError, match=r"their fields are: completion, prompt\.$"):
        logged(tmp_path, [{"prompt": Q, "completion": A}])


@pytest.mark.parametrize(
    ("context", "metric", "expected"),
    [
        ({"similarity": 0.8}, None, 0.8),
        ({"score": 0.8}, "similarity", 0.8),
        ({"score": 0.5}, "cosine", 0.75),
        ({"score": 0.5}, "cosine-distance", 0.75),
        ({"score": 0.8}, None, "what its scores measure"),
        ({"score": -172.6}, "similarity", "-172.6 is outside"),
        ({"similarity": -172.6}, None, "-172.6 is outside"),
        ({}, None, "no similarity"),
    ],
)
def test_scores_count_only_where_their_meaning_is_known(
    context: dict[str, float], metric: Any, expected: float | str, tmp_path: Path
) -> None:
    """A similarity in [0, 1] or a declared metric; anything else is not measured, with the reason."""
    record = only(logged(tmp_path, [{"question": Q, "answer": A, "evidence": [{"text": C, **context}]}]))
    score = retrieval_scores(record.contexts, metric)["SS1"]
    if isinstance(expected, str):
        assert isinstance(score, NotMeasured)
        assert expected in score.reason
    else:
        assert score == pytest.approx(expected)
