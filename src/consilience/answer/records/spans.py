"""The steps of a trace put together: the question and answer of the whole, and the passages that it was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.answer.records.contexts import text_of, unscored
from consilience.answer.records.grades_found import Found
from consilience.answer.records.said import ANSWERED, ASKED, parsed, said

RETRIEVER, RERANKER, LLM, OTHER = "retriever", "reranker", "llm", ""
_HOLDERS = ("documents", "contexts", "retrieved_contexts", "context", "source_documents", "source_nodes", "output",
            "results", "matches")  # fmt: skip
_DEPTH = 6  # objects in objects that are looked into


@dataclass(frozen=True, slots=True)
class Span:
    """One step as it was logged; `documents` is None where it gave none, `start` when it began, as sortable text."""

    trace: str
    id: str
    parent: str | None
    kind: str
    asked: Any
    answered: Any
    documents: Any = None
    reference: Any = None
    start: str = ""
    grades: tuple[Found, ...] = ()


def record(spans: Sequence[Span]) -> dict[str, Any]:
    """The record of a trace: id, question, answer, contexts, reference and grades; what the log lacks is left out.

    The whole tells question and answer; without it the retriever tells the question and the last LLM call the answer.
    The contexts are those of the reranker where there is one: what it dropped the model never saw.
    """
    told = sorted(spans, key=lambda one: one.start)
    question, answer = _question(told), _answer(told)
    contexts, reference = _contexts(told), next((one.reference for one in told if one.reference is not None), None)
    found = {"question": question, "answer": answer, "contexts": contexts, "reference": said(reference, ANSWERED)}
    known = {name: value for name, value in found.items() if value is not None}
    return {"id": spans[0].trace, **known, "grades": _grades(told)}


def listed(told: Any, depth: int = _DEPTH) -> list[Any] | None:
    """The passages that a step gave: a list, or the list in an object; None where it is neither."""
    told = parsed(told)
    if isinstance(told, Mapping):
        if depth == 0 or text_of(told) is not None:
            return [told]
        inside = (listed(told[name], depth - 1) for name in _HOLDERS if name in told)
        return next((found for found in inside if found is not None), None)
    if isinstance(told, str):
        return [told] if told.strip() else None
    if not isinstance(told, list):
        return None
    return [one for inner in told for one in (inner if isinstance(inner, list) else [inner])]


def _grades(spans: Sequence[Span]) -> list[Found]:
    """Those of the whole before those of a step that has the same; what grades a look-up is called so."""
    looks = [one for kind in (RETRIEVER, RERANKER) for one in _of(spans, kind)]
    whole, llm = _whole(spans), _of(spans, LLM)
    rest = [one for one in spans if one not in looks and one not in whole and one not in llm]
    found: list[Found] = []
    for tier in (whole, *([one] for one in reversed(llm)), rest):
        known = {one.name for one in found}
        found += [one for span in tier for one in span.grades if one.name not in known]
    return found + [one._replace(name=f"{one.name} ({span.kind})") for span in looks for one in span.grades]


def _whole(spans: Iterable[Span]) -> list[Span]:
    """The steps that hold others or stand alone, but look nothing up and write nothing by themselves."""
    held = list(spans)
    ids = {one.id for one in held}
    return [one for one in held if one.kind == OTHER and (one.parent is None or one.parent not in ids)]


def _question(spans: Sequence[Span]) -> str | None:
    ranked = [*_whole(spans), *_of(spans, RETRIEVER), *_of(spans, RERANKER), *reversed(_of(spans, LLM))]
    return next((text for one in ranked if (text := said(one.asked, ASKED)) is not None), None)


def _answer(spans: Sequence[Span]) -> str | None:
    ranked = [*_whole(spans), *reversed(_of(spans, LLM))]
    return next((text for one in ranked if (text := said(one.answered, ANSWERED)) is not None), None)


def _contexts(spans: Sequence[Span]) -> list[Any] | None:
    """None where no step looked anything up; an empty list where it found nothing."""
    for kind in (RERANKER, RETRIEVER, OTHER):
        if known := [one for one in _of(spans, kind) if one.documents is not None]:
            found = _distinct(each for one in _outermost(known) for each in listed(one.documents) or ())
            return found if kind != RERANKER else _as_retrieved(found, spans)
    return [] if _of(spans, RETRIEVER) else None


def _as_retrieved(reranked: Sequence[Any], spans: Sequence[Span]) -> list[Any]:
    """The passages as the retriever gave them: its score is of the similarity, the reranker's is not."""
    given = [each for one in _of(spans, RETRIEVER) for each in listed(one.documents) or ()]
    known = {text_of(one): one for one in reversed(given)}
    return [known.get(text_of(one), unscored(one)) for one in reranked]


def _of(spans: Sequence[Span], kind: str) -> list[Span]:
    return [one for one in spans if one.kind == kind]


def _outermost(spans: Sequence[Span]) -> list[Span]:
    """Without those that another of them called itself: it gave what of theirs it kept."""
    ids = {one.id for one in spans}
    return [one for one in spans if one.parent not in ids]


def _distinct(documents: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for one in documents:
        if one not in found:
            found.append(one)
    return found
