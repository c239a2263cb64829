"""What J says of an answer as plain data: the level 3 half of a line of answers.jsonl (CONTRACT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from consilience import scores
from consilience.answer.agreement import agreement
from consilience.model import Answer, AnswerAudit, Claim, EvidenceConflict, NotMeasured, Parts, Quote
from consilience.scores import Score

_PLACES = 6  # decimals of a score: the last digits of a product of floats may differ between machines
_PARTS = ("alignment", "support", "contradiction")
_NOT_ASKED = "no answer was asked for (generator 'none')"
UNSCORED: Mapping[str, str] = {
    "abstained": "the answer says that it has none",
    "no_evidence": "there is no evidence to judge by",
    "judge_failed": "the judge failed",
}


def acs(audit: AnswerAudit) -> Score:
    """ACS of an audit; not measured, with the reason, where the judge gave no parts."""
    if audit.parts is None:
        return NotMeasured(UNSCORED.get(audit.status, "the judge gave no score"))
    return scores.acs(audit.parts.alignment, audit.parts.support, audit.parts.contradiction)


def audit_entry(audit: AnswerAudit) -> dict[str, Any]:
    """`status`, `ACS`, `parts`, `justification`, `claims` and `evidence_conflicts`; without a score they are None."""
    score = acs(audit)
    return {
        "status": audit.status,
        "ACS": None if isinstance(score, NotMeasured) else round(score, _PLACES),
        "parts": _parts(audit.parts),
        "justification": audit.justification,
        "claims": [_claim(one) for one in audit.claims],
        "evidence_conflicts": [_conflict(one) for one in audit.conflicts],
    }


def answer_entry(answer: Answer | None, audit: AnswerAudit | None, k: int) -> dict[str, Any]:
    """The same with `answer`, `citations` and the reasons in `not_measured`; all None where nothing was answered."""
    told: dict[str, Any] = {
        "status": None if k else "no_evidence", "ACS": None, "parts": dict.fromkeys(_PARTS), "justification": None,
        "claims": None, "evidence_conflicts": None,
    }  # fmt: skip
    reason = _NOT_ASKED
    if audit is not None:
        told, score = audit_entry(audit), acs(audit)
        reason = score.reason if isinstance(score, NotMeasured) else ""
    return told | {
        "answer": None if answer is None else answer.text,
        "citations": None if answer is None else quote_entries(answer.citations),
        "not_measured": {"ACS": reason} if reason else {},
    }


def agreement_entry(question: str, answer: str | None, reference: str | None) -> dict[str, Any]:
    """`agreement` with the reference and its parts, and why there is none, in `not_measured`."""
    found = NotMeasured(_NOT_ASKED) if answer is None else agreement(question, answer, reference)
    if isinstance(found, NotMeasured):
        return {"agreement": None, "agreement_parts": None, "not_measured": {"agreement": found.reason}}
    parts = {"correct": round(found.correct, _PLACES), "complete": round(found.complete, _PLACES)}
    return {
        "agreement": round(found.score, _PLACES),
        "agreement_parts": {**parts, "left_out": list(found.left_out)},
        "not_measured": {},
    }


def quote_entries(quotes: Sequence[Quote]) -> list[dict[str, Any]]:
    """Statements with their place; `start` and `end` count code points of the document's text."""
    return [{"doc": one.doc, "start": one.start, "end": one.end, "quote": one.text} for one in quotes]


def _parts(parts: Parts | None) -> dict[str, float | None]:
    return {name: None if parts is None else round(getattr(parts, name), _PLACES) for name in _PARTS}


def _claim(claim: Claim) -> dict[str, Any]:
    decided = claim.against if claim.verdict == "contradicted" else claim.support
    return {
        "text": claim.text, "start": claim.start, "end": claim.end, "verdict": claim.verdict,
        "confidence": round(claim.confidence, _PLACES), "evidence": quote_entries(decided),
        "against": quote_entries(claim.against), "reason": claim.reason,
    }  # fmt: skip


def _conflict(conflict: EvidenceConflict) -> dict[str, Any]:
    sides = [
        {"value": side.value, **entry} for side in conflict.values for entry in quote_entries(side.quotes)
    ]  # one entry a statement: a value with two statements stands twice
    return {
        "entity": conflict.entity, "relation": conflict.relation, "explanation": conflict.explanation,
        "confidence": round(conflict.confidence, _PLACES), "touches": conflict.touches, "values": sides,
        "conflict_id": conflict.conflict_id,
    }  # fmt: skip
