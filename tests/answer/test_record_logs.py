"""Logs as the common tools write them, spans of one trace on lines of their own included, become the same records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.records import Record, RecordsError, Skipped
from consilience.answer.records.files import rows
from consilience.answer.records.read import Log, read

_CASES = Path(__file__).parent / "cases"
_QUESTIONS = {
    "How long may a visitor stay?": (
        "A visitor may stay four hours.", ["A visitor may stay four hours.", "Visitors sign in at the desk."]
    ),
    "Who repairs the lift?": ("Nobody answers for the lift.", ["The lift is serviced by Hansen each March."]),
}  # fmt: skip
_LOGS = yaml.safe_load((_CASES / "logs.yaml").read_text("utf-8"))


def _log(path: Path) -> Log:
    return read(rows(str(path)), path.name)


def _written(folder: Path, lines: list[Any]) -> Log:
    path = folder / "log.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    return _log(path)


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_CASES / "logs" / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", _LOGS, ids=lambda case: case["file"])
def test_the_logs_of_a_tool_become_records(case: dict[str, Any]) -> None:
    """Question, answer, contexts in their order, their documents and similarities, and whose names these were."""
    log = _log(_CASES / "logs" / case["file"])
    found = list(log.records)
    assert log.tool == case["tool"]
    assert {"question", "answer", "contexts"} <= set(log.fields)
    assert not [one for one in found if isinstance(one, Skipped)]
    records = {one.question: one for one in found if isinstance(one, Record)}
    assert {
        name: (one.answer, [context.text for context in one.contexts]) for name, one in records.items()
    } == _QUESTIONS
    first = records["How long may a visitor stay?"]
    assert [one.doc for one in first.contexts] == case.get("docs", ["context 1", "context 2"])
    assert [one.score for one in first.contexts] == case.get("scores", [None, None])
    assert first.reference == case.get("reference")


def test_every_file_is_a_case() -> None:
    """No example lies about unread."""
    assert {path.name for path in (_CASES / "logs").iterdir()} == {case["file"] for case in _LOGS}


@pytest.mark.parametrize("name", ["openinference-spans.jsonl", "langsmith-runs.jsonl", "trulens-spans.jsonl"])
def test_the_order_of_the_spans_does_not_matter(name: str, tmp_path: Path) -> None:
    """Spans are exported when they end, or newest first: the record of a trace is the same."""
    one, other = (
        {each.id: each for each in _written(tmp_path, lines).records if isinstance(each, Record)}
        for lines in (_lines(name), _lines(name)[::-1])
    )
    assert {name: (each.question, each.answer, each.contexts) for name, each in one.items()} == {
        name: (each.question, each.answer, each.contexts) for name, each in other.items()
    }


def test_a_trace_without_its_parts_is_skipped_by_name(tmp_path: Path) -> None:
    """No step looked anything up, no answer, a broken line, no span at all: each is told, and nothing else is lost."""
    spans = _lines("openinference-spans.jsonl")
    only = [one for one in spans if one["context"]["trace_id"].startswith("0x1")]
    chat = [one for one in spans if one not in only and one["name"] in ("chat", "query")]
    found = list(_written(tmp_path, [*only, *chat, {"level": "info"}, ["x"]]).records)
    records = [one for one in found if isinstance(one, Record)]
    told = [f"{one.place}: {one.reason}" for one in found if isinstance(one, Skipped)]
    assert [one.question for one in records] == ["How long may a visitor stay?"]
    assert [part for part in ("line 8: it is not a JSON object", "line 7: it is no span", "retrieved passages")
            if any(part in one for one in told)] and len(told) == 3  # fmt: skip


def test_a_retriever_that_found_nothing_is_no_evidence(tmp_path: Path) -> None:
    """The record has no contexts, and is not skipped."""
    spans = [one for one in _lines("openinference-spans.jsonl") if one["name"] != "rerank"]
    for one in spans:
        one["attributes"] = {name: told for name, told in one["attributes"].items() if "documents" not in name}
    assert [one.contexts for one in _written(tmp_path, spans).records if isinstance(one, Record)] == [(), ()]


def test_without_a_root_the_retriever_tells_the_question_and_the_last_llm_the_answer(tmp_path: Path) -> None:
    """A service that exports only its own spans: the prompt of the LLM, which holds the contexts, is no question."""
    spans = [one for one in _lines("openinference-spans.jsonl") if one["name"] != "query"]
    found = {one.question: one.answer for one in _written(tmp_path, spans).records if isinstance(one, Record)}
    assert found == {question: answer for question, (answer, _) in _QUESTIONS.items()}


def test_rows_of_a_table_are_no_marks_between_contexts(tmp_path: Path) -> None:
    """A table in a context of a DeepEval CSV stays one context."""
    text = "| plan | fee |\n| A | 5 |"
    one = {"input": "What is the fee?", "actual_output": "5", "retrieval_context": f"Fees are due in May.|{text}"}
    (record,) = _written(tmp_path, [one]).records
    assert isinstance(record, Record)
    assert [context.text for context in record.contexts] == ["Fees are due in May.", text]


_NAMES = ("run_type", "inputs", "outputs", "child_runs", "observations", "trace", "type", "traceId", "calls", "input",
          "main_input", "record_json", "resourceSpans", "attributes", "trace_id", "span_id", "input.value", "output",
          "record_attributes", "documents", "ai.observability.record_id", "parentObservationId", "rets",
          "ai.observability.retrieval.retrieved_contexts", "openinference.span.kind",
          "retrieval.documents", "scores", "grades", "feedback_stats", "events", "annotations", "name", "score",
          "value", "eval.x.score", "gen_ai.evaluation.name", "question", "answer", "contexts",
          "faithfulness")  # fmt: skip
_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "x", "retriever", '["a"]', '{"query": 1}', "{"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_NAMES), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(st.sampled_from(_NAMES), _ANY, min_size=1, max_size=8), min_size=1, max_size=4))
def test_a_damaged_log_is_told_and_not_a_crash(lines: list[dict[str, Any]]) -> None:
    """Whatever stands under the known names: a record, a reason, or one sentence."""
    try:
        found = list(read(iter([(f"line {number}", one) for number, one in enumerate(lines, 1)]), "log").records)
    except RecordsError as error:
        assert str(error).endswith(".")
        return
    assert all(isinstance(one, Record | Skipped) for one in found)
