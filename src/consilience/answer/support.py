"""What the evidence says of each claim: supported, contradicted or neither, with the statements that decide.

claim -> the statements nearest to it -> features -> model -> verdict, in the steps of `verdicts` below. A claim that
stands in the evidence word for word needs no model. Nothing here depends on the order of the passages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from consilience.answer.claims import Span
from consilience.answer.evidence import Evidence
from consilience.answer.support_features import NAMES, Seen, seen
from consilience.answer.support_model import SupportModel, shipped
from consilience.answer.support_reasons import contradiction, copied, lacking, nothing, support
from consilience.answer.support_rules import amiss, narrower, strange, turned
from consilience.answer.support_short import completed
from consilience.answer.support_windows import Ground, Near, covered
from consilience.answer.support_words import Words, words_of
from consilience.model import Claim, Quote, Verdict
from consilience.operators import Vectors

SUPPORTED = 0.4  # probability from which a claim counts as supported: an answer needs all of its claims
CONTRADICTED = 0.5  # the same for a claim that is not supported
_ABOUT = 0.35  # share of a claim that a statement must hold, with its headings, to contradict it
_CLEAR = 0.9  # confidence of a verdict that rules give
_VERBATIM = NAMES.index("verbatim")
_SIGNS = tuple(NAMES.index(name) for name in ("values_different", "opposites", "negation_differs"))
_SOFT = NAMES.index("soft_mean")
_TWISTED = NAMES.index("negation_differs")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A claim as it is looked for: with the question, where it is too short to say what it is about."""

    span: Span
    text: str
    words: Words
    vector: Vectors


def verdicts(
    question: str, claims: Sequence[Span], evidence: Evidence, model: SupportModel | None = None
) -> tuple[Claim, ...]:
    """The claims in their order, each with its verdict. Raises OperatorError when a model's file is missing.

    Empty evidence supports nothing. `model` is another than the one that ships, fitted without some of the data.
    """
    if evidence.empty or not claims:
        return tuple(_claim(span, "unsupported", 1.0, nothing()) for span in claims)
    ground = Ground(evidence)
    return tuple(_verdict(one, ground, model or shipped()) for one in _asked(question, claims, evidence))


def likelihoods(
    question: str, claims: Sequence[Span], evidence: Evidence, model: SupportModel | None = None
) -> tuple[float, ...]:
    """P(supported) of each claim in [0, 1]: how far the evidence supports it, before rules and thresholds."""
    if evidence.empty or not claims:
        return (0.0,) * len(claims)
    ground, told = Ground(evidence), model or shipped()
    found = []
    for one in _asked(question, claims, evidence):
        nearest = ground.nearest(one.words, one.vector)
        features = seen(one.text, one.words, nearest, ground).features
        found.append(1.0 if features[_VERBATIM] and one.words.content else told.supported(features))
    return tuple(found)


def _asked(question: str, claims: Sequence[Span], evidence: Evidence) -> list[_Asked]:
    texts = [completed(question, span.plain) for span in claims]
    vectors = evidence.encode(texts)
    return [
        _Asked(span, text, words_of(text), vector) for span, text, vector in zip(claims, texts, vectors, strict=True)
    ]


def _verdict(claim: _Asked, ground: Ground, model: SupportModel) -> Claim:
    nearest = ground.nearest(claim.words, claim.vector)
    told = seen(claim.text, claim.words, nearest, ground)
    if told.features[_VERBATIM] and not told.features[_TWISTED] and claim.words.content:
        against = _against(claim, nearest[1:], ground)
        return _claim(claim.span, "supported", 1.0, copied(), _quotes(told.window[:1]), against)
    if turned(claim.text, claim.words, nearest[0], ground.held(nearest[:1]), nearest[1:]):
        reason = contradiction(claim.text, claim.words, nearest[0])
        return _claim(claim.span, "contradicted", _CLEAR, reason, (), _quotes(nearest[:1]))
    likely = model.supported(told.features)
    if strange(claim.words, ground.near(told.window), told.features[_SOFT]):
        return _claim(claim.span, "unsupported", _CLEAR, lacking(claim.words, ground.held(told.window)))
    if likely >= SUPPORTED and not amiss(claim.text, [one.said.text for one in (*told.window, *nearest)]):
        others = [one for one in nearest if one not in told.window]
        against = _against(claim, others, ground)
        return _claim(claim.span, "supported", likely, support(claim.words, told), _quotes(told.window), against)
    return _unsupported(claim, told, likely, ground, model)


def _unsupported(claim: _Asked, told: Seen, likely: float, ground: Ground, model: SupportModel) -> Claim:
    best = told.window[0]
    turned = model.contradicted(told.features)
    if turned >= CONTRADICTED and _is_about(claim, best, ground) and any(told.features[sign] for sign in _SIGNS):
        confidence = round((1 - likely) * turned, 3)
        reason = contradiction(claim.text, claim.words, best)
        return _claim(claim.span, "contradicted", confidence, reason, (), _quotes([best]))
    confidence = round((1 - likely) * (1 - turned) if _is_about(claim, best, ground) else 1 - likely, 3)
    return _claim(claim.span, "unsupported", confidence, lacking(claim.words, ground.held(told.window)))


def _is_about(claim: _Asked, one: Near, ground: Ground) -> bool:
    """Whether a statement speaks of what the claim speaks of, so that it can contradict it."""
    return covered(claim.words.content, ground.context(one.said) | one.words.stems) >= _ABOUT


def _against(claim: _Asked, others: Sequence[Near], ground: Ground) -> tuple[Quote, ...]:
    """Statements that contradict a claim that others support; only those that surely do."""
    found = []
    for one in others:
        if turned(claim.text, claim.words, one, ground.held([one])) and not narrower(claim.text, claim.words, one):
            found.append(one)
    return _quotes(found)


def _quotes(chosen: Sequence[Near]) -> tuple[Quote, ...]:
    return tuple(one.said.quote for one in chosen)


def _claim(
    span: Span, verdict: Verdict, confidence: float, reason: str, support: tuple[Quote, ...] = (),
    against: tuple[Quote, ...] = (),
) -> Claim:  # fmt: skip
    return Claim(span.text, span.start, span.end, verdict, confidence, support, against, reason)
