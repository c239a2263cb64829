"""Values that are not read because no pair of them can be told: the pairs that are told stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer import evidence
from consilience.answer.contest_asked import candidates, kinds_of, placed
from consilience.answer.contest_features import RULES
from consilience.answer.contest_pairs import pairs
from consilience.answer.contest_reach import within_reach
from consilience.answer.vectors import WORDS
from consilience.model import Passage

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases/contest.yaml").read_text("utf-8"))
TEXTS = sorted({text for case in CASES for text in case["evidence"]})
LEAST = st.sampled_from([0.01, 0.05, 0.3, 0.6])


QUESTION = "What is the notice period of a night shift at the harbour depot?"
ABOUT = (
    "The notice period of a night shift at the harbour depot is {} days.",
    "The notice period of a night shift is {} days.",
    "Notice of a night shift is given {} days before.",
    "The notice period of a lease is {} months.",
    "At the harbour depot a shift lasts {} hours.",
    "The harbour depot stands {} metres above the sea and was built by Marta Quist.",
    "A shift at the bakery begins at {} o'clock.",
    "At night the depot is lit by {} lamps.",
    "The harbour has {} cranes.",
    "The period rooms hold {} chairs.",
)


def _read(texts: Sequence[str]) -> evidence.Evidence:
    return evidence.read([Passage(f"{number}.md", text) for number, text in enumerate(texts)], WORDS)


def _same(question: str, read: evidence.Evidence, least: float) -> tuple[int, int]:
    """The pairs are the same; how many values were read for them, and how many there are."""
    every, some = candidates(question, read), within_reach(placed(question, read), kinds_of(question), least, RULES)
    whole, found = (pairs(values, least, RULES) for values in (every, some))
    assert [one for one in found if one.probability >= least] == [one for one in whole if one.probability >= least]
    return len(some), len(every)


@given(st.sampled_from(CASES), st.lists(st.sampled_from(TEXTS), max_size=8), LEAST)
def test_the_pairs_of_a_case_are_those_of_all_values(case: dict[str, Any], others: list[str], least: float) -> None:
    """Whatever else the evidence holds, every pair of a probability of `least` or more is found among the values that
    are read, with the same features."""
    _same(case["question"], _read([*case["evidence"], *others]), least)


@given(st.lists(st.tuples(st.sampled_from(ABOUT), st.integers(2, 30)), min_size=2, max_size=12), LEAST)
def test_the_pairs_of_a_question_are_those_of_all_values(told: list[tuple[str, int]], least: float) -> None:
    """So they are where statements share much, little or nothing with the question, and some share as much."""
    _same(QUESTION, _read([text.format(value) for text, value in told]), least)


def test_values_that_cannot_matter_are_not_read() -> None:
    """Beside statements that answer the question, those that share a word with it are left alone."""
    read, among = _same(QUESTION, _read([text.format(9 + place) for place, text in enumerate(ABOUT)]), 0.6)
    assert 2 <= read < among
