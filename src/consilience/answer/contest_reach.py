"""Which values must be read at all where no network reads them: those that may be a side of a pair of some probability.

To read the values of a statement costs far more than to place it, and of most questions no pair is told. What a pair
looks like depends on the statements that answer better than its weaker side, and on no others. So they are read in that
order, best first, up to the last that may still be a weaker side, whatever its values are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from consilience.answer.contest_apart import other_part
from consilience.answer.contest_asked import Asked, Placed
from consilience.answer.contest_features import MOST_GAP, Features, Reader, at_most, rarest
from consilience.answer.wanted import Kinds


def within_reach(told: Sequence[Placed], kinds: Kinds, least: float, reader: Reader) -> list[Asked]:
    """The values of the kinds among which every pair of a probability of `least` or more is, as `contest_pairs.pairs`
    finds them among the values of all statements. Raises OperatorError for a damaged model.
    """
    ranked = sorted(told, key=lambda one: -one.odds)
    found: list[Asked] = []
    telling: list[float] = []  # odds of the statements that have values
    last = len(ranked) - 1
    for place, one in enumerate(ranked):
        while last >= place and not _may_lose(ranked, last, telling, least, reader):
            last -= 1  # and for good: the more statements tell something, the less likely it is
        if last < place and (not place or one.odds < ranked[place - 1].odds):
            break
        values = list(one.values(kinds))
        found += values
        telling += [one.odds] if values else []
    return found


def _may_lose(ranked: Sequence[Placed], place: int, telling: Sequence[float], least: float, reader: Reader) -> bool:
    """Whether a statement may be the weaker side of a pair that is likely enough."""
    weaker, top = ranked[place], ranked[0].odds
    better = max(sum(odds > weaker.odds for odds in telling) - 1, 0)  # one of them may be the other side
    behind = max(telling, default=weaker.odds) - weaker.odds
    for other in ranked[:place]:
        if other.said.source == weaker.said.source or other_part(other.things, weaker.things):
            continue
        low = _low(other, weaker, better, behind)
        if at_most(low, _high(low, place, top - weaker.odds, reader), reader) >= least:
            return True
    return False


def _low(other: Placed, weaker: Placed, better: int, behind: float) -> Features:
    """The least that each feature of a pair may be, whatever the values of both sides are."""
    return Features(
        answers=weaker.odds,
        better=round(math.log1p(better), 6),
        behind=round(behind, 6),
        behind_there=0.0,
        pair=-math.inf,
        gap=0.0,
        same_kind=0.0,
        same_rate=0.0,
        same_document=float(other.said.source.doc == weaker.said.source.doc),
        stance=0.0,
        name=0.0,
        near=min(other.near, weaker.near),
        shared=min(other.shared, weaker.shared),
        read=0.0,
        alone=rarest(other.lacks ^ weaker.lacks),
        missing=rarest(other.lacks & weaker.lacks),
    )


def _high(low: Features, better: int, behind: float, reader: Reader) -> Features:
    """The most that each may be."""
    return low._replace(
        better=round(math.log1p(better), 6),
        behind=round(behind, 6),
        behind_there=round(behind, 6),
        pair=reader.most,
        gap=MOST_GAP,
        same_kind=1.0,
        same_rate=1.0,
        stance=1.0,
        name=1.0,
    )
