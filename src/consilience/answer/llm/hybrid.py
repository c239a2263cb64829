"""J, hybrid: the embedded judge proposes; a model settles the claims and conflicts whose confidence is in the band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from consilience.answer import alignment, justify
from consilience.answer.claims import Span, split
from consilience.answer.judge import EmbeddedJudge, parts_of
from consilience.answer.llm.judge import Told, claim_of, wrong_verdicts
from consilience.answer.llm.passages import Shown
from consilience.llm import Account, Failed, Form, Request, ask, prompt
from consilience.llm.material import framed
from consilience.model import AnswerAudit, Claim, EvidenceConflict, OperatorSpec, Passage
from consilience.operators import OperatorFailure

VERSION = "1"


class Settled(Form):
    """Whether a pair of statements is in conflict."""

    pair: int
    verdict: Literal["conflict", "no conflict"]
    reason: str = Field(default="", max_length=1_000)


class Settlement(Form):
    """The reply: one entry for every doubt."""

    claims: list[Told] = Field(default_factory=list)
    pairs: list[Settled] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class HybridJudge:
    """One call for an answer with a doubt, none for an answer without (counted as saved)."""

    llm: Account
    encoder: str = "embedded"

    @property
    def spec(self) -> OperatorSpec:
        band = (("band", f"{self.llm.settings.band_low:g} to {self.llm.settings.band_high:g}"),)
        return OperatorSpec("J", "hybrid", VERSION, (("encoder", self.encoder), *band, *self.llm.described("doubts")))

    def judge(self, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit:
        """The embedded audit with the doubtful verdicts replaced, and the score worked out again."""
        audit = EmbeddedJudge(self.encoder).judge(question, answer, evidence)
        claimed = audit.status == "scored" and split(answer).claims  # a refusal claims nothing that could be settled
        claims = [one for one in audit.claims if claimed and self._doubtful(one.confidence)]
        pairs = [one for one in audit.conflicts if self._doubtful(one.confidence)]
        if not claims and not pairs:
            self.llm.note(saved=1)
            return audit
        shown = Shown(tuple(evidence))
        (reply,) = ask(self.llm, [_request(question, claims, pairs, shown)])
        if self.llm.dry:
            return audit
        if isinstance(reply, Failed):
            raise OperatorFailure(reply.reason)
        return self._settled(question, answer, audit, claims, pairs, reply, shown)

    def _doubtful(self, confidence: float) -> bool:
        return self.llm.settings.band_low <= confidence <= self.llm.settings.band_high

    def _settled(
        self, question: str, answer: str, audit: AnswerAudit, doubted: Sequence[Claim],
        pairs: Sequence[EvidenceConflict], reply: Settlement, shown: Shown,
    ) -> AnswerAudit:  # fmt: skip
        told = sorted(reply.claims, key=lambda one: one.claim)
        spans = [Span(one.start, one.end, one.text) for one in doubted]
        settled = {one: claim_of(span, said, shown) for one, span, said in zip(doubted, spans, told, strict=True)}
        claims = tuple(settled.get(one, one) for one in audit.claims)
        dismissed = {pairs[one.pair - 1] for one in reply.pairs if one.verdict == "no conflict"}
        kept = tuple(one for one in audit.conflicts if one not in dismissed)
        conflicts = tuple(replace(one, confidence=1.0) if one in pairs else one for one in kept)
        if audit.parts is None or not split(answer).claims:
            return replace(audit, claims=claims, conflicts=conflicts)
        aligned, why = alignment.measure(question, answer, claims, self.encoder)
        parts = parts_of(aligned, claims, conflicts)
        return AnswerAudit(audit.status, justify.justification(parts, claims, conflicts, why), parts, claims, conflicts)


def _request(
    question: str, claims: Sequence[Claim], pairs: Sequence[EvidenceConflict], shown: Shown
) -> Request[Settlement]:
    doubts = [framed("claim", one.text, str(number)) for number, one in enumerate(claims, 1)]
    doubts += [framed("pair", _sides(one), str(number)) for number, one in enumerate(pairs, 1)]
    content = "\n\n".join((framed("question", question), *doubts, shown.text))
    return Request(prompt("doubts"), content, Settlement, lambda one: _wrong(one, len(claims), len(pairs), shown))


def _sides(conflict: EvidenceConflict) -> str:
    return "\n".join(
        f"{number}. {side.quotes[0].text}" for number, side in enumerate(conflict.values, 1) if side.quotes
    )


def _wrong(reply: Settlement, claims: int, pairs: int, shown: Shown) -> str:
    numbers = sorted(one.pair for one in reply.pairs)
    if numbers != list(range(1, pairs + 1)):
        return f"Every pair from 1 to {pairs} needs exactly one verdict." if pairs else "There are no pairs."
    return wrong_verdicts(reply.claims, claims, shown)
