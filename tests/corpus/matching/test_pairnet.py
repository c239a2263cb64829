"""The pair network: whether two statements answer the same question, in whatever words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.corpus.stages import facts_of

from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_view import View, unmasked_view, view_of
from consilience.model import Fact
from consilience.operators import OperatorError

TEXTS = st.text(st.characters(codec="utf-8"), max_size=80)


def _fact(heading: str, said: str, kind: str) -> Fact:
    (fact, *_) = [one for one in facts_of(f"# {heading}\n\n{said}") if one.value.kind == kind]
    return fact


ROUNDS = _fact("Rounds", "Nine emergency showers stand on the site, and all are tested on Wednesdays.", "count")
SHOWERS = _fact("Where the equipment is", "Five emergency showers are installed outside the dosing room.", "count")
STAFF = _fact("Where the equipment is", "Nine people work in the dosing room on a weekday.", "count")


def test_the_same_question_in_other_words_scores_higher() -> None:
    """Of statements with a number of the same kind, the one about the same thing is nearer."""
    same, other = pairnet.scores([(ROUNDS, SHOWERS), (ROUNDS, STAFF)])
    assert same > other + 1


def test_the_value_is_not_seen() -> None:
    """Another value of the same kind in the same words is the same score: agreement of values is no evidence."""
    told = [_fact("Screens", f"Staff get one {size}-inch screen for home.", "quantity") for size in (24, 27, 32)]
    scores = pairnet.scores([(told[0], told[1]), (told[0], told[2]), (told[1], told[2])])
    assert len(set(scores.tolist())) == 1


def test_no_score_depends_on_order_or_company() -> None:
    """Symmetric in the two facts, and the same alone as among others."""
    pairs = [(ROUNDS, SHOWERS), (STAFF, ROUNDS), (SHOWERS, STAFF), (ROUNDS, SHOWERS)]
    together = pairnet.scores(pairs)
    assert together.tolist() == [pairnet.scores([(b, a)])[0] for a, b in pairs]


def test_a_pair_in_a_batch_scores_as_it_does_alone() -> None:
    """Short and long pairs side by side, many of each length: padding and neighbours change nothing."""
    said = [
        f"The {name} is opened {times} every {day} by the keeper."
        for name in ("gate", "old mill gate by the weir")
        for times in ("once", "two times or at most three times")
        for day in ("Monday", "second Tuesday of a month")
    ]
    views = [unmasked_view("", text) for text in said]
    pairs = [(a, b) for a in views for b in views]
    together = pairnet.each_of(pairs, asked_from=-np.inf).tolist()
    assert [pairnet.each_of([pair], asked_from=-np.inf)[0].tolist() for pair in pairs] == together


def test_the_dearer_reader_is_asked_where_the_other_is_unsure() -> None:
    """A clear no of the aligned reader stands; everywhere else the joint one has its say."""
    told = pairnet.each_of([(view_of(a), view_of(b)) for a, b in [(ROUNDS, SHOWERS), (ROUNDS, STAFF)]])
    every = pairnet.each_of([(view_of(a), view_of(b)) for a, b in [(ROUNDS, SHOWERS), (ROUNDS, STAFF)]], -np.inf)
    sure = every[:, 0] < pairnet.OPEN
    assert sure.any() and (every[:, 0] != every[:, 1]).all()
    assert (told == np.where(sure[:, None], every[:, :1], every)).all()


def test_no_pairs_have_no_scores() -> None:
    """Nothing to read is an empty array, not an error."""
    assert pairnet.scores([]).shape == (0,)


@settings(max_examples=25)
@given(TEXTS, TEXTS)
def test_any_text_has_a_finite_score(one: str, other: str) -> None:
    """Empty texts, texts of unknown signs and long ones alike."""
    (score,) = pairnet.scores_of([(unmasked_view("", one), unmasked_view(other, other))])
    assert np.isfinite(score)


def test_a_view_marks_headings_and_the_place_of_the_value() -> None:
    """The text of a fact has its headings in front, and words for its kind in place of the value."""
    view = view_of(_fact("Desks", "Staff get one 24-inch screen for home.", "quantity"))
    assert view.text[: view.head] == "Desks: "
    assert "24" not in view.text
    assert view.text[view.start : view.end] == "some amount"


def test_an_altered_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that are not those of the card are no weights."""
    monkeypatch.setattr(pairnet, "card", lambda: {"sha256": {"pairnet.npz": "0" * 64, "pairnet.onnx": "0" * 64}})
    pairnet.weights.cache_clear()
    with pytest.raises(OperatorError, match=r"damaged \(pairnet.npz\)"):
        pairnet.scores_of([(View("a", 0, 1, 1), View("b", 0, 1, 1))])
    pairnet.weights.cache_clear()
    with pytest.raises(OperatorError, match=r"damaged \(pairnet.onnx\)"):
        pairnet.joint()
