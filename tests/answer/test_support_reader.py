"""The support reader: what it says of the words of a claim, and what it does with nothing to read."""

from __future__ import annotations

import numpy as np
import pytest

from consilience.answer.evidence import read as read_evidence
from consilience.answer.support_marks import MARKS, Marked, marked
from consilience.answer.support_model import shipped
from consilience.answer.support_reader import NAMES, read
from consilience.answer.support_windows import Ground, window
from consilience.answer.support_words import words_of
from consilience.model import Passage

STATEMENT = "The team was pleased that sales rose by 12 percent in the third quarter."
ELSEWHERE = "Bread dough rests overnight in the cold room before it is shaped."


def of(claim: str, *texts: str) -> Marked:
    ground = Ground(read_evidence([Passage(str(place), text) for place, text in enumerate(texts)]))
    words = words_of(claim)
    (vector,) = ground.evidence.encode([claim])
    return marked(claim, words, window(words, ground.nearest(words, vector), ground), ground)


def told(claim: str, *texts: str) -> dict[str, float]:
    return dict(zip(NAMES, read(of(claim, *texts), shipped().reader), strict=True))


RIGHT = "Sales grew by 12 percent in the third quarter."


@pytest.mark.parametrize(
    "wrong",
    [
        "Sales fell by 12 percent in the third quarter.",
        "Sales grew by 19 percent in the third quarter.",
        "Sales grew by 12 percent in the second quarter.",
        "Sales did not grow by 12 percent in the third quarter.",
    ],
)
def test_one_wrong_word_stands_out(wrong: str) -> None:
    """A claim in other words is likelier than the same with one word that the statement does not say, whose worst word
    is worse."""
    right, turned = told(RIGHT, STATEMENT), told(wrong, STATEMENT)
    assert turned["reader"] < right["reader"]
    assert turned["reader_worst"] > right["reader_worst"]


def test_other_statements_do_not_support() -> None:
    """A claim is likelier beside the statement that it comes from than beside one of something else."""
    assert told(STATEMENT, STATEMENT)["reader"] > told(STATEMENT, ELSEWHERE)["reader"]


def test_order_and_repetition_say_nothing() -> None:
    """Passages in another order, or one of them twice, are read the same."""
    first = told(RIGHT, STATEMENT, ELSEWHERE)
    assert told(RIGHT, ELSEWHERE, STATEMENT) == first
    assert told(RIGHT, STATEMENT, ELSEWHERE, STATEMENT) == first


def test_marks_have_a_row_for_each_word() -> None:
    """Each word of the claim has its marks and states; a claim without a word has none, and the odds are even."""
    found, nothing = of(RIGHT, STATEMENT), of("...", STATEMENT)
    assert found.marks.shape == (len(words_of(RIGHT).all), MARKS)
    assert len(found.own) == len(found.other) == len(found.marks)
    assert np.isfinite(found.marks).all()
    assert not len(nothing.marks)
    assert read(nothing, shipped().reader) == [0.0, 0.0, 0.0]


def test_very_long_texts_are_read() -> None:
    """Words beyond what the encoder reads are words still; nothing is undefined."""
    long = " ".join(["reading room"] * 300)
    assert all(np.isfinite(list(told(long, long).values())))
