"""Samples of scores: bounds, agreement with the standard library, and samples too small to say anything."""

from __future__ import annotations

import statistics as reference

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from consilience import statistics
from consilience.model import NotMeasured

samples = st.lists(st.floats(0, 1), min_size=2, max_size=40)


@given(samples)
def test_mean_and_deviation_are_those_of_the_standard_library(values: list[float]) -> None:
    """Mean and sample standard deviation (n - 1) agree with Python's own."""
    told = statistics.summary(values, 0, 0)
    assert told.n == len(values)
    assert told.mean == pytest.approx(reference.fmean(values))
    assert told.sd == pytest.approx(reference.stdev(values), abs=1e-9)


@given(samples, st.integers(0, 5))
@example([0.1] * 40, 0)  # whose mean, as floats are summed, is not quite 0.1
def test_the_interval_lies_within_the_values(values: list[float], seed: int) -> None:
    """A mean of resampled values never leaves their range, and the same seed gives the same interval."""
    interval = statistics.mean_interval(values, 50, seed)
    assert interval is not None
    assert min(values) <= interval[0] <= interval[1] <= max(values)
    assert interval == statistics.mean_interval(values, 50, seed)


def test_the_interval_covers_what_theory_says() -> None:
    """For 400 alternating zeros and ones the interval is close to 0.5 +- 1.96 * 0.5 / sqrt(400)."""
    interval = statistics.mean_interval([0.0, 1.0] * 200, 4000, 7)
    assert interval == pytest.approx((0.451, 0.549), abs=0.006)


def test_many_values_are_drawn_in_parts() -> None:
    """More values than are drawn at once still give every resample."""
    low, high = statistics.mean_interval([0.0, 1.0] * 300_000, 3, 0) or (0.0, 0.0)
    assert 0.49 < low <= high < 0.51


def test_small_samples_say_what_they_lack() -> None:
    """No value: no mean; one value: a mean, but neither deviation nor interval."""
    none, one = statistics.summary([], 100, 0), statistics.summary([0.4], 100, 0)
    assert isinstance(none.mean, NotMeasured) and none.n == 0 and none.interval is None
    assert one.mean == 0.4 and one.interval is None
    assert isinstance(one.sd, NotMeasured) and "fewer than two" in one.sd.reason
