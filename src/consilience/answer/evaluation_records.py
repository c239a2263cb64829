"""An evaluation as plain data: a line of answers.jsonl for each query, and eval.json for all of them (CONTRACT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from consilience.answer.entries import acs, answer_entry
from consilience.answer.flow import Response
from consilience.answer.mend import Mend
from consilience.answer.mend_entries import mend_entries
from consilience.answer.summaries import summaries
from consilience.model import OperatorSpec
from consilience.retrieval.queries import Query
from consilience.retrieval.records import number, to_dict
from consilience.settings import Settings
from consilience.stores import Access
from consilience.stores.address import public

SCHEMA = "consilience/eval/1"
RETRIEVAL_SCORES = ("SS1", "SSmu", "SSsigma")
LOWEST = 5  # queries of which eval.json says that their evidence, or their answer, is worst

Scored = Sequence[tuple[Query, Response]]


def answer_dict(query: Query, access: Access, response: Response) -> dict[str, Any]:
    """One line of answers.jsonl: who asked what, then `response_dict`."""
    told = response_dict(response)
    del told["id"]
    return {
        "id": query.id, "question": told.pop("question"), "type": query.type, "reference": query.reference,
        "roles": None if access.roles is None else list(access.roles), **told,
    }  # fmt: skip


def response_dict(response: Response) -> dict[str, Any]:
    """One object as in answers.jsonl, without what a file of queries adds.

    Without a generator the keys of level 3 are None: nobody has looked whether the evidence disagrees. `status` is
    then "no_evidence" for k = 0 and None otherwise. The one question of `ask` has the id of the first of a file: Q1.
    """
    found = to_dict(response.retrieval)
    told = answer_entry(response.answer, response.audit, response.retrieval.k)
    return {
        "id": "Q1", "question": found["question"],
        "status": told["status"], "answer": told["answer"], "citations": told["citations"],
        "k": found["k"], **{name: found[name] for name in RETRIEVAL_SCORES},
        "ACS": told["ACS"], "parts": told["parts"], "justification": told["justification"],
        "claims": told["claims"], "evidence_conflicts": told["evidence_conflicts"],
        "retrieved": found["retrieved"], "withheld": found["withheld"],
        "not_measured": {**found.get("not_measured", {}), **told["not_measured"]},
        **({} if response.spending is None else {"llm": response.spending.to_dict()}),
    }  # fmt: skip


def evaluation_dict(
    version: str,
    settings: Settings,
    operators: Sequence[tuple[str, OperatorSpec]],
    kb: str,
    scored: Scored,
    mend: Sequence[Mend],
) -> dict[str, Any]:
    """eval.json. Types stand in the order in which the queries first name them."""
    types = list(dict.fromkeys(query.type for query, _ in scored))
    return {
        "schema": SCHEMA,
        "version": version,
        "settings": settings.model_dump(mode="json"),
        "operators": {name: operator_entry(spec) for name, spec in operators},
        "kb": public(kb),
        "all": summaries([_row(one) for _, one in scored], settings.scores),
        "by_type": [
            {"type": kind, **summaries([_row(one) for query, one in scored if query.type == kind], settings.scores)}
            for kind in types
        ],
        "lowest": [_brief(query, one) for query, one in _lowest(scored, "SS1")],
        "lowest_ACS": [_brief(query, one) for query, one in _lowest(scored, "ACS")],
        "no_evidence": [query.id for query, one in scored if not one.retrieval.k],
        **mend_entries(mend),
    }


def operator_entry(spec: OperatorSpec) -> dict[str, Any]:
    return {"name": spec.name, "version": spec.version, "settings": dict(spec.settings)}


def _row(response: Response) -> dict[str, Any]:
    """What the summaries are made of."""
    found, audit = response.retrieval, response.audit
    return {
        **{name: number(getattr(found, name)) for name in RETRIEVAL_SCORES},
        "ACS": None if audit is None else number(acs(audit)),
        "k": found.k,
        "status": audit.status if audit is not None else None if found.k else "no_evidence",
    }


def _lowest(scored: Scored, name: str) -> Scored:
    """The queries with the lowest score of that name, lowest first; equals in the order of the file."""
    measured = [(value, one) for one in scored if (value := _row(one[1])[name]) is not None]
    return [one for _, one in sorted(measured, key=lambda pair: pair[0])[:LOWEST]]


def _brief(query: Query, response: Response) -> dict[str, Any]:
    row = _row(response)
    told = {"id": query.id, "type": query.type, "question": response.retrieval.question, "SS1": row["SS1"]}
    return told | {"ACS": row["ACS"], "k": row["k"]}
