"""Two conditions measured on the same things, compared pair by pair (DESIGN section 1). Pure functions.

Questions differ more among themselves than two runs do, so the difference is taken within each question first. Two
tests, as they ask different things: the permutation test whether the mean moved, Wilcoxon's whether most pairs moved to
one side. A figure that the pairs are too few for is a `NotMeasured` with its reason, never 0 and never NaN.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience import statistics
from consilience.model import NotMeasured
from consilience.scores import Interval, Score

PERMUTATIONS = 9999  # drawn at random where there are too many to count them all
_EXACT = 13  # pairs that differ, of which all exchanges are counted: 8,192
_PLACES = 9  # decimals of a difference: 0.3 - 0.2 and 0.2 - 0.1 are the same one
_SIGNS_AT_ONCE = 1_000_000  # bounds memory at about 16 MB
_SIGNS = 100_000_000  # bounds the time; above 10,000 pairs that differ fewer permutations are drawn
_FEWEST = 999


@dataclass(frozen=True, slots=True)
class Paired:
    """n pairs (a, b) of a score, and what is said of b - a.

    `interval` is the 95% bootstrap interval of the mean difference, over pairs. `rank_biserial` is the matched-pairs
    rank-biserial correlation, from -1 (every pair fell) to 1 (every pair rose): the effect size that belongs to
    Wilcoxon's test. `permutation` and `wilcoxon` are two-sided p-values. `rose`, `fell` and `level` count the pairs.
    """

    n: int
    mean_a: Score
    mean_b: Score
    difference: Score
    interval: Interval | None
    rank_biserial: Score
    permutation: Score
    wilcoxon: Score
    rose: int
    fell: int
    level: int


def paired(pairs: Sequence[tuple[float, float]], resamples: int, seed: int) -> Paired:
    """All that is said of pairs of finite numbers. Same pairs in the same order, same seed: the same figures."""
    moved = [round(b - a, _PLACES) for a, b in pairs]
    apart = [one for one in moved if one]
    return Paired(
        n=len(pairs),
        mean_a=statistics.mean([a for a, _ in pairs]),
        mean_b=statistics.mean([b for _, b in pairs]),
        difference=statistics.mean(moved),
        interval=statistics.mean_interval(moved, resamples, seed),
        rank_biserial=rank_biserial(moved),
        permutation=permutation(moved, seed),
        wilcoxon=wilcoxon(moved),
        rose=sum(one > 0 for one in apart),
        fell=sum(one < 0 for one in apart),
        level=len(moved) - len(apart),
    )


def rank_biserial(differences: Sequence[float]) -> Score:
    """(W+ - W-) / (W+ + W-) over the ranks of the differences that are not zero (Kerby 2014), in [-1, 1]."""
    apart = _apart(differences)
    if not apart.size:
        return _nothing_to_test(differences)
    from scipy.stats import rankdata

    ranks = rankdata(np.abs(apart))
    return float(math.fsum(ranks * np.sign(apart)) / math.fsum(ranks))


def wilcoxon(differences: Sequence[float]) -> Score:
    """Two-sided p of Wilcoxon's signed-rank test; pairs that are equal say nothing and are left out (Wilcoxon 1945)."""
    apart = _apart(differences)
    if not apart.size:
        return _nothing_to_test(differences)
    from scipy import stats

    return float(stats.wilcoxon(apart).pvalue)


def permutation(differences: Sequence[float], seed: int) -> Score:
    """Two-sided p of the mean difference when in every pair a and b might as well be exchanged (Fisher 1935).

    Exact up to 13 pairs that differ; above that from exchanges drawn at random, the one that was seen among them.
    """
    apart = _apart(differences)
    if not apart.size:
        return _nothing_to_test(differences)
    seen = abs(math.fsum(apart)) - 1e-12 * math.fsum(np.abs(apart))  # what is as far but for rounding counts
    if apart.size <= _EXACT:
        signs = ((np.arange(2**apart.size)[:, None] >> np.arange(apart.size)) & 1).astype(np.float64)
        return float(np.mean(np.abs(_exchanged(signs, apart)) >= seen))
    drawn = max(_FEWEST, min(PERMUTATIONS, _SIGNS // apart.size))
    return (1 + _as_far(apart, seen, drawn, seed)) / (1 + drawn)


def _as_far(apart: NDArray[np.float64], seen: float, drawn: int, seed: int) -> int:
    """How many of the exchanges drawn lead as far from zero as the one that was seen."""
    random = np.random.default_rng(seed)
    step = max(1, _SIGNS_AT_ONCE // apart.size)
    count = 0
    for begun in range(0, drawn, step):
        signs = random.integers(0, 2, (min(step, drawn - begun), apart.size), dtype=np.int8).astype(np.float64)
        count += int(np.sum(np.abs(_exchanged(signs, apart)) >= seen))
    return count


def _exchanged(signs: NDArray[np.float64], apart: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum of the differences with the signs 0 (kept) and 1 (exchanged), shape (rows of `signs`,)."""
    return np.asarray(apart.sum() - 2.0 * (signs @ apart))


def _apart(differences: Sequence[float]) -> NDArray[np.float64]:
    return np.array([one for one in differences if one], dtype=np.float64)


def _nothing_to_test(differences: Sequence[float]) -> NotMeasured:
    return NotMeasured("no pair differs" if differences else "there is no pair")
