"""Where a span keeps its place in its trace, and how its fields become a Span, whichever tool wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from consilience.answer.records.grades_found import found_in
from consilience.answer.records.mapping import found
from consilience.answer.records.spans import LLM, OTHER, RERANKER, RETRIEVER, Span

LOOKS_UP = re.compile(r"retriev|relevant_doc|search|context", re.IGNORECASE)  # names of steps, when nothing else tells
_KINDS = {"retriever": RETRIEVER, "retrieval": RETRIEVER, "reranker": RERANKER, "reranking": RERANKER, "llm": LLM,
          "generation": LLM}  # fmt: skip
_ASIDE = ("embedding", "evaluator", "guardrail", "tool", "prompt", "parser", "event")  # steps that answer nothing
_PLACES = {
    "trace": ("context.trace_id", "trace_id", "traceId", "trace.trace_id"),
    "id": ("context.span_id", "span_id", "spanId", "trace.span_id", "id"),
    "parent": ("parent_id", "parent_span_id", "parentSpanId", "trace.parent_id"),
    "start": ("start_time", "startTime", "start_timestamp", "startTimeUnixNano"),
}


def kind(told: Any) -> str:
    """The kind of a step by the name that its tool gives to it."""
    return _KINDS.get(str(told).lower(), OTHER)


def place(row: Mapping[str, Any], role: str) -> Any:
    """The trace, id, parent or start of a span; None where it says none."""
    return first(row, ("",), *_PLACES[role])


def first(row: Mapping[str, Any], before: tuple[str, ...], *names: str) -> Any:
    """What the first of the names that says something holds, below one of the prefixes ("attributes.", or "")."""
    places = (f"{prefix}{name}" for name in names for prefix in before)
    return next((told for one in places if (told := found(row, one)) not in (None, "")), None)


def span(
    row: Mapping[str, Any], trace: Any, named: Any, asked: Any, answered: Any, documents: Any, reference: Any = None
) -> Span:
    """A span of OpenTelemetry, whose ids stand in the row itself."""
    name, parent, start = (place(row, role) for role in ("id", "parent", "start"))
    told = step(trace, name, parent, named, asked, answered, documents, reference, start)
    return replace(told, grades=tuple(found_in(row)))


def step(
    trace: Any, name: Any, parent: Any, named: Any, asked: Any, answered: Any, documents: Any, reference: Any,
    start: Any,
) -> Span:  # fmt: skip
    """A step that its tool calls `named`; what an embedder or a tool says is neither the question nor the answer."""
    if str(named).lower() in _ASIDE:
        asked, answered = None, None
    above = str(parent) if parent else None
    return Span(str(trace), str(name), above, kind(named), asked, answered, documents, reference, str(start or ""))
