"""The state of the evidence for a question: sufficient, insufficient or conflicting."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from consilience.answer import evidence
from consilience.answer.state import STATES, State, state_of
from consilience.model import Passage

ANSWERED = ("What is the boiling point of ethanol?", ["The boiling point of ethanol is 78.4 °C at normal pressure."])
DISPUTED = (
    "Does daily fasting improve sleep?",
    [
        "A 2022 trial found that daily fasting improved sleep, with higher quality in 62% of the participants.",
        "However, a 2023 review concluded that daily fasting reduces sleep and is ineffective and harmful.",
        "Critics argue that both studies are flawed; experts dispute the benefits of fasting for sleep.",
    ],
)
ELSEWHERE = (
    "How many employees does the Arlen Glass company have?",
    ["Bright Foods launched a popular granola line and offers free shipping to new customers."],
)


def _state(case: tuple[str, Sequence[str]]) -> State:
    question, texts = case
    return state_of(question, evidence.read([Passage(f"context {n}", text) for n, text in enumerate(texts, 1)]))


@pytest.mark.parametrize(
    ("case", "expected"), [(ANSWERED, "sufficient"), (DISPUTED, "conflicting"), (ELSEWHERE, "insufficient")]
)
def test_tells_the_state(case: tuple[str, Sequence[str]], expected: str) -> None:
    """A plain answer suffices, opposed findings conflict, passages about something else do not suffice."""
    assert _state(case).name == expected


@pytest.mark.parametrize("texts", [[], [""], [" \n"]])
def test_no_evidence_is_insufficient(texts: Sequence[str]) -> None:
    """Without a word of evidence nothing is answered, and that is certain."""
    assert _state(("What is the boiling point of ethanol?", texts)) == State("insufficient", (0.0, 1.0, 0.0))


@pytest.mark.parametrize("case", [ANSWERED, DISPUTED, ELSEWHERE])
def test_order_and_copies_do_not_matter(case: tuple[str, Sequence[str]]) -> None:
    """Passages in another order, and one given twice, leave the probabilities as they are."""
    question, texts = case
    assert _state((question, [*reversed(texts), texts[0]])) == _state(case)


def test_probabilities_are_shares() -> None:
    """One probability a state, together 1, the largest belongs to the state that is told."""
    told = _state(DISPUTED)
    assert sum(told.probabilities) == pytest.approx(1.0, abs=1e-3)
    assert told.name == STATES[max(range(3), key=told.probabilities.__getitem__)]
