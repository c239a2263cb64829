"""An evaluation as plain data: a line of answers.jsonl for each query, and eval.json for all of them (CONTRACT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.answer.entries import acs, agreement_entry, answer_entry
from consilience.answer.flow import Response
from consilience.answer.mend import Mend
from consilience.answer.mend_entries import mend_entries
from consilience.answer.summaries import summaries
from consilience.answer.withdraw import Withdrawal
from consilience.model import OperatorSpec
from consilience.retrieval.queries import Query
from consilience.retrieval.records import number, to_dict
from consilience.retrieval.search import Retrieval
from consilience.settings import Settings
from consilience.stores import Access
from consilience.stores.address import public

SCHEMA = "consilience/eval/1"
RETRIEVAL_SCORES = ("SS1", "SSmu", "SSsigma")
LOWEST = 5  # queries of which eval.json says that their evidence, or their answer, is worst


@dataclass(frozen=True, slots=True)
class Asked:
    """A query with the evidence and the answer that it got; `access` is who asked.

    `agreed` is the `agreement_entry` of the answer: the line of the query and the means say the same, and it is worked
    out once.
    """

    query: Query
    access: Access
    response: Response
    agreed: Mapping[str, Any]
    withdrawn: tuple[Withdrawal, ...] = ()

    @classmethod
    def of(cls, query: Query, access: Access, response: Response, withdrawn: tuple[Withdrawal, ...]) -> Asked:
        answer = None if response.answer is None else response.answer.text
        return cls(query, access, response, agreement_entry(query.question, answer, query.reference), withdrawn)

    @property
    def retrieval(self) -> Retrieval:
        return self.response.retrieval


def answer_dict(one: Asked) -> dict[str, Any]:
    """One line of answers.jsonl: who asked what, then `response_dict`, then the agreement with the reference."""
    query, access, agreed, told = one.query, one.access, one.agreed, response_dict(one.response)
    del told["id"]
    return {
        "id": query.id, "question": told.pop("question"), "type": query.type, "reference": query.reference,
        "roles": None if access.roles is None else list(access.roles), **told,
        **agreed, "not_measured": {**told["not_measured"], **agreed["not_measured"]},
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
    asked: Sequence[Asked],
    mend: Sequence[Mend],
) -> dict[str, Any]:
    """eval.json. Types stand in the order in which the queries first name them."""
    rows = [_row(one) for one in asked]
    types = list(dict.fromkeys(one.query.type for one in asked))
    return {
        "schema": SCHEMA,
        "version": version,
        "settings": settings.model_dump(mode="json"),
        "operators": {name: operator_entry(spec) for name, spec in operators},
        "kb": public(kb),
        "all": summaries(rows, settings.scores),
        "by_type": [
            {"type": kind, **summaries([one for one in rows if one["type"] == kind], settings.scores)} for kind in types
        ],
        "lowest": _lowest(rows, "SS1"),
        "lowest_ACS": _lowest(rows, "ACS"),
        "no_evidence": [one.query.id for one in asked if not one.retrieval.k],
        **mend_entries(mend),
    }


def operator_entry(spec: OperatorSpec) -> dict[str, Any]:
    return {"name": spec.name, "version": spec.version, "settings": dict(spec.settings)}


def _row(one: Asked) -> dict[str, Any]:
    """What the summaries and the lists of the lowest are made of."""
    query, found, audit = one.query, one.retrieval, one.response.audit
    return {
        "id": query.id, "type": query.type, "question": found.question,
        **{name: number(getattr(found, name)) for name in RETRIEVAL_SCORES},
        "ACS": None if audit is None else number(acs(audit)),
        "agreement": one.agreed["agreement"],
        "k": found.k,
        "status": audit.status if audit is not None else None if found.k else "no_evidence",
    }  # fmt: skip


def _lowest(rows: Sequence[Mapping[str, Any]], score: str) -> list[dict[str, Any]]:
    """The queries with the lowest score of that name, briefly, lowest first; equals in the order of the file."""
    measured = sorted((row for row in rows if row[score] is not None), key=lambda row: row[score])
    return [{name: row[name] for name in ("id", "type", "question", "SS1", "ACS", "k")} for row in measured[:LOWEST]]
