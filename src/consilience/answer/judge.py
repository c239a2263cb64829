"""J, embedded: the parts of the judge joined (DESIGN sections 1 and 2; docs/answers.md has the formula and the states).

question + answer + evidence -> claims -> verdicts -> conflicts of the evidence -> alignment -> parts of ACS, in words
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from consilience.answer import alignment, contest, justify, support
from consilience.answer import evidence as reading
from consilience.answer.claims import Span, Split, split
from consilience.answer.evidence import Evidence
from consilience.answer.refused import answering
from consilience.model import AnswerAudit, Claim, EvidenceConflict, OperatorSpec, Parts, Passage, Quote
from consilience.operators import OperatorError

Contest = Callable[[Sequence[Claim]], tuple[EvidenceConflict, ...]]
Verdicts = Callable[[str, Sequence[Span], Evidence], tuple[Claim, ...]]

_DISPUTED = 0.75  # the most that is left of contradiction where the evidence may disagree about what was asked,
_CERTAIN = 0.5  # and how much less where that is certain: 0.25
_CONTESTED = 0.5  # how much a contested claim counts beside a contradicted one
_DECIMALS = 4  # of contradiction
_NOTHING = Parts(alignment=0.0, support=0.0, contradiction=0.0)


@dataclass(frozen=True, slots=True)
class EmbeddedJudge:
    """Claims by rules, verdicts by words, values and the encoder; no model beyond those that the package ships."""

    encoder: str = "embedded"

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("J", "embedded", "1", (("encoder", self.encoder),))

    def judge(self, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit:
        """The audit of one answer; never raises for what question, answer or evidence hold.

        A part of the judge that cannot work makes the status `judge_failed`, with its reason.
        """
        return audited(question, answer, reading.read(evidence, self.encoder), support.verdicts)


def audited(question: str, answer: str, evidence: Evidence, verdicts: Verdicts) -> AnswerAudit:
    """The audit by the parts that all judges share; `verdicts` is how claims are told."""
    said = split(answer)
    try:
        if not said.claims:
            return _unanswered(question, said, evidence)
        if evidence.empty:
            return without_evidence(said)
        return _scored(question, answer, said, evidence, verdicts)
    except OperatorError as error:
        return justify.failed(str(error))


def parts_of(
    alignment: float, claims: Sequence[Claim], conflicts: Sequence[EvidenceConflict], doubt: float = 0.0
) -> Parts:
    """The three parts of ACS from the verdicts; at least one claim. Contested claims are supported ones.

    `doubt` is the probability of a conflict that is not certain enough to be told. One that is told, but on neither
    side of which the answer rests, costs as much as a doubt of its confidence.
    """
    shares = {verdict: sum(one.verdict == verdict for one in claims) for verdict in ("supported", "contradicted")}
    contested = sum(one.contested for one in claims)
    free = 1.0 - math.fsum((shares["contradicted"], _CONTESTED * contested)) / len(claims)
    certain = max((one.confidence for one in conflicts if one.touches), default=None)
    beside = max([doubt, *(one.confidence for one in conflicts if not one.touches)])
    left = 1.0 - _CERTAIN * beside if certain is None else _DISPUTED - _CERTAIN * certain
    return Parts(
        alignment=alignment,
        support=shares["supported"] / len(claims),
        contradiction=round(min(free, left), _DECIMALS),
    )


def _scored(question: str, answer: str, said: Split, evidence: Evidence, verdicts: Verdicts) -> AnswerAudit:
    claims = verdicts(question, said.claims, evidence)
    conflicts = contest.conflicts(question, claims, evidence)
    aligned, why = alignment.measure(question, answer, claims, evidence.encoder)
    doubt = contest.doubt(question, claims, evidence)
    parts = parts_of(aligned, claims, conflicts, doubt.probability if doubt else 0.0)
    told = justify.justification(parts, claims, conflicts, why, doubt)
    return AnswerAudit("scored", told, parts, claims, conflicts)


def _unanswered(question: str, said: Split, evidence: Evidence) -> AnswerAudit:
    found = None if evidence.empty else answering(question, evidence)
    if found is None:
        return AnswerAudit("abstained", justify.abstention(evidence.empty))
    return unanswered(said, found, lambda claims: contest.conflicts(question, claims, evidence))


def unanswered(said: Split, found: Quote | None, conflicts: Contest) -> AnswerAudit:
    """An answer that claims nothing: right where the evidence does not answer either, wrong where `found` does."""
    if found is None:
        return AnswerAudit("abstained", justify.abstention(False))
    against, reason = (found,), "the evidence answers the question"
    claims = tuple(
        Claim(one.text, one.start, one.end, "contradicted", against=against, reason=reason) for one in said.refusals
    )
    return AnswerAudit("scored", justify.false_abstention(found), _NOTHING, claims, conflicts(claims))


def without_evidence(said: Split) -> AnswerAudit:
    """Claims that nothing can be held against."""
    claims = tuple(map(_unsupported, said.claims))
    return AnswerAudit("no_evidence", justify.nothing_to_judge_by(len(claims)), claims=claims)


def _unsupported(span: Span) -> Claim:
    return Claim(span.text, span.start, span.end, "unsupported", reason="there is no evidence")
