"""What the evidence says of each claim: supported, contradicted or neither, with the statements that decide.

claim -> the statements nearest to it -> features -> model -> verdict, in the steps of `verdicts` below. A claim that
stands in the evidence word for word needs no model. Nothing here depends on the order of the passages.
"""

from __future__ import annotations

from collections.abc import Sequence

from consilience.answer.claims import Span
from consilience.answer.evidence import Evidence
from consilience.answer.support_features import NAMES, Seen, seen
from consilience.answer.support_model import SupportModel, shipped
from consilience.answer.support_plain import says_more
from consilience.answer.support_reasons import copied, lacking, nothing, support
from consilience.answer.support_rules import amiss, strange, turned
from consilience.answer.support_short import completed
from consilience.answer.support_verdicts import Asked, contradicted, supported, unsupported
from consilience.answer.support_windows import Ground, Near, covered
from consilience.answer.support_words import words_of
from consilience.model import Claim

SUPPORTED = 0.4  # probability from which a claim counts as supported: an answer needs all of its claims
CONTRADICTED = 0.5  # the same for a claim that is not supported
_ABOUT = 0.35  # share of a claim that a statement must hold, with its headings, to contradict it
_SURE = 0.8  # probability from which a plain claim counts as supported though a word of it is new
_CLEAR, _LIKELY = 0.9, 0.7  # confidence of a verdict that rules give
_VERBATIM = NAMES.index("verbatim")
_SIGNS = tuple(NAMES.index(name) for name in ("values_different", "opposites", "negation_differs"))
_SOFT = NAMES.index("soft_mean")
_TWISTED = NAMES.index("negation_differs")


def verdicts(
    question: str, claims: Sequence[Span], evidence: Evidence, model: SupportModel | None = None
) -> tuple[Claim, ...]:
    """The claims in their order, each with its verdict. Raises OperatorError when a model's file is missing.

    Empty evidence supports nothing. `model` is another than the one that ships, fitted without some of the data.
    """
    if evidence.empty or not claims:
        return tuple(unsupported(span, 1.0, nothing()) for span in claims)
    ground = Ground(evidence)
    return tuple(_verdict(question, one, ground, model or shipped()) for one in _asked(question, claims, evidence))


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
        features = seen(one.text, one.words, nearest, ground, told.reader).features
        found.append(1.0 if features[_VERBATIM] and one.words.content else told.supported(features))
    return tuple(found)


def _asked(question: str, claims: Sequence[Span], evidence: Evidence) -> list[Asked]:
    texts = [completed(question, span.plain) for span in claims]
    vectors = evidence.encode(texts)
    return [
        Asked(span, text, words_of(text), vector) for span, text, vector in zip(claims, texts, vectors, strict=True)
    ]


def _verdict(question: str, claim: Asked, ground: Ground, model: SupportModel) -> Claim:
    nearest = ground.nearest(claim.words, claim.vector)
    told = seen(claim.text, claim.words, nearest, ground, model.reader)
    if told.features[_VERBATIM] and not told.features[_TWISTED] and claim.words.content:
        return supported(claim, told.window[:1], nearest[1:], 1.0, copied(), ground)
    if turned(claim.text, claim.words, nearest[0], ground.held(nearest[:1]), nearest[1:]):
        return contradicted(claim, nearest[0], _CLEAR)
    likely = model.supported(told.features)
    if strange(claim.words, ground.near(told.window), told.features[_SOFT]):
        return unsupported(claim.span, _CLEAR, lacking(claim.words, ground.held(told.window)))
    if SUPPORTED <= likely < _SURE and says_more(claim, question, told, ground):
        return unsupported(claim.span, _LIKELY, lacking(claim.words, ground.held(told.window)))
    if likely >= SUPPORTED and not amiss(claim.text, [one.said.text for one in (*told.window, *nearest)]):
        others = [one for one in nearest if one not in told.window]
        return supported(claim, told.window, others, likely, support(claim.words, told), ground)
    return _unsupported(claim, told, likely, ground, model)


def _unsupported(claim: Asked, told: Seen, likely: float, ground: Ground, model: SupportModel) -> Claim:
    best = told.window[0]
    turned = model.contradicted(told.features)
    if turned >= CONTRADICTED and _is_about(claim, best, ground) and any(told.features[sign] for sign in _SIGNS):
        return contradicted(claim, best, round((1 - likely) * turned, 3))
    confidence = round((1 - likely) * (1 - turned) if _is_about(claim, best, ground) else 1 - likely, 3)
    return unsupported(claim.span, confidence, lacking(claim.words, ground.held(told.window)))


def _is_about(claim: Asked, one: Near, ground: Ground) -> bool:
    """Whether a statement speaks of what the claim speaks of, so that it can contradict it."""
    return covered(claim.words.content, ground.context(one.said) | one.words.stems) >= _ABOUT
