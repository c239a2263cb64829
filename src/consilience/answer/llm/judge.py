"""J by a language model: a verdict for every claim with the sentences that decide, and conflicts in the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import Field

from consilience.answer import justify
from consilience.answer.claims import Span, Split, split
from consilience.answer.judge import EmbeddedJudge, parts_of, unanswered, without_evidence
from consilience.answer.llm.passages import Cited, Shown
from consilience.llm import Account, Failed, Form, Request, ask, prompt
from consilience.llm.material import framed
from consilience.model import AnswerAudit, Claim, ContestedValue, EvidenceConflict, OperatorSpec, Passage, Verdict
from consilience.operators import OperatorFailure

VERSION = "1"
_REASON = 1_000  # characters


class Told(Form):
    """The verdict of one claim."""

    claim: int
    verdict: Verdict
    support: list[Cited] = Field(default_factory=list)
    against: list[Cited] = Field(default_factory=list)
    reason: str = Field(default="", max_length=_REASON)


class Side(Form):
    """One side of a conflict inside the evidence."""

    value: str = Field(max_length=400)
    passage: int
    quote: str = Field(max_length=4_000)


class Disagreement(Form):
    """What passages disagree about."""

    about: str = Field(max_length=400)
    values: list[Side]
    reason: str = Field(default="", max_length=_REASON)


class Judgement(Form):
    """The reply."""

    alignment: float = Field(ge=0, le=1)
    alignment_reason: str = Field(default="", max_length=_REASON)
    claims: list[Told]
    conflicts: list[Disagreement] = Field(default_factory=list)
    answering: list[Cited] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LlmJudge:
    """Raises OperatorFailure where no usable reply came: an answer that was not judged is not supported.

    A reply has a form, with a verdict for every claim: prose is asked for again and never searched for a number. A
    score in prose is read where another judge wrote it into a log (records/grades_prose.py).
    """

    llm: Account

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("J", "llm", VERSION, self.llm.described("judge"))

    def judge(self, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit:
        """The audit of one answer, its score by the formula of the embedded judge."""
        said, shown = split(answer), Shown(tuple(evidence))
        if not any(one.text.strip() for one in evidence):
            return without_evidence(said) if said.claims else AnswerAudit("abstained", justify.abstention(True))
        (reply,) = ask(self.llm, [_request(question, answer, said, shown)])
        if self.llm.dry:
            return EmbeddedJudge().judge(question, answer, evidence)
        if isinstance(reply, Failed):
            raise OperatorFailure(reply.reason)
        self._count(reply, shown)
        conflicts = tuple(made for one in reply.conflicts if (made := _conflict(one, shown)) is not None)
        if not said.claims:
            found = shown.found(reply.answering)
            return unanswered(said, found[0] if found else None, lambda claims: conflicts)
        told = sorted(reply.claims, key=lambda one: one.claim)
        claims = tuple(claim_of(span, one, shown) for span, one in zip(said.claims, told, strict=True))
        conflicts = tuple(_touching(one, claims) for one in conflicts)
        parts = parts_of(reply.alignment, claims, conflicts)
        why = " ".join(reply.alignment_reason.split()).rstrip(".") or "it does not give all that is asked"
        return AnswerAudit("scored", justify.justification(parts, claims, conflicts, why), parts, claims, conflicts)

    def _count(self, reply: Judgement, shown: Shown) -> None:
        sides = [Cited(passage=one.passage, quote=one.quote) for each in reply.conflicts for one in each.values]
        cited = [one for told in reply.claims for one in (*told.support, *told.against)]
        self.llm.note(dropped=sum(shown.find(one) is None for one in (*cited, *sides, *reply.answering)))


def _request(question: str, answer: str, said: Split, shown: Shown) -> Request[Judgement]:
    numbered = "\n\n".join(framed("claim", span.plain, str(number)) for number, span in enumerate(said.claims, 1))
    content = "\n\n".join(
        part for part in (framed("question", question), framed("answer", answer), numbered, shown.text) if part
    )
    return Request(prompt("judge"), content, Judgement, lambda one: wrong_verdicts(one.claims, len(said.claims), shown))


def wrong_verdicts(told: Sequence[Told], count: int, shown: Shown) -> str:
    """What is wrong with the verdicts, in words; empty where there is one for each claim, and each rests on a quote."""
    numbers = Counter(one.claim for one in told)
    for number in range(1, count + 1):
        if numbers[number] != 1:
            return f"Claim {number} has {numbers[number]} verdicts; every claim from 1 to {count} needs exactly one."
    strange = sorted(set(numbers) - set(range(1, count + 1)))
    if strange:
        return f"There is no claim {strange[0]}; the claims are 1 to {count}." if count else "There are no claims."
    for one in told:
        rests: dict[str, list[Cited]] = {"supported": one.support, "contradicted": one.against}
        if one.verdict in rests and not shown.found(rests[one.verdict]):
            return (
                f"Claim {one.claim} is {one.verdict}, but none of its sentences stands in its passage; "
                "copy whole sentences exactly, or change the verdict."
            )
    return ""


def claim_of(span: Span, told: Told, shown: Shown) -> Claim:
    """The verdict with the statements of the evidence that decided."""
    reason = " ".join(told.reason.split())
    support, against = shown.found(told.support), shown.found(told.against)
    if told.verdict == "unsupported":
        support, against = (), ()
    elif told.verdict == "contradicted":
        support = ()
    else:  # a sentence that is given for both sides says nothing against the claim
        against = tuple(one for one in against if one not in support)
    return Claim(span.text, span.start, span.end, told.verdict, support=support, against=against, reason=reason)


def _conflict(told: Disagreement, shown: Shown) -> EvidenceConflict | None:
    """The conflict by those sides that the passages hold; None where fewer than two are left."""
    sides: dict[str, ContestedValue] = {}
    for one in told.values:
        quote = shown.find(Cited(passage=one.passage, quote=one.quote))
        if quote is None:
            continue
        value = " ".join(one.value.split())
        known = sides.get(value.casefold(), ContestedValue(value, ()))
        sides[value.casefold()] = replace(known, quotes=(*known.quotes, quote))
    if len(sides) < 2:
        return None
    return EvidenceConflict(" ".join(told.about.split()), "", tuple(sides.values()), " ".join(told.reason.split()))


def _touching(conflict: EvidenceConflict, claims: Sequence[Claim]) -> EvidenceConflict:
    """Whether the answer relies on a side: a conflict that a model reports is about what was asked or claimed."""
    sides = {quote for side in conflict.values for quote in side.quotes}
    used = {quote for one in claims for quote in (*one.support, *one.against)}
    return replace(conflict, touches=not claims or not sides.isdisjoint(used))
