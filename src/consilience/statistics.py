"""What is said of a sample of scores, and of how far raters agree: means, deviations, alpha, bootstrap intervals.

A figure that a sample is too small for is a `NotMeasured` with its reason, never 0 and never NaN.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience.model import NotMeasured
from consilience.scores import Interval, Score

_PERCENTILES = (2.5, 97.5)
_DRAWN_AT_ONCE = 1_000_000  # indices: bounds memory at about 16 MB


@dataclass(frozen=True, slots=True)
class Summary:
    """A sample of `n` values: their mean, how far they spread, and how sure the mean is (95%; None: not measured)."""

    n: int
    mean: Score
    sd: Score
    interval: Interval | None


def summary(values: Sequence[float], resamples: int, seed: int) -> Summary:
    """All that is said of a sample; the values are those that were measured, so that none stands for 'nothing'."""
    return Summary(len(values), mean(values), sample_sd(values), mean_interval(values, resamples, seed))


def mean(values: Sequence[float]) -> Score:
    """Arithmetic mean. Not measured without a value."""
    return math.fsum(values) / len(values) if values else NotMeasured("there is no value")


def sample_sd(values: Sequence[float]) -> Score:
    """Sample standard deviation, with n - 1 below the line. Not measured for fewer than two values."""
    if len(values) < 2:
        return NotMeasured("fewer than two values")
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def mean_interval(values: Sequence[float], resamples: int, seed: int) -> Interval | None:
    """95% percentile bootstrap interval of the mean (Efron 1979): the values are drawn again with replacement.

    None for fewer than two values or no resamples. Same values in the same order, same seed: the same interval.
    """
    if resamples <= 0 or len(values) < 2:
        return None
    ends = np.percentile(_resampled(np.asarray(values, dtype=np.float64), resamples, seed), _PERCENTILES)
    # Rounding may carry a mean a last digit outside of what it averages.
    low, high = np.clip(ends, min(values), max(values))
    return float(low), float(high)


def _resampled(values: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    """The mean of each resample, shape (resamples,)."""
    random = np.random.default_rng(seed)
    step = max(1, _DRAWN_AT_ONCE // values.size)
    sizes = [min(step, resamples - begun) for begun in range(0, resamples, step)]
    return np.concatenate([values[random.integers(0, values.size, (size, values.size))].mean(axis=1) for size in sizes])


def alpha(units: Sequence[Sequence[str | None]]) -> Score:
    """Krippendorff's alpha of nominal categories: 1 is perfect agreement, 0 what chance would give, below 0 is worse.

    A unit holds what each rater called it, None where a rater did not judge it; a unit with fewer than two judgements
    says nothing. Krippendorff, Content Analysis (4th ed. 2018), chapter 12; Computing Krippendorff's Alpha-Reliability
    (2011). Not measured where nothing was judged twice, or where one category is all that was used.
    """
    counts = _counts(units)
    if not counts.size:
        return NotMeasured("nothing was judged by two")
    (value,) = _alphas(counts[None, :, :])
    return NotMeasured("only one category was used") if np.isnan(value) else float(value)


def alpha_interval(units: Sequence[Sequence[str | None]], resamples: int, seed: int) -> Interval | None:
    """95% percentile bootstrap interval of `alpha`: the units are drawn again with replacement.

    Resamples in which one category is all that was used have no alpha and are left out. None where alpha is not
    measured, or for no resamples. Same units in the same order, same seed: the same interval.
    """
    counts = _counts(units)
    if resamples <= 0 or len(counts) < 2 or isinstance(alpha(units), NotMeasured):
        return None
    random = np.random.default_rng(seed)
    step = max(1, _DRAWN_AT_ONCE // counts.size)
    sizes = [min(step, resamples - begun) for begun in range(0, resamples, step)]
    drawn = np.concatenate([_alphas(counts[random.integers(0, len(counts), (size, len(counts)))]) for size in sizes])
    drawn = drawn[~np.isnan(drawn)]
    if not drawn.size:
        return None
    low, high = np.percentile(drawn, _PERCENTILES)
    return float(low), float(high)


def _counts(units: Sequence[Sequence[str | None]]) -> NDArray[np.float64]:
    """How often each unit that two or more judged was put into each category, shape (units, categories)."""
    names = {name: number for number, name in enumerate(sorted({one for unit in units for one in unit if one}))}
    counts = np.zeros((len(units), len(names)))
    for number, unit in enumerate(units):
        for one in unit:
            if one:
                counts[number, names[one]] += 1
    twice: NDArray[np.float64] = counts[counts.sum(axis=1) >= 2]
    return twice


def _alphas(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Alpha of each sample of units; `counts` has the shape (samples, units, categories). NaN: only one category."""
    judged = counts.sum(axis=2)
    apart = (judged**2 - (counts**2).sum(axis=2)) / (judged - 1)
    used = counts.sum(axis=1)
    total = used.sum(axis=1)
    expected = (total**2 - (used**2).sum(axis=1)) / (total - 1)
    ratio: NDArray[np.float64] = np.full(len(total), np.nan)
    np.divide(apart.sum(axis=1), expected, out=ratio, where=expected > 0)
    return 1 - ratio
