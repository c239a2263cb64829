"""Samples of scores: bounds, agreement with the standard library, and samples too small to say anything."""

from __future__ import annotations

import statistics as reference
from random import Random

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


def _units(*raters: str) -> list[list[str | None]]:
    """One string a rater, one letter a unit; a dot where a rater did not judge it."""
    return [[None if one == "." else one for one in unit] for unit in zip(*raters, strict=True)]


# Worked examples A, B and C of K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).
_WORKED = {
    "two raters, two categories": (("0100000010", "1110010000"), 0.095),
    "two raters, five categories": (("aabbdcccedda", "babbbccceddd"), 0.692),
    "four raters, gaps": (("123321412...", "1233224125.3", ".3332342251.", "12332441251."), 0.743),
}


@pytest.mark.parametrize("name", sorted(_WORKED))
def test_alpha_is_that_of_the_worked_examples(name: str) -> None:
    """The three nominal examples that its author works out by hand, to the digits he prints."""
    raters, told = _WORKED[name]
    assert statistics.alpha(_units(*raters)) == pytest.approx(told, abs=5e-4)


_JUDGED = st.lists(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=2, max_size=3), max_size=30)


@given(_JUDGED, st.randoms(use_true_random=False))
def test_alpha_knows_no_order(units: list[list[str | None]], random: Random) -> None:
    """Neither the order of units nor that of raters matters, and alpha is never above 1."""
    told = statistics.alpha(units)
    shuffled = [random.sample(unit, len(unit)) for unit in random.sample(units, len(units))]
    again = statistics.alpha(shuffled)
    if isinstance(told, NotMeasured):
        assert again == told
    else:
        assert again == pytest.approx(told) and told <= 1


@given(_JUDGED)
def test_alpha_is_1_where_all_agree(units: list[list[str | None]]) -> None:
    """Everybody says what the first said; with one category alone there is nothing to agree about."""
    same: list[list[str | None]] = [[unit[0] or "a"] * 2 for unit in units]
    told = statistics.alpha(same)
    if len({unit[0] for unit in same}) > 1:
        assert told == 1
    else:
        assert isinstance(told, NotMeasured)


def test_the_interval_of_alpha_holds_it_and_narrows() -> None:
    """Ten times the units, the same agreement: the interval is narrower, and the same seed gives the same one."""
    few = _units("aabbcabcab", "aabbcabcba")
    wide, narrow = (statistics.alpha_interval(few * times, 2000, 3) for times in (2, 20))
    told = statistics.alpha(few * 20)
    assert wide is not None and narrow is not None and isinstance(told, float)
    assert narrow[0] < told < narrow[1] and narrow[1] - narrow[0] < (wide[1] - wide[0]) / 2
    assert narrow == statistics.alpha_interval(few * 20, 2000, 3)


def test_an_alpha_that_cannot_be_measured_says_why() -> None:
    """Nothing judged twice, or one category alone: a reason, and no interval."""
    for units, why in (([], "by two"), ([["a", None]], "by two"), ([["a", "a"]] * 5, "one category")):
        told = statistics.alpha(units)
        assert isinstance(told, NotMeasured) and why in told.reason
        assert statistics.alpha_interval(units, 100, 0) is None
