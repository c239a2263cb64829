"""Query alignment: topic, kind of value, parts of the question, and the same thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.answer.alignment import measure, so_many
from consilience.answer.claims import split
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


def test_the_reason_names_what_is_missing() -> None:
    """A reader learns which part of the question is left."""
    assert _measured("List the two fees", "The setup fee is 10.")[1] == "the question asks for 2, the answer gives 1"
