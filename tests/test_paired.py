"""Paired tests: agreement with what can be counted by hand and with SciPy, symmetry, and samples too small to say."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from consilience.model import NotMeasured
from consilience.paired import paired, permutation, rank_biserial, wilcoxon

scores = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
pairs = st.lists(st.tuples(scores, scores), max_size=9)


@given(pairs)
def test_exchanging_the_runs_changes_the_sign_and_nothing_else(sample: list[tuple[float, float]]) -> None:
    """p-values stay, differences and effect turn round."""
    one, other = paired(sample, 0, 0), paired([(b, a) for a, b in sample], 0, 0)
    assert (one.rose, one.fell, one.level) == (other.fell, other.rose, other.level)
    assert (one.permutation, one.wilcoxon) == (other.permutation, other.wilcoxon)
    if not isinstance(one.rank_biserial, NotMeasured):
        assert other.rank_biserial == -one.rank_biserial
        assert -1 <= one.rank_biserial <= 1


@given(pairs)
def test_the_permutation_test_counts_every_exchange(sample: list[tuple[float, float]]) -> None:
    """Up to thirteen pairs the p-value is the share of all exchanges whose mean is as far from zero."""
    hundredths = [round(100 * (b - a)) for a, b in sample]
    sums = [
        abs(sum(sign * one for sign, one in zip(signs, hundredths, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(hundredths))
    ]
    found = permutation([one / 100 for one in hundredths], 0)
    if any(hundredths):
        assert found == pytest.approx(sum(one >= abs(sum(hundredths)) for one in sums) / len(sums))
    else:
        assert isinstance(found, NotMeasured)


def test_many_pairs_are_sampled() -> None:
    """With 40 pairs the drawn exchanges come close to the t-test's p; the same seed gives the same figure."""
    differences = [((7 * n) % 11 - 4) / 20 for n in range(40)]
    found = permutation(differences, 3)
    assert found == permutation(differences, 3)
    assert found == pytest.approx(stats.ttest_1samp(differences, 0).pvalue, abs=0.02)


def test_the_effect_size_of_a_known_sample() -> None:
    """Ranks 1, 2, 3, 4 with the second fallen: (1 + 3 + 4 - 2) / 10."""
    assert rank_biserial([0.1, -0.2, 0.3, 0.4, 0.0]) == pytest.approx(0.6)


def test_wilcoxon_leaves_out_pairs_that_are_equal() -> None:
    """Zeros say nothing; five that fell out of five have two-sided p = 2/32."""
    assert wilcoxon([-0.1, -0.2, -0.3, -0.4, -0.5, 0.0, 0.0]) == pytest.approx(0.0625)


def test_rounding_does_not_break_ties() -> None:
    """0.3 - 0.2 and 0.2 - 0.1 are one difference, whatever their last digit says."""
    found = paired([(0.2, 0.3), (0.2, 0.1)], 0, 0)
    assert found.rank_biserial == 0.0 and found.permutation == 1.0


def test_what_is_too_small_says_so() -> None:
    """No pair: no mean; equal pairs: a mean difference of 0, but nothing to test."""
    none, equal = paired([], 100, 0), paired([(0.5, 0.5)] * 3, 100, 0)
    assert isinstance(none.difference, NotMeasured) and none.interval is None
    assert equal.difference == 0.0 and equal.level == 3 and equal.interval == (0.0, 0.0)
    assert equal.wilcoxon == equal.permutation == equal.rank_biserial == NotMeasured("no pair differs")
