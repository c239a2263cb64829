"""The second look: what a pair's rivals and supporters say of it."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.corpus.matching import features, model, second_look
from consilience.corpus.matching.second_look import NAMES, FirstLook
from consilience.operators import OperatorError

COUNT = 6
PLACES = list(combinations(range(COUNT), 2))
ODDS = st.lists(st.floats(-8, 8), min_size=len(PLACES), max_size=len(PLACES))


def looked(pairs: list[tuple[int, int]], odds: list[float]) -> FirstLook:
    """Pairs of which nothing is known but their log odds."""
    a, b = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    rows = np.zeros((len(pairs), len(features.NAMES)), dtype=np.float32)
    told = np.array(odds, dtype=float)
    return FirstLook(a, b, rows, told, np.zeros(len(pairs)), told, np.zeros(len(pairs), dtype=bool))


STRANGERS = [(place, place + 1) for place in range(10, 50, 2)]  # the rest of a block


def among_others(pairs: list[tuple[int, int]], odds: list[float]) -> list[float]:
    """What is said of pairs in a block that holds others."""
    return odds_of([*pairs, *STRANGERS], [*odds, *[-3.0] * len(STRANGERS)])[: len(pairs)]


def odds_of(pairs: list[tuple[int, int]], odds: list[float]) -> list[float]:
    return [float(one) for one in second_look.log_odds(looked(pairs, odds), np.arange(len(pairs)))]


@given(ODDS, st.permutations(range(COUNT)), st.permutations(range(len(PLACES))))
def test_neither_order_nor_names_matter(odds: list[float], names: list[int], order: list[int]) -> None:
    """Pairs in another order, turned round, of statements with other numbers, are told the same."""
    plain = odds_of(PLACES, odds)
    renamed = [(names[b], names[a]) for a, b in (PLACES[place] for place in order)]
    again = odds_of(renamed, [odds[place] for place in order])
    assert again == pytest.approx([plain[place] for place in order], abs=1e-9)


@given(ODDS)
def test_a_sure_pair_is_not_turned_round(odds: list[float]) -> None:
    """Whatever the others say, the log odds of a pair move by two at most."""
    assert np.abs(np.array(odds_of(PLACES, odds)) - odds).max() <= 2 + 1e-9


@given(ODDS)
def test_only_what_is_asked_is_told(odds: list[float]) -> None:
    """A pair is told the same whether it alone is asked for or all are."""
    alone = second_look.log_odds(looked(PLACES, odds), np.array([4]))
    assert alone.shape == (1,) and float(alone[0]) == pytest.approx(odds_of(PLACES, odds)[4], abs=1e-9)


def test_nothing_asked_is_nothing_told() -> None:
    """No pair, or none that is asked for, gives no odds."""
    nothing = np.array([], dtype=np.int64)
    assert second_look.log_odds(looked([], []), nothing).shape == (0,)
    assert second_look.log_odds(looked([(0, 1)], [1.0]), nothing).shape == (0,)


def test_a_better_rival_speaks_against_a_pair() -> None:
    """Where one statement fits a third one much better, which the other does not fit, the pair is less likely."""
    (free, *_), (rivalled, *_) = (among_others([(0, 1), (0, 2)], [1.0, rival]) for rival in (-5.0, 5.0))
    assert rivalled < free


def test_a_common_partner_speaks_for_a_pair() -> None:
    """Where both statements fit a third one, the pair is likelier than where one of them does not fit it."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    supported, opposed = (among_others(pairs, [0.5, 3.0, third])[0] for third in (3.0, -3.0))
    assert supported > opposed


def test_the_card_has_a_weight_for_every_figure() -> None:
    """And a shift."""
    assert len(model.card()["second_look"]) == len(NAMES) + 1


def test_families_are_reported_by_weights_that_did_not_see_them(repository: Path) -> None:
    """training/folds holds weights of the figures of this version for each domain once."""
    held = json.loads((repository / "training" / "folds" / "second-look.json").read_text("utf-8"))
    assert tuple(held["figures"]) == NAMES
    assert all(len(one["weights"]) == len(NAMES) + 1 for one in held["folds"])
    domains = [domain for one in held["folds"] for domain in one["domains"]]
    assert len(domains) == len(set(domains)) > 0


def test_weights_of_other_figures_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of other figures than this version computes is an OperatorError, not a wrong answer."""
    other = {**model.card(), "second_look_figures": ["odds"]}
    monkeypatch.setattr(model, "card", lambda: other)
    with pytest.raises(OperatorError, match="second look"):
        odds_of([(0, 1)], [1.0])
