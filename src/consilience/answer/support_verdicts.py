"""A claim as it is looked for, and its verdict as a record: what the embedded judge and the judge by rules share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from consilience.answer.claims import Span
from consilience.answer.support_reasons import contradiction
from consilience.answer.support_rules import narrower, turned
from consilience.answer.support_windows import Ground, Near
from consilience.answer.support_words import Words
from consilience.model import Claim, Quote
from consilience.operators import Vectors


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim as it is looked for: with the question, where it is too short to say what it is about."""

    span: Span
    text: str
    words: Words
    vector: Vectors


def supported(
    claim: Asked, chosen: Sequence[Near], others: Sequence[Near], confidence: float, reason: str, ground: Ground
) -> Claim:
    """The claim with the statements that support it, and those of the others that surely contradict it."""
    against = [
        one
        for one in others
        if turned(claim.text, claim.words, one, ground.held([one])) and not narrower(claim.text, claim.words, one)
    ]
    span = claim.span
    return Claim(span.text, span.start, span.end, "supported", confidence, _quotes(chosen), _quotes(against), reason)


def contradicted(claim: Asked, best: Near, confidence: float) -> Claim:
    """The claim with the statement that says otherwise, and what it has instead."""
    reason, span = contradiction(claim.text, claim.words, best), claim.span
    return Claim(span.text, span.start, span.end, "contradicted", confidence, (), _quotes([best]), reason)


def unsupported(span: Span, confidence: float, reason: str) -> Claim:
    """A claim that nothing in the evidence says."""
    return Claim(span.text, span.start, span.end, "unsupported", confidence, reason=reason)


def _quotes(chosen: Sequence[Near]) -> tuple[Quote, ...]:
    return tuple(one.said.quote for one in chosen)
