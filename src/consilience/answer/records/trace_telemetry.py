"""Spans of OpenTelemetry: by the semantic conventions of OpenInference, and those of TruLens (`ai.observability.*`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consilience.answer.records.otlp import opened
from consilience.answer.records.spans import LLM, RERANKER, RETRIEVER, Span, listed
from consilience.answer.records.trace_fields import first, kind, place, span

OBSERVED = "ai.observability."
_RECORD = (f"{OBSERVED}eval.target_record_id", f"{OBSERVED}record_id")  # a grade names the record it is of
_OPENINFERENCE, _TRULENS = ("attributes.", ""), ("record_attributes.", "attributes.", "")


def openinference(row: Mapping[str, Any]) -> list[Span] | None:
    """The spans of a row that has a trace: one, or those of a whole request; None where it has none."""
    spans = [one for one in opened(row) if place(one, "trace") is not None]
    marks = ("openinference.span.kind", "input.value", "output.value", "gen_ai.evaluation.name")
    marked = any(first(one, _OPENINFERENCE, *marks) is not None for one in spans)
    return [_openinference_span(one) for one in spans] if marked else None


def _openinference_span(row: Mapping[str, Any]) -> Span:
    named = first(row, _OPENINFERENCE, "openinference.span.kind") or row.get("span_kind")
    sides = (["input.value", "llm.input_messages"], ["output.value", "llm.output_messages"])
    if kind(named) == LLM:  # its input and output are the request and reply of a provider, in the provider's shape
        sides = (sides[0][::-1], sides[1][::-1])
    asked, answered = (first(row, _OPENINFERENCE, *names) for names in sides)
    documents = first(row, _OPENINFERENCE, "reranker.output_documents", "retrieval.documents")
    if documents is None and kind(named) in (RETRIEVER, RERANKER):
        documents = listed(answered)
    return span(row, place(row, "trace"), named, asked, answered, documents)


def trulens(row: Mapping[str, Any]) -> list[Span] | None:
    """The spans of a row, each of the record that it names: a trace may hold several records."""
    spans = [one for one in opened(row) if first(one, _TRULENS, *_RECORD) is not None]
    return [_trulens_span(one) for one in spans] or None


def _trulens_span(row: Mapping[str, Any]) -> Span:
    def told(*names: str) -> Any:
        return first(row, _TRULENS, *(f"{OBSERVED}{name}" for name in names))

    named = told("span_type")
    return span(
        row, first(row, _TRULENS, *_RECORD), "evaluator" if str(named).startswith("eval") else named,
        told("record_root.input", "retrieval.query_text", "reranking.query_text"),
        told("record_root.output", "call.return"),
        told("reranking.output_context_texts", "retrieval.retrieved_contexts"), told("record_root.ground_truth_output"),
    )  # fmt: skip
