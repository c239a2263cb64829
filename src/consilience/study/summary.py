"""study.json: what the study was made of and what level 1 measured in each corpus (paper, Tables I and II)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from consilience.study.baseline import Baseline, StudyQuery
from consilience.study.corpora import LEAST, STRENGTH, Copy, Corpus

SCHEMA = "consilience/study/1"
_SCORES = ("IaDNI", "IeDCD", "CC")
_COUNTS = ("facts", "keys", "comparable_keys", "flagged_keys", "set_aside")


def study_dict(
    baseline: Baseline,
    corpora: Sequence[Corpus],
    audits: Mapping[str, Mapping[str, Any]],
    evaluation: Mapping[str, Any],
    seed: int,
) -> dict[str, Any]:
    """The content of study.json; `audits` are those of the corpora, `evaluation` is any of theirs."""
    settings: dict[str, Any] = {name: value for name, value in evaluation["settings"].items() if name != "run"}
    return {
        "schema": SCHEMA,
        "version": version("consilience"),
        "seed": seed,
        "profile": settings["profile"],
        "settings": settings,
        "operators": audits["A"]["operators"] | evaluation["operators"],
        "degradation": {"strength": STRENGTH, "least_operators": LEAST},
        "corpora": {one.name: _corpus(one, audits[one.name]) for one in corpora},
        "user": {"roles": sorted({role for one in baseline.queries for role in one.query.roles or ()})},
        "queries": [query_entry(one) for one in baseline.queries],
        "counts": {
            "keys": len(baseline.keys),
            "reference_facts": len(baseline.references),
            "manipulated": len(baseline.manipulated),
        },
    }


def query_entry(asked: StudyQuery) -> dict[str, Any]:
    """A question as study.json lists it."""
    query = asked.query
    return {
        "id": query.id, "type": query.type, "question": query.question, "reference": query.reference,
        "roles": list(query.roles or ()), "documents": list(asked.documents), "keys": [key.id for key in asked.keys],
    }  # fmt: skip


def _corpus(corpus: Corpus, audit: Mapping[str, Any]) -> dict[str, Any]:
    scores, counts = audit["scores"], audit["counts"]
    words = {one["id"]: one["words"] for one in audit["documents"]}
    return {
        "title": corpus.title,
        "documents": len(corpus.copies),
        "words": counts["words"],
        **{name: scores[name] for name in _SCORES},
        "intervals": scores["intervals"],
        "not_measured": scores["not_measured"],
        **{name: counts[name] for name in _COUNTS},
        "copies": [_copy(one, words) for one in corpus.copies],
    }


def _copy(copy: Copy, words: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": copy.name, "source": copy.source.id, "domain": copy.source.domain, "kind": copy.kind,
        "words": words.get(copy.name), "operators": list(copy.degraded.operators) if copy.degraded else [],
        "injected": len(copy.counterpart.made) if copy.counterpart else 0, "roles": list(copy.source.roles),
    }  # fmt: skip
