"""One logged answer, what the judge says of it, and what it would say without one side of a conflict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from consilience.answer.agreement import Agreement, agreement
from consilience.answer.entries import acs, agreement_entry, answer_entry
from consilience.answer.mend import Met, Touched
from consilience.answer.records.model import Context, Metric, Record
from consilience.answer.records.similarities import retrieval_scores, similarities
from consilience.answer.team import judged
from consilience.answer.trace import NOTHING_KNOWN, Known
from consilience.answer.withdraw import Withdrawal, without
from consilience.model import Answer, AnswerAudit, EvidenceConflict, NotMeasured, Passage
from consilience.operators import Judge
from consilience.retrieval.records import number
from consilience.scores import Score


@dataclass(frozen=True, slots=True)
class Judged:
    """One logged answer and what the judge says of it."""

    record: Record
    audit: AnswerAudit
    metric: Metric | None = None

    @property
    def status(self) -> str:
        return self.audit.status

    @property
    def ACS(self) -> Score:
        return acs(self.audit)

    @property
    def agreement(self) -> Agreement | NotMeasured:
        """How far the answer agrees with the reference of its record."""
        return agreement(self.record.question, self.record.answer, self.record.reference)

    def to_dict(self) -> dict[str, Any]:
        """The line of answers.jsonl (CONTRACT). A log does not say what an answer cites: `citations` is empty."""
        one, k = self.record, len(self.record.contexts)
        found = retrieval_scores(one.contexts, self.metric)
        reasons = {name: score.reason for name, score in found.items() if isinstance(score, NotMeasured)}
        told = answer_entry(Answer(one.answer), self.audit, k)
        agreed = agreement_entry(one.question, one.answer, one.reference)
        return {
            "id": one.id, "question": one.question, "type": one.type, "reference": one.reference, "roles": None,
            "status": told["status"], "answer": told["answer"], "citations": told["citations"],
            "k": k, **{name: number(score) for name, score in found.items()},
            "ACS": told["ACS"], "parts": told["parts"], "justification": told["justification"],
            "agreement": agreed["agreement"], "agreement_parts": agreed["agreement_parts"],
            "claims": told["claims"], "evidence_conflicts": told["evidence_conflicts"],
            "retrieved": _retrieved(one.contexts, self.metric), "withheld": None,
            "grades": [asdict(grade) for grade in one.grades],
            "not_measured": {**reasons, **told["not_measured"], **agreed["not_measured"]},
        }  # fmt: skip


def judge_one(judge: Judge, record: Record, metric: Metric | None = None, known: Known = NOTHING_KNOWN) -> Judged:
    """The audit of one record; a judge that fails gives the status `judge_failed` with its reason.

    `known` are the conflicts of an audit, by their words (`Known.of_words`).
    """
    audit = judged(judge, record.question, record.answer, _evidence(record))
    return Judged(record, replace(audit, conflicts=tuple(map(known.joined, audit.conflicts))), metric)


def met(judge: Judge, told: Judged) -> list[Met]:
    """The conflicts in the evidence of an answer, each with what the answer would be worth without one of its sides.

    A log holds the answer that was given, so that it is judged again and not made again.
    """
    return [
        Met(conflict, Touched(told.record.id, told.ACS, _withdrawn(judge, told.record, place, conflict), False))
        for place, conflict in enumerate(told.audit.conflicts)
    ]


def _withdrawn(judge: Judge, record: Record, place: int, conflict: EvidenceConflict) -> tuple[Withdrawal, ...]:
    found = []
    for side in conflict.values:
        audit = judged(judge, record.question, record.answer, without(_evidence(record), side.quotes))
        found.append(Withdrawal(place, side.value, audit.status, acs(audit)))
    return tuple(found)


def _evidence(record: Record) -> list[Passage]:
    return [Passage(one.doc, one.text) for one in record.contexts]


def _retrieved(contexts: Sequence[Context], metric: Metric | None) -> list[dict[str, Any]]:
    """The contexts in the order of the log. A log says neither where in its document a context begins nor which chunk
    of it that was: offsets count from the beginning of the context.
    """
    told = similarities(contexts, metric)
    known: Sequence[float | None] = [None] * len(contexts) if isinstance(told, NotMeasured) else told
    return [
        {
            "rank": rank, "chunk": None, "doc": one.doc, "start": 0, "end": len(one.text), "section": "",
            "text": one.text, "similarity": None if similarity is None else number(similarity), "rerank": None,
        }
        for rank, (one, similarity) in enumerate(zip(contexts, known, strict=True), 1)
    ]  # fmt: skip
