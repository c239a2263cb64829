"""The verdict of each claim by rules alone: words, values, opposites and negations (answer/rules.py).

What the rules of the embedded judge decide is decided the same way here. For the rest a claim counts as supported when
the nearest statements hold nearly all of its words and none of its values is missing: other words for the same thing
are not understood, so that a paraphrase is called unsupported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.answer.claims import Span
from consilience.answer.evidence import Evidence
from consilience.answer.support_reasons import copied, lacking, nothing
from consilience.answer.support_rules import amiss, changed, turned
from consilience.answer.support_short import completed
from consilience.answer.support_values import values_against
from consilience.answer.support_verdicts import Asked, contradicted, supported, unsupported
from consilience.answer.support_windows import Ground, Near, covered, window
from consilience.answer.support_words import Words, words_of
from consilience.model import Claim

_PRONOUN = re.compile(r"(?:it|its|they|their|this|that|these|those|he|she|his|her|one|you|yes|no)\b", re.IGNORECASE)
_HELD = 0.7  # share of a claim that its statements, with what stands around them, must hold to support it
_ABOUT = 0.5  # share of a claim that a statement with another value must hold to contradict it
_DIFFERENT = 2  # place of the values that differ among those of `values_against`
_CLEAR, _LIKELY = 0.9, 0.7  # confidence of a verdict that one rule gives, and of one by the share of words


def verdicts(question: str, claims: Sequence[Span], evidence: Evidence) -> tuple[Claim, ...]:
    """The claims in their order, each with its verdict. Empty evidence supports nothing."""
    if evidence.empty or not claims:
        return tuple(unsupported(span, 1.0, nothing()) for span in claims)
    texts = [completed(question, span.plain) for span in claims]
    about = [f"{question} {text}" if _PRONOUN.match(text) else text for text in texts]
    vectors, ground = evidence.encode(about), Ground(evidence)
    return tuple(
        _verdict(Asked(span, text, words_of(text), vector), ground)
        for span, text, vector in zip(claims, texts, vectors, strict=True)
    )


def _verdict(claim: Asked, ground: Ground) -> Claim:
    nearest = ground.nearest(claim.words, claim.vector)
    best = nearest[0]
    if claim.words.content and claim.words.negated == best.words.negated and _copied(claim.words, best.words):
        return supported(claim, nearest[:1], nearest[1:], 1.0, copied(), ground)
    if turned(claim.text, claim.words, best, ground.held(nearest[:1]), nearest[1:]):
        return contradicted(claim, best, _CLEAR)
    chosen = window(claim.words, nearest, ground)
    if _holds(claim, chosen, nearest, ground):
        others = [one for one in nearest if one not in chosen]
        return supported(claim, chosen, others, _LIKELY, "The evidence says so in nearly the same words.", ground)
    held = ground.context(best.said) | best.words.stems
    if changed(claim.text, best.said.text) and covered(claim.words.content, held) >= _ABOUT:
        return contradicted(claim, best, _CLEAR)
    return unsupported(claim.span, _LIKELY, lacking(claim.words, ground.held(chosen)))


def _holds(claim: Asked, chosen: Sequence[Near], nearest: Sequence[Near], ground: Ground) -> bool:
    """Whether statements hold a claim: its words, its figures, its values, and negations on both sides or on none."""
    held = ground.held(chosen).union(*(ground.context(one.said) for one in chosen))
    texts = [one.said.text for one in chosen]
    return (
        covered(claim.words.content, held) >= _HELD
        and all(one.stem in held for one in claim.words.all if one.number)
        and claim.words.negated == any(one.words.negated for one in chosen)
        and not values_against(claim.text, texts)[_DIFFERENT]
        and not amiss(claim.text, [*texts, *(one.said.text for one in nearest)])
    )


def _copied(claim: Words, statement: Words) -> bool:
    """Whether a claim stands in a statement word for word, with nothing between."""
    if not claim.stems <= statement.stems:
        return False
    mine, theirs = (f" {' '.join(one.folded for one in words.all)} " for words in (claim, statement))
    return mine in theirs
