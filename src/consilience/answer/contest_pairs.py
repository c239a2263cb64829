"""Pairs of values that contradict each other, and how likely it is that both answer the question.

In an audit two facts have to find each other among thousands; here a question says what is compared, so that a pair may
be told by what each side has to do with the question. Values and qualifiers decide as they do in an audit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from consilience.answer.contest_asked import Asked
from consilience.answer.evidence import Evidence
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.blocks import group_of
from consilience.corpus.qualify import reason_apart
from consilience.model import Fact
from consilience.values import compare

_READ_LEAST = -6.0  # log odds of the pair network below which a value does not answer the question
_MOST = 40  # pairs that are read by the pair network


class Features(NamedTuple):
    """What a pair looks like: the weaker and the stronger side towards the question, and both towards each other."""

    read_low: float
    read_high: float
    near_low: float
    near_high: float
    shared_low: float
    shared_high: float
    fits: float  # 1: both of a kind that is asked for; -1: not; 0: the question does not say
    pair: float  # log odds of the pair network that both answer one question
    alike: float  # cosine of the two statements
    same_document: float
    stance: float  # both say that something is, or may be, or not
    name: float  # both are names or classes


# Fitted on the questions of the audit corpora, left out corpus by corpus (training/train_contest.py).
WEIGHTS = Features(0.55, 0.4, 1.1, 1.5, 1.7, -0.2, 0.3, 0.75, 1.3, -1.1, -0.7, -1.7)
SHIFT = -4.6


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values that differ, in no qualifier, with the probability that both answer the question."""

    a: Asked
    b: Asked
    features: Features
    probability: float


def pairs(asked: Sequence[Asked], evidence: Evidence) -> tuple[Pair, ...]:
    """The pairs that contradict each other, most probable first; of two statements the most probable one only.

    Raises OperatorError.
    """
    about = [one for one in asked if one.read >= _READ_LEAST]
    apart = sorted(_contradicting(about), key=lambda pair: (-_together(pair), pair[0].fact.id, pair[1].fact.id))[:_MOST]
    read = pairnet.scores([(a.fact, b.fact) for a, b in apart]).tolist()
    found = [_pair(a, b, told, evidence) for (a, b), told in zip(apart, read, strict=True)]
    found.sort(key=lambda one: (-one.probability, one.a.fact.id, one.b.fact.id))
    return tuple({frozenset((one.a.said.vector, one.b.said.vector)): one for one in reversed(found)}.values())[::-1]


def probability(features: Features) -> float:
    """P(both answer the question), from the features."""
    odds = SHIFT + math.fsum(weight * value for weight, value in zip(WEIGHTS, features, strict=True))
    return round(1 / (1 + math.exp(-max(min(odds, 30.0), -30.0))), 4)


def _contradicting(asked: Sequence[Asked]) -> Iterator[tuple[Asked, Asked]]:
    for one, other in combinations(asked, 2):
        a, b = sorted((one, other), key=lambda side: side.fact.id)
        if _elsewhere(a, b) and differ(a.fact, b.fact) and reason_apart(a.fact, b.fact) is None:
            yield a, b


def _elsewhere(a: Asked, b: Asked) -> bool:
    """Whether two values stand in different passages; statements of one passage complete each other."""
    return a.said.source != b.said.source


def differ(a: Fact, b: Fact) -> bool:
    """Whether two values cannot both be true of one thing."""
    if {a.value.kind, b.value.kind} & {"yes_no", "order"} and a.value.kind != b.value.kind:
        return False
    if group_of(a.value) != group_of(b.value) and a.value.kind == b.value.kind:
        return False
    return compare(a.value, b.value, limits_as_values=True).relation == "different"


def _together(pair: tuple[Asked, Asked]) -> float:
    a, b = pair
    return round(min(a.read, b.read) + 3 * (a.near + b.near + a.shared + b.shared), 6)


def _pair(a: Asked, b: Asked, read: float, evidence: Evidence) -> Pair:
    alike = float(evidence.vectors[a.said.vector] @ evidence.vectors[b.said.vector])
    kinds = {a.fact.value.kind, b.fact.value.kind}
    (read_low, read_high), (near_low, near_high) = sorted((a.read, b.read)), sorted((a.near, b.near))
    shared_low, shared_high = sorted((a.shared, b.shared))
    features = Features(
        read_low, read_high, near_low, near_high, shared_low, shared_high, _fits(a, b), read, round(alike, 6),
        same_document=float(a.fact.doc == b.fact.doc),
        stance=float("yes_no" in kinds or "order" in kinds),
        name=float(bool(kinds & {"name", "category", "identifier"})),
    )  # fmt: skip
    return Pair(a, b, features, probability(features))


def _fits(a: Asked, b: Asked) -> float:
    if a.fits is None or b.fits is None:
        return 0.0
    return 1.0 if a.fits and b.fits else -1.0
