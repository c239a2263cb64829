"""Runs and traces as the tools keep them: records of TruLens, runs of LangSmith, traces of Langfuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from consilience.answer.records.grades_found import found_in
from consilience.answer.records.mapping import found, mapped
from consilience.answer.records.spans import OTHER, RERANKER, RETRIEVER, Span, listed
from consilience.answer.records.trace_fields import LOOKS_UP, first, kind, step

_DOCUMENTS = ("documents", "contexts", "context", "source_documents")  # in the outputs of a run that is no retriever
_DEPTH = 50  # runs within runs


def trulens(row: Mapping[str, Any]) -> list[Span] | None:
    """A record with its calls, by itself, or in the table of records that the tool exports."""
    held = found(row, "record_json")
    told = held if isinstance(held, Mapping) else row
    if not isinstance(told.get("calls"), list) or not ("main_input" in told or "input" in row):
        return None
    name = first(row, ("", "record_json."), "record_id")
    asked, answered = (first(row, ("record_json.main_", "main_", ""), side) for side in ("input", "output"))
    calls = [one for one in told["calls"] if isinstance(one, Mapping) and LOOKS_UP.search(_method(one))]
    return [
        Span(str(name), "", None, OTHER, asked, answered, None, row.get("ground_truth"), grades=tuple(found_in(row))),
        *(Span(str(name), str(at), "", RETRIEVER, None, None, one.get("rets")) for at, one in enumerate(calls, 1)),
    ]


def _method(call: Mapping[str, Any]) -> str:
    """The name of the method that was called: the last of its stack."""
    stack = call.get("stack")
    last = stack[-1] if isinstance(stack, list) and stack else call
    return str(found(last, "method.name") or "") if isinstance(last, Mapping) else ""


def langsmith(row: Mapping[str, Any]) -> list[Span] | None:
    """A run with the runs below it, where it holds them."""
    return list(_runs(row, row.get("trace_id") or row.get("id"))) if _is_run(row) else None


def _is_run(row: Any) -> bool:
    return isinstance(row, Mapping) and isinstance(row.get("run_type"), str) and "inputs" in row


def _runs(row: Mapping[str, Any], trace: Any, parent: Any = None, depth: int = 0) -> Iterator[Span]:
    named, name, outputs = row["run_type"], row.get("id") or trace, mapped(row.get("outputs"))
    given = outputs if kind(named) == RETRIEVER else {one: outputs[one] for one in _DOCUMENTS if one in outputs}
    told = step(
        trace, name, row.get("parent_run_id") or parent, named, row["inputs"], outputs, listed(given),
        found(row, "reference_outputs"), row.get("start_time"),
    )  # fmt: skip
    yield replace(told, grades=tuple(found_in(row)))
    below = found(row, "child_runs")
    for one in below if isinstance(below, list) and depth < _DEPTH else ():
        if _is_run(one):
            yield from _runs(one, trace, name, depth + 1)


def langfuse(row: Mapping[str, Any]) -> list[Span] | None:
    """A trace with its observations, or one observation."""
    trace = row["trace"] if isinstance(row.get("trace"), Mapping) else row
    parts = found(row, "observations") or found(trace, "observations")
    held = [one for one in parts if isinstance(one, Mapping)] if isinstance(parts, list) else []
    if held:
        given = found_in(trace) + (found_in(row) if row is not trace else [])
        return [replace(_trace(trace), grades=tuple(given)), *(_observation(one, trace.get("id")) for one in held)]
    known = first(row, ("",), "traceId", "trace_id")
    below = any(name in row for name in ("parentObservationId", "parent_observation_id"))
    return [_observation(row, known)] if known and below and isinstance(row.get("type"), str) else None


def _trace(row: Mapping[str, Any]) -> Span:
    reference = first(row, ("",), "expectedOutput", "expected_output")
    contexts = found(row, "metadata.contexts")
    return step(row.get("id"), row.get("id"), None, "", row.get("input"), row.get("output"), contexts, reference, None)


def _observation(row: Mapping[str, Any], trace: Any) -> Span:
    named = str(row["type"]).lower() if row.get("type") else ""
    if named == "span" and LOOKS_UP.search(str(row.get("name"))):
        named = RETRIEVER
    parent = first(row, ("",), "parentObservationId", "parent_observation_id")
    documents = listed(row.get("output")) if kind(named) in (RETRIEVER, RERANKER) else None
    start = first(row, ("",), "startTime", "start_time")
    told = step(trace, row.get("id"), parent, named, row.get("input"), row.get("output"), documents, None, start)
    return replace(told, grades=tuple(found_in(row)))
