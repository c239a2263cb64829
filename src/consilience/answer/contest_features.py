"""What a pair of values looks like, and how likely it is by that that both answer the question.

The weaker side is the one that answers less well. docs/model-cards/contest.md has the models.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from consilience.answer import contest_model
from consilience.answer.contest_tokens import remembered
from consilience.answer.vectors import WORDS, vectors_of
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_view import view_of
from consilience.model import Fact, Value

MOST_GAP = 5.0  # of the logarithm of a ratio


class Features(NamedTuple):
    """What a pair looks like: how its weaker side answers the question, and how the two sides go together."""

    answers: float  # log odds that the weaker side answers
    better: float  # how many other statements answer better than it: log(1 + n)
    behind: float  # how far it stands behind the best answer
    behind_there: float  # how far a side stands behind the best answer of its document, the larger of both
    pair: float  # log odds of the pair network that both answer one question
    gap: float  # how far the numbers lie apart: logarithm of their ratio, at most 5
    same_kind: float
    same_rate: float  # both per month, or neither
    same_document: float
    stance: float  # both say that something is, or may be, or not, or what comes first
    name: float  # one is a name, a class or a code
    near: float  # the smaller cosine with the question
    shared: float  # the smaller share of the question's words
    read: float  # log odds of the pair network that the weaker side answers
    alone: float  # weight of the rarest word of the question that one side says and the other does not
    missing: float  # weight of the rarest that neither says


@dataclass(frozen=True, slots=True)
class Reader:
    """How a pair is read: `read` gives for each pair how far both answer one question, at most `most`; the model of
    that name (contest_model.py) makes a probability of its features."""

    read: Callable[[Sequence[tuple[Fact, Fact]]], list[float]]
    most: float
    model: str


def _by_network(pairs: Sequence[tuple[Fact, Fact]]) -> list[float]:
    told: list[float] = pairnet.scores_of([(view_of(a), view_of(b)) for a, b in pairs], remembered).tolist()
    return told


def _by_words(pairs: Sequence[tuple[Fact, Fact]]) -> list[float]:
    """Cosine of the words of two statements, their values masked."""
    rows = vectors_of([view_of(one).text for pair in pairs for one in pair], WORDS)
    return [round(float(a @ b), 6) for a, b in zip(rows[::2], rows[1::2], strict=True)]


NETWORK = Reader(_by_network, 12.0, "network")
RULES = Reader(_by_words, 1.0, "words")


def probability(features: Features, reader: Reader = NETWORK) -> float:
    """P(both answer the question), from the features. Raises OperatorError for a damaged model."""
    return contest_model.probability(reader.model, Features._fields, features)


def at_most(low: Features, high: Features, reader: Reader) -> float:
    """The highest P of all features between two bounds. Raises OperatorError as `probability` does."""
    return contest_model.at_most(reader.model, Features._fields, low, high)


def rarest(words: Iterable[tuple[str, float]]) -> float:
    """The weight of the rarest of some words; 0 without words."""
    return max((weight for _, weight in words), default=0.0)


def gap(a: Value, b: Value) -> float:
    """How far two numbers lie apart: the logarithm of their ratio; 0 where that says nothing."""
    if a.kind in ("date", "time") or b.kind in ("date", "time"):
        return 0.0
    sizes = [abs(one.low or one.high or 0.0) for one in (a, b)]
    known = all(size > 0 and math.isfinite(size) for size in sizes)
    return round(min(abs(math.log(sizes[0] / sizes[1])), MOST_GAP), 4) if known else 0.0
