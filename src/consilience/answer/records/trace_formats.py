"""The tools whose records come in several parts, and which of their names stand for question, answer and contexts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from consilience.answer.records import trace_runs, trace_telemetry
from consilience.answer.records.spans import Span
from consilience.answer.records.trace_telemetry import OBSERVED


def _alone(row: Mapping[str, Any]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Format:
    """`spans` gives the steps in a row, None where it is not in this shape; `whole`: they are all of their trace."""

    tool: str
    fields: Mapping[str, str]  # told on the terminal and in judge.json
    spans: Callable[[Mapping[str, Any]], list[Span] | None]
    whole: Callable[[Mapping[str, Any]], bool] = _alone


FORMATS = (
    Format(
        "TruLens records",
        {"id": "record_id", "question": "main_input", "answer": "main_output", "contexts": "rets of retrieval calls"},
        trace_runs.trulens, lambda row: True,
    ),
    Format(
        "TruLens spans",
        {"id": f"{OBSERVED}record_id", "question": f"{OBSERVED}record_root.input",
         "answer": f"{OBSERVED}record_root.output", "contexts": f"{OBSERVED}retrieval.retrieved_contexts",
         "reference": f"{OBSERVED}record_root.ground_truth_output"},
        trace_telemetry.trulens,
    ),
    Format(
        "OpenInference spans",
        {"id": "trace_id", "question": "input.value", "answer": "output.value",
         "contexts": "reranker.output_documents, retrieval.documents"},
        trace_telemetry.openinference,
    ),
    Format(
        "LangSmith runs",
        {"id": "trace_id", "question": "inputs", "answer": "outputs", "contexts": "outputs.documents of retriever runs",
         "reference": "reference_outputs"},
        trace_runs.langsmith, lambda row: bool(row.get("child_runs")),
    ),
    Format(
        "Langfuse traces",
        {"id": "traceId", "question": "input", "answer": "output", "contexts": "output of retriever observations",
         "reference": "expectedOutput"},
        trace_runs.langfuse, lambda row: "observations" in row or "trace" in row,
    ),
)  # fmt: skip
