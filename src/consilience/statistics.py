"""What is said of a sample of scores: mean, sample standard deviation, bootstrap interval of the mean. Pure functions.

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
