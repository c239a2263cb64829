"""Level 3: claims, conflicts inside the evidence, and what a judge says of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from consilience.model.evidence import Quote

Verdict = Literal["supported", "contradicted", "unsupported"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing an answer claims, `answer[start:end]`, and what the evidence says of it.

    `support` and `against` are the statements that decided, best first; `contested` holds when a supported claim is
    also contradicted by a part of the evidence.
    """

    text: str
    start: int
    end: int
    verdict: Verdict
    confidence: float = 1.0
    support: tuple[Quote, ...] = ()
    against: tuple[Quote, ...] = ()
    reason: str = ""

    @property
    def contested(self) -> bool:
        return self.verdict == "supported" and bool(self.against)


@dataclass(frozen=True, slots=True)
class ContestedValue:
    """One side of a conflict inside the evidence."""

    value: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class EvidenceConflict:
    """Statements of the evidence that cannot all be true and bear on what was asked.

    `conflict_id` names the conflict of the corpus that it comes from, None where no audit knows it. `touches` holds
    when the answer itself relies on one of the sides.
    """

    entity: str
    relation: str
    values: tuple[ContestedValue, ...]
    explanation: str = ""
    confidence: float = 1.0
    conflict_id: str | None = None
    touches: bool = True


AnswerStatus = Literal["scored", "abstained", "no_evidence", "judge_failed"]


@dataclass(frozen=True, slots=True)
class Parts:
    """The three parts of ACS, each in [0, 1]: does the answer address the question, how much of it is supported, and
    how far it is free of contradiction, in itself, against the evidence and inside the evidence.
    """

    alignment: float
    support: float
    contradiction: float


@dataclass(frozen=True, slots=True)
class AnswerAudit:
    """J(q, a, R(q)): what a judge says of an answer. Without `parts` there is no score, and `status` says why."""

    status: AnswerStatus
    justification: str
    parts: Parts | None = None
    claims: tuple[Claim, ...] = ()
    conflicts: tuple[EvidenceConflict, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """a: what a generator answered, with the statements that it cites. `abstained` says that it gave no answer."""

    text: str
    citations: tuple[Quote, ...] = ()
    abstained: bool = False
