"""Query alignment: topic, kind of value, parts of the question, and the same thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.alignment import measure, so_many
from consilience.answer.claims import split
from consilience.answer.lacking import lacking
from consilience.answer.wanted import wanted
from consilience.model import Claim

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "alignment.yaml").read_text("utf-8"))


def _measured(question: str, answer: str) -> tuple[float, str]:
    return measure(question, answer, [Claim(one.text, one.start, one.end, "supported") for one in split(answer).claims])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['question']} {case['answer']}")
def test_alignment(case: dict[str, Any]) -> None:
    """The score lies within the bounds of the case file, and a reason in words comes with it."""
    score, reason = _measured(case["question"], case["answer"])
    assert case.get("least", 0.0) <= score <= case.get("most", 1.0), reason
    assert reason


def test_numbers_of_things_and_measures_are_told_apart() -> None:
    """ "The two fees" asks for two; "in the last two days" does not."""
    assert so_many("List the two fees.") == 2
    assert so_many("Name 3 fruits.") == 3
    assert so_many("What happened in the last two days?") == 0
    assert so_many("What is the fee?") == 0
    assert so_many("What is the genre of Six Feet Under?") == 0


def test_the_reason_names_what_is_missing() -> None:
    """A reader learns which part of the question is left."""
    assert _measured("List the two fees", "The setup fee is 10.")[1] == "the question asks for 2, the answer gives 1"


_ASKING = ("When is it due?", "Where is it kept?", "How much is it?", "Up to what age is it free?", "Who keeps it?")
_GIVING = {
    "When is it due?": ("5 May 2026", "10:30", "Monday"),
    "Where is it kept?": ("in the cellar", "at Dunmoor", "upstairs"),
    "How much is it?": ("€4.20", "3 kg", "12"),
    "Up to what age is it free?": ("16", "sixteen years", "12 years"),
}


def _lacks(question: str, answer: str) -> str:
    return lacking(question, wanted(question), answer)


@given(st.sampled_from(_ASKING), st.text(max_size=80))
def test_any_answer_lacks_something_or_nothing(question: str, answer: str) -> None:
    """Whatever is written, there is a reason in words or none; an answer to "who" is never said to lack its kind."""
    found = _lacks(question, answer)
    assert found == "" or found.startswith(("the answer gives no value", "the question asks"))
    assert found == "" or not question.startswith("Who")


_WORDS = st.sampled_from(["it", "rests", "green", "then", "quiet", "folded"])


@given(st.data(), st.lists(_WORDS, max_size=8).map(" ".join))
def test_an_answer_with_such_a_value_lacks_nothing(data: st.DataObject, around: str) -> None:
    """A time, a place or an amount counts wherever it stands in the answer."""
    question = data.draw(st.sampled_from(sorted(_GIVING)))
    given_one = data.draw(st.sampled_from(_GIVING[question]))
    assert _lacks(question, f"{around} {given_one}.") == ""
    assert _lacks(question, f"It rests {given_one} {around}.") == ""
