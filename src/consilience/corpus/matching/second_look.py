"""The second look: a pair again, in view of what else its two statements were compared with.

By itself a pair is told by the trees and the pair network. Here it is held against its rivals: a statement that fits
another one better, or as well, answers that one's question, and two statements that both fit a third answer one
another's. A logistic model of these figures, with its weights in the matcher's card
(docs/decisions/0008-second-look.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching import features, model
from consilience.operators import OperatorError

Floats = NDArray[np.float64]

APART_COST = 1.0  # log odds taken off a pair that a qualifier keeps apart, where it is the rival of another
_MOST = 2.0  # log odds by which a second look moves a pair: copies of one page have more rivals than families teach
_FAR = 6.0  # bound of the log odds that are looked at; also what stands for a rival that is not there
_AHEAD = 4.0  # bound of the distance to a rival
_FULL = 6  # statements compared with both, from which on the company is full
_ALIKE = 3  # fewer of them say nothing about how alike two statements judge

VIEW: tuple[str, ...] = (
    "better_low", "better_high", "rivals_low", "rivals_high", "first_low", "first_high", "second_low", "second_high",
    "ahead_low", "ahead_high", "mass_low", "mass_high", "third", "third_next", "common", "gap", "alike",
)  # fmt: skip
PAIR: tuple[str, ...] = ("odds", "trees", "read", "apart")
NAMES: tuple[str, ...] = (
    *PAIR, *VIEW, "company", *(f"{name} in company" for name in (*PAIR, *VIEW, *features.NAMES)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What is known of each pair of a block by itself, as columns of equal length.

    `a`, `b`: positions of the two facts; `rows`: features, shape (pairs, len(features.NAMES)); `trees`, `read`: log
    odds of the trees and of the pair network (0 where it was not asked); `odds`: both joined; `apart`: a qualifier
    keeps the two facts apart.
    """

    a: NDArray[np.int64]
    b: NDArray[np.int64]
    rows: NDArray[np.float32]
    trees: Floats
    read: Floats
    odds: Floats
    apart: NDArray[np.bool_]


def log_odds(looked: FirstLook, wanted: NDArray[np.int64], weights: Sequence[float] | None = None) -> Floats:
    """Log odds that the pairs at `wanted` answer one question, seen among all pairs of the block; shape (wanted,).

    `weights`, one for each of `NAMES` and the shift, are those of the matcher's card unless others are given: the card
    also holds some that were fitted without certain families.
    """
    known = np.asarray(_weights() if weights is None else weights)
    return bounded(looked.odds[wanted], matrix(looked, wanted) @ known[:-1] + known[-1])


def _weights() -> Sequence[float]:
    card = model.card()
    if tuple(card.get("second_look_figures", ())) != NAMES:
        raise OperatorError(
            "The matcher's second look was fitted on other figures than this version computes; run "
            "training/train_matcher.py."
        )
    return list(map(float, card["second_look"]))


def bounded(odds: Floats, again: Floats) -> Floats:
    """What a second look may make of log odds: it is evidence beside the pair's own and never outweighs a sure one."""
    return np.asarray(odds + np.clip(again - odds, -_MOST, _MOST))


def matrix(looked: FirstLook, wanted: NDArray[np.int64]) -> Floats:
    """The figures of `NAMES` for the pairs at `wanted`, shape (wanted, len(NAMES))."""
    odds = np.clip(looked.odds - APART_COST * looked.apart, -_FAR, _FAR)
    read = np.minimum(looked.read, model.BEST_READ)
    pair = np.column_stack([odds, looked.trees, read, looked.apart])[wanted]
    view, company = _views(looked, odds, wanted)
    inside = np.column_stack([pair, view, looked.rows[wanted]]) * company[:, None]
    return np.column_stack([pair, view, company, inside])


def _views(looked: FirstLook, odds: Floats, wanted: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The figures of `VIEW` and the company of each pair."""
    partners: dict[int, dict[int, float]] = {}
    for a, b, value in zip(looked.a.tolist(), looked.b.tolist(), odds.tolist(), strict=True):
        partners.setdefault(a, {})[b] = value
        partners.setdefault(b, {})[a] = value
    places = list(zip(looked.a[wanted].tolist(), looked.b[wanted].tolist(), strict=True))
    views = np.zeros((len(places), len(VIEW)))
    company = np.zeros(len(places))
    for row, ((a, b), value) in enumerate(zip(places, odds[wanted].tolist(), strict=True)):
        both = [(partners[a][c], partners[b][c]) for c in partners[a].keys() & partners[b].keys()]
        views[row], company[row] = _view(_Side(partners, a, b), _Side(partners, b, a), both, value)
    return views, company


class _Side:
    """The rivals of `other` for `fact`, by their log odds from the best down.

    A statement that fits both is no rival: it counts as one only so far as it does not fit `other`.
    """

    def __init__(self, partners: Mapping[int, Mapping[int, float]], fact: int, other: int) -> None:
        beside = partners[other]
        rivals = ((value, beside.get(one, -_FAR)) for one, value in partners[fact].items() if one != other)
        self.down = sorted((min(value, -there) for value, there in rivals), reverse=True)

    def better(self, odds: float) -> int:
        """How many rivals are better than a pair of these log odds."""
        return sum(value > odds for value in self.down)

    def best(self) -> tuple[float, float]:
        """The log odds of the best two rivals."""
        first, second = [*self.down, -_FAR, -_FAR][:2]
        return first, second

    def mass(self) -> float:
        """The logarithm of the summed odds of all rivals."""
        return math.log(max(math.fsum(math.exp(value) for value in self.down), math.exp(-_FAR)))


def _view(one: _Side, other: _Side, common: Sequence[tuple[float, float]], odds: float) -> tuple[list[float], float]:
    sides = (one, other)
    first, second = zip(one.best(), other.best(), strict=True)
    linked = sorted((min(pair) for pair in common), reverse=True)
    view = [
        *sorted(math.log1p(side.better(odds)) for side in sides),
        *sorted(math.log1p(len(side.down)) for side in sides),
        *sorted(first), *sorted(second),
        *sorted(min(max(odds - rival, -_AHEAD), _AHEAD) for rival in first),
        *sorted(side.mass() for side in sides),
        *[*linked, -_FAR, -_FAR][:2], math.log1p(len(common)), *_judged_alike(common),
    ]  # fmt: skip
    return view, _company(len(common), min(len(side.down) for side in sides))


def _company(common: int, rivals: int) -> float:
    """How fully the neighbourhood was compared with both statements, in [0, 1]: share of the rivals, and how many."""
    return min(common, _FULL) / _FULL * common / rivals if rivals else 0.0


def _judged_alike(common: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Mean distance and correlation of what two statements say of those that were compared with both."""
    if not common:
        return 0.0, 0.0
    count = len(common)
    gap = math.fsum(abs(x - y) for x, y in common) / count
    mean_x, mean_y = (math.fsum(pair[side] for pair in common) / count for side in (0, 1))
    spread_x = math.fsum((x - mean_x) ** 2 for x, _ in common)
    spread_y = math.fsum((y - mean_y) ** 2 for _, y in common)
    if count < _ALIKE or spread_x * spread_y < 1e-9:
        return gap, 0.0
    return gap, math.fsum((x - mean_x) * (y - mean_y) for x, y in common) / math.sqrt(spread_x * spread_y)


__all__ = ["NAMES", "FirstLook", "bounded", "log_odds", "matrix"]
