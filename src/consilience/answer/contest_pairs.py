"""Pairs of values that contradict each other, and how likely it is that both answer the question.

In an audit two facts have to find each other among thousands; here a question says what is compared, so that a pair may
be told by what each side has to do with the question. Values and qualifiers decide as they do in an audit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from consilience.answer.contest_apart import apart, other_part
from consilience.answer.contest_asked import Asked
from consilience.answer.contest_features import NETWORK, Features, Reader, gap, probability, rarest
from consilience.corpus.matching.blocks import group_of
from consilience.corpus.qualify import reason_apart
from consilience.model import Fact
from consilience.values import compare

_READ_LEAST = -6.0  # log odds of the pair network below which a value does not answer the question
_MOST = 24  # pairs that are read by the pair network


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values that differ, in no qualifier, with the probability that both answer the question."""

    a: Asked
    b: Asked
    features: Features
    probability: float


def pairs(asked: Sequence[Asked], least: float = 0.0, reader: Reader = NETWORK) -> tuple[Pair, ...]:
    """The pairs that contradict each other, most probable first; of two statements the most probable one only.

    Pairs that cannot reach the probability `least`, whatever the network says of them, are left out unread.
    Raises OperatorError.
    """
    about = _About([one for one in asked if one.read >= _READ_LEAST])
    hopeful = list(_hopeful(about, least, reader))
    read = reader.read([(a.fact, b.fact) for a, b in hopeful])
    found = [_pair(a, b, told, about, reader) for (a, b), told in zip(hopeful, read, strict=True)]
    found.sort(key=lambda one: (-one.probability, one.a.fact.id, one.b.fact.id))
    return tuple({frozenset((one.a.said.vector, one.b.said.vector)): one for one in reversed(found)}.values())[::-1]


def _hopeful(about: _About, least: float, reader: Reader) -> Iterator[tuple[Asked, Asked]]:
    """Of the first pairs that contradict each other those that may reach `least`. Whether a pair contradicts is asked
    of the others only where it decides which are the first: that costs most.
    """
    ranked = sorted(
        filter(_may_contradict, _ordered(about.asked)), key=lambda pair: (-about.weaker(*pair), *map(_id, pair))
    )
    unasked: list[tuple[Asked, Asked]] = []
    found = 0
    for pair in ranked:
        if _pair(*pair, reader.most, about, reader).probability < least:
            unasked.append(pair)
            continue
        if found + len(unasked) >= _MOST:
            found += sum(_apart(a.fact, b.fact) for a, b in unasked)
            unasked.clear()
        if found >= _MOST:
            return
        if _apart(pair[0].fact, pair[1].fact):
            found += 1
            yield pair


def contradicting(asked: Sequence[Asked]) -> Iterator[tuple[Asked, Asked]]:
    """Pairs of values of different passages that differ, in no qualifier and not in what they are about."""
    return (pair for pair in _ordered(asked) if _may_contradict(pair) and _apart(pair[0].fact, pair[1].fact))


def _ordered(asked: Sequence[Asked]) -> Iterator[tuple[Asked, Asked]]:
    """Every pair, its sides in the order of their ids."""
    return ((a, b) if a.fact.id <= b.fact.id else (b, a) for a, b in combinations(asked, 2))


def _id(one: Asked) -> str:
    return one.fact.id


def _may_contradict(pair: tuple[Asked, Asked]) -> bool:
    """Whether two values differ and speak of the same; their qualifiers, which cost most to read, are not asked."""
    a, b = pair
    return _elsewhere(pair) and not other_part(a.things, b.things) and differ(a.fact, b.fact)


@lru_cache(maxsize=50_000)
def _apart(a: Fact, b: Fact) -> bool:
    """Whether no qualifier keeps two values from contradicting each other."""
    return not apart(a, b) and reason_apart(a, b) is None


def _elsewhere(pair: tuple[Asked, Asked]) -> bool:
    """Whether two values stand in different passages; statements of one passage complete each other."""
    return pair[0].said.source != pair[1].said.source


@lru_cache(maxsize=50_000)
def differ(a: Fact, b: Fact) -> bool:
    """Whether two values cannot both be true of one thing."""
    if {a.value.kind, b.value.kind} & {"yes_no", "order"} and a.value.kind != b.value.kind:
        return False
    if group_of(a.value) != group_of(b.value) and a.value.kind == b.value.kind:
        return False
    return compare(a.value, b.value, limits_as_values=True).relation == "different"


class _About:
    """The values that may answer a question, with what is asked of them for every pair."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        self.asked = asked
        self.odds = {one.fact.id: one.odds for one in asked}
        self.best = max(self.odds.values(), default=0.0)
        self.best_there: dict[str, float] = {}  # by document
        self._statements: dict[int, float] = {}
        for one in asked:
            odds = self.odds[one.fact.id]
            self.best_there[one.fact.doc] = max(odds, self.best_there.get(one.fact.doc, odds))
            self._statements[one.said.vector] = max(odds, self._statements.get(one.said.vector, odds))

    def weaker(self, a: Asked, b: Asked) -> float:
        """The odds of the side that answers less well."""
        return min(self.odds[a.fact.id], self.odds[b.fact.id])

    def better(self, a: Asked, b: Asked) -> int:
        """How many other statements answer better than the weaker side."""
        own, least = (a.said.vector, b.said.vector), self.weaker(a, b)
        return sum(odds > least and vector not in own for vector, odds in self._statements.items())

    def behind_there(self, one: Asked) -> float:
        """How far a side stands behind the best answer of its document."""
        return self.best_there[one.fact.doc] - self.odds[one.fact.id]


def _pair(a: Asked, b: Asked, read: float, about: _About, reader: Reader) -> Pair:
    weaker = about.weaker(a, b)
    kinds = {a.fact.value.kind, b.fact.value.kind}
    features = Features(
        answers=weaker,
        better=round(math.log1p(about.better(a, b)), 6),
        behind=round(about.best - weaker, 6),
        behind_there=round(max(about.behind_there(a), about.behind_there(b)), 6),
        pair=read,
        gap=gap(a.fact.value, b.fact.value),
        same_kind=float(len(kinds) == 1),
        same_rate=float(a.fact.value.per == b.fact.value.per),
        same_document=float(a.fact.doc == b.fact.doc),
        stance=float("yes_no" in kinds or "order" in kinds),
        name=float(bool(kinds & {"name", "category", "identifier"})),
        near=min(a.near, b.near),
        shared=min(a.shared, b.shared),
        read=min(a.read, b.read),
        alone=rarest(a.lacks ^ b.lacks),
        missing=rarest(a.lacks & b.lacks),
    )
    return Pair(a, b, features, probability(features, reader))
