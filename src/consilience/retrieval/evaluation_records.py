"""An evaluation as plain data: a line of answers.jsonl for each query, and eval.json for all of them (CONTRACT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from consilience import statistics
from consilience.model import OperatorSpec
from consilience.retrieval.queries import Query
from consilience.retrieval.records import number, to_dict
from consilience.retrieval.search import Retrieval
from consilience.settings import Settings
from consilience.stores import Access
from consilience.stores.address import public

SCHEMA = "consilience/eval/1"
SCORES = ("SS1", "SSmu", "SSsigma")
LOWEST = 5  # queries of which eval.json says that their evidence is farthest from the question

_PARTS = ("alignment", "support", "contradiction")  # of ACS
_NO_ANSWER = "answers are not generated yet (level 3)"
Scored = Sequence[tuple[Query, Retrieval]]


def answer_dict(query: Query, access: Access, found: Retrieval) -> dict[str, Any]:
    """One line of answers.jsonl: the retrieval half of CONTRACT, and every key of level 3 as not measured.

    `status` is "no_evidence" for k = 0 and None while there is no answer to have a status.
    """
    level_2 = to_dict(found)
    return {
        "id": query.id, "question": level_2["question"], "type": query.type, "reference": query.reference,
        "roles": None if access.roles is None else list(access.roles),
        "status": None if found.k else "no_evidence", "answer": None, "citations": None,
        "k": level_2["k"], **{name: level_2[name] for name in SCORES},
        "ACS": None, "parts": dict.fromkeys(_PARTS), "justification": None,
        # None, not an empty list: nobody has looked whether the evidence disagrees.
        "claims": None, "evidence_conflicts": None,
        "retrieved": level_2["retrieved"], "withheld": level_2["withheld"],
        "not_measured": {**level_2.get("not_measured", {}), "ACS": _NO_ANSWER},
    }  # fmt: skip


def evaluation_dict(
    version: str, settings: Settings, operators: Sequence[tuple[str, OperatorSpec]], kb: str, scored: Scored
) -> dict[str, Any]:
    """eval.json. Types stand in the order in which the queries first name them."""
    types = list(dict.fromkeys(query.type for query, _ in scored))
    return {
        "schema": SCHEMA,
        "version": version,
        "settings": settings.model_dump(mode="json"),
        "operators": {name: _operator(spec) for name, spec in operators},
        "kb": public(kb),
        "all": _summaries([found for _, found in scored], settings),
        "by_type": [
            {"type": one, **_summaries([found for query, found in scored if query.type == one], settings)}
            for one in types
        ],
        "lowest": [_brief(query, found) for query, found in _lowest(scored)],
        "no_evidence": [query.id for query, found in scored if not found.k],
        "not_measured": {"ACS": _NO_ANSWER},
    }


def _summaries(found: Sequence[Retrieval], settings: Settings) -> dict[str, Any]:
    """How many queries, and their scores; a query without evidence has a k of 0 and no score."""
    told: dict[str, Any] = {"n": len(found), "no_evidence": sum(not one.k for one in found)}
    for name in SCORES:
        told[name] = _summary([value for one in found if (value := number(getattr(one, name))) is not None], settings)
    return told | {"k": _summary([float(one.k) for one in found], settings)}


def _summary(values: Sequence[float], settings: Settings) -> Mapping[str, Any]:
    told = statistics.summary(values, settings.scores.bootstrap, settings.scores.seed)
    interval = None if told.interval is None else [number(end) for end in told.interval]
    return {"mean": number(told.mean), "sd": number(told.sd), "interval": interval, "n": told.n}


def _lowest(scored: Scored) -> Scored:
    """The queries whose best passage is farthest away, farthest first; equals in the order of the file."""
    measured = [(score, query, found) for query, found in scored if (score := number(found.SS1)) is not None]
    return [(query, found) for _, query, found in sorted(measured, key=lambda one: one[0])[:LOWEST]]


def _brief(query: Query, found: Retrieval) -> dict[str, Any]:
    return {"id": query.id, "type": query.type, "question": found.question, "SS1": number(found.SS1), "k": found.k}


def _operator(spec: OperatorSpec) -> dict[str, Any]:
    return {"name": spec.name, "version": spec.version, "settings": dict(spec.settings)}
