"""The result of an audit: frozen, and written down as CONTRACT says (`RUN/audit.json`, `RUN/facts.jsonl`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from consilience.corpus import records
from consilience.llm import Spending
from consilience.model import (
    DIMENSIONS,
    Assertion,
    Conflict,
    Document,
    Fact,
    NotMeasured,
    OperatorSpec,
    Quality,
    SetAside,
    Skipped,
)
from consilience.scores import Interval, Score

SCHEMA = "consilience/audit/1"


@dataclass(frozen=True, slots=True)
class DocumentAudit:
    """One document with its quality; `integrity` is IaDNI(d), `document` has no blocks any more."""

    document: Document
    words: int
    quality: Quality
    integrity: Score


@dataclass(frozen=True, slots=True)
class Scores:
    """IaDNI, IeDCD and CC of the corpus with their bootstrap intervals."""

    values: tuple[tuple[str, Score], ...]
    weight: float
    intervals: tuple[tuple[str, Interval], ...]


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """Source files whose results came from the cache, and that were computed; `damaged` of them for the second time."""

    hits: int = 0
    misses: int = 0
    damaged: int = 0


@dataclass(frozen=True, slots=True)
class FactLines:
    """All facts as lines of `records`, file after file; `column` is an Arrow list column, `order` its rows by file.

    Kept as Arrow strings because a large corpus has hundreds of thousands; built one at a time when they are read.
    """

    column: Any
    order: tuple[int, ...]

    def __iter__(self) -> Iterator[str]:
        for index in self.order:
            yield from self.column[index].as_py()

    def count(self) -> int:
        """How many there are, without making one of them."""
        return sum(len(chunk.flatten()) for chunk in self.column.chunks)


@dataclass(frozen=True, slots=True)
class AuditResult:
    """Level 1 of a corpus. Same documents, same settings: the same result but for `timings` (seconds) and `cache`."""

    version: str
    settings: dict[str, Any]
    operators: tuple[tuple[str, OperatorSpec], ...]
    scores: Scores
    counts: tuple[tuple[str, int], ...]
    documents: tuple[DocumentAudit, ...]
    conflicts: tuple[Conflict, ...]
    set_aside: tuple[SetAside, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]
    fact_lines: FactLines
    timings: tuple[tuple[str, float], ...]
    cache: CacheCounts
    spending: Spending | None = None  # of operators that ask a language model
    source: tuple[tuple[str, str], ...] = ()  # the knowledge base that was audited and how it was read; empty: files

    def facts(self) -> Iterator[dict[str, Any]]:
        """The facts as they stand in facts.jsonl, document after document."""
        return (fact_dict(records.load(Fact, line)) for line in self.fact_lines)

    def to_dict(self) -> dict[str, Any]:
        """The audit as it stands in audit.json: plain values, keys in a fixed order, no NaN."""
        return {
            "schema": SCHEMA,
            "version": self.version,
            **({"source": dict(self.source)} if self.source else {}),
            "settings": self.settings,
            "operators": {short: _operator(spec) for short, spec in self.operators},
            "scores": _scores(self.scores),
            "counts": dict(self.counts),
            "documents": [_document(one) for one in self.documents],
            "conflicts": [_conflict(one) for one in self.conflicts],
            "set_aside": [_set_aside(one) for one in self.set_aside],
            "skipped": [{"path": one.path, "reason": one.reason} for one in self.skipped],
            "warnings": list(self.warnings),
            **({"llm": self.spending.to_dict()} if self.spending else {}),
            "timings": dict(self.timings),
        }


def fact_dict(fact: Fact) -> dict[str, Any]:
    """One line of facts.jsonl: the value as a reader would quote it, and where that stands."""
    phrased = fact.phrase_end > 0
    return {
        "id": fact.id,
        "doc": fact.doc,
        "start": fact.start,
        "end": fact.end,
        "quote": fact.quote,
        "entity": fact.entity,
        "relation": fact.relation,
        "value": fact.phrase,
        "kind": fact.value.kind,
        "normalized": fact.value.normalized,
        "confidence": fact.confidence,
        "value_start": fact.phrase_start if phrased else fact.value_start,
        "value_end": fact.phrase_end if phrased else fact.value_end,
        "section": fact.section,
    }


def _operator(spec: OperatorSpec) -> dict[str, Any]:
    return {"name": spec.name, "version": spec.version, "settings": dict(spec.settings)}


def _scores(scores: Scores) -> dict[str, Any]:
    missing = {name: score.reason for name, score in scores.values if isinstance(score, NotMeasured)}
    return {
        **{name: _number(score) for name, score in scores.values},
        "weight": scores.weight,
        "intervals": {name: list(interval) for name, interval in scores.intervals},
        "not_measured": missing,
    }


def _number(score: Score) -> float | None:
    return None if isinstance(score, NotMeasured) else score


def _document(one: DocumentAudit) -> dict[str, Any]:
    dimensions = dict(one.quality.dimensions)
    return {
        "id": one.document.id,
        "title": one.document.title,
        "language": one.document.language,
        "format": one.document.format,
        "words": one.words,
        "IaDNI": _number(one.integrity),
        "not_measured": one.integrity.reason if isinstance(one.integrity, NotMeasured) else None,
        "dimensions": {name: dimensions.get(name) for name in DIMENSIONS},
        "findings": [asdict(finding) for finding in one.quality.findings],
    }


def _conflict(conflict: Conflict) -> dict[str, Any]:
    return {
        "id": conflict.id,
        "entity": conflict.entity,
        "relation": conflict.relation,
        "kind": conflict.kind,
        "confidence": conflict.confidence,
        "explanation": conflict.explanation,
        "values": [{"value": one.value, "assertions": _assertions(one.assertions)} for one in conflict.values],
    }


def _set_aside(pair: SetAside) -> dict[str, Any]:
    return {
        "entity": pair.entity,
        "relation": pair.relation,
        "reason": pair.reason,
        "explanation": pair.explanation,
        "assertions": _assertions(pair.assertions),
    }


def _assertions(assertions: Sequence[Assertion]) -> list[dict[str, Any]]:
    return [asdict(one) for one in assertions]
