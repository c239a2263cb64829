"""Statements of a slot family beside each other: words that only two share, nearness of words, rivals."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from families_texts import rarities, said_of
from families_view import before_rivals, in_view
from families_words import few_share, words_near
from hypothesis import given
from hypothesis import strategies as st

FAMILY = {
    "statements": [
        {"heading": "Drugs > Mirvatol", "text": "Mirvatol is broken down by the liver."},
        {"heading": "", "text": "Enzymes in the liver degrade most of a dose of Mirvatol."},
        {"heading": "", "text": "Mirvatol leaves the body by the kidneys."},
        {"heading": "", "text": "Mirvatol is swallowed with a glass of water."},
    ]
}
PLACES = list(combinations(range(4), 2))


def test_a_word_counts_for_a_pair_where_no_third_statement_has_it() -> None:
    """Of the six pairs the first has most in common: "liver" stands in no other statement, the name in all."""
    said = [said_of(one) for one in FAMILY["statements"]]
    only, mass, _, texts, share = few_share(said, rarities([FAMILY])).T
    assert only[0] >= 1
    assert int(np.argmax(only)) == int(np.argmax(texts)) == int(np.argmax(share)) == 0
    assert mass[0] > 0


def test_nearness_of_words_does_not_depend_on_the_order_of_the_statements() -> None:
    """A family told backwards has the same figures for the same pairs; a statement is nearest to itself."""
    told = dict(zip(PLACES, words_near(FAMILY), strict=True))
    turned = words_near({"statements": FAMILY["statements"][::-1]})
    for (a, b), figures in zip(PLACES, turned, strict=True):
        assert np.allclose(figures, told[3 - b, 3 - a], atol=1e-5)
    twice = words_near({"statements": [FAMILY["statements"][1]] * 3})
    assert np.allclose(twice, 1, atol=1e-5)
    assert np.stack(list(told.values())).max() <= 1 + 1e-6


@given(st.lists(st.floats(-9, 9), min_size=28, max_size=28))
def test_a_pair_is_ahead_of_its_best_rival_by_the_lesser_of_both_sides(odds: list[float]) -> None:
    """The best rival of a pair is the better of the best rivals of its two statements; the best pair of a family has
    none that is better."""
    rows = np.array(odds)
    _, low, high = in_view(rows).T
    assert np.allclose(before_rivals(rows[:, None])[:, 0], low)
    assert (low <= high).all()
    assert low[int(np.argmax(rows))] >= 0
