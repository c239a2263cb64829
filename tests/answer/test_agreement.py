"""The agreement of an answer with its reference: the YAML cases of `cases/agreement.yaml`, and what always holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.agreement import Agreement, agreement
from consilience.model import NotMeasured

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "agreement.yaml").read_text("utf-8"))
_WORDS = (
    "pump",
    "valve",
    "30",
    "days",
    "not",
    "no",
    "yes",
    "Oslo",
    "12 km",
    "the",
    "?",
    ".",
    "\n",
    "- ",
    "I don't know.",
)
_TEXTS = st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join) | st.text(max_size=80)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_cases(case: dict[str, Any]) -> None:
    """The score lies within the bounds of the case, and what it names as left out is what the answer does not give."""
    found = agreement(case["question"], case["answer"], case["reference"])
    if "why" in case:
        assert found == NotMeasured(case["why"])
        return
    assert isinstance(found, Agreement)
    assert case.get("least", 0.0) <= found.score <= case.get("most", 1.0)
    if "left_out" in case:
        assert list(found.left_out) == case["left_out"]


@given(_TEXTS, _TEXTS, _TEXTS)
def test_bounds(question: str, answer: str, reference: str) -> None:
    """Whatever the texts are, the parts lie in [0, 1] and the score between them; else there is a reason in words."""
    found = agreement(question, answer, reference)
    if isinstance(found, NotMeasured):
        assert found.reason
        return
    low, high = sorted((found.correct, found.complete))
    assert 0.0 <= low <= high <= 1.0
    assert low - 1e-9 <= found.score <= high + 1e-9


@given(_TEXTS, _TEXTS)
def test_itself(question: str, answer: str) -> None:
    """An answer agrees with itself, and leaves nothing of itself out."""
    found = agreement(question, answer, answer)
    if isinstance(found, Agreement):
        assert found.score == pytest.approx(1.0)
        assert found.left_out == ()


@pytest.mark.parametrize(
    "change",
    [
        "THE DEPOT IS 12 KM AWAY. THE GATE OPENS AT NOON.",
        "The gate opens at noon. The depot is 12 km away. 🚲",
        "The  depot is\n12 km away.   The gate opens at noon.",
        "The depot is 12 km away. The gate opens at noon. The depot is 12 km away.",
    ],
)
def test_form(change: str) -> None:
    """Capitals, order, white space, pictures and repetition change nothing."""
    question, reference = "How do I get in?", "It is 12,000 m away. The gate opens at noon, or at dusk in winter."
    plain = agreement(question, "The depot is 12 km away. The gate opens at noon.", reference)
    assert agreement(question, change, reference) == plain
