"""The automatic pre-verdict and what it rests on: whether a text gives a known value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.study.baseline import load
from consilience.study.likeness import likeness
from consilience.study.verdict import automatic

CASES = Path(__file__).parent / "cases"
KEYS = {one.id: one for one in load().keys}


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file."""
    listed: list[dict[str, Any]] = yaml.safe_load((CASES / name).read_text("utf-8"))
    return listed


@pytest.mark.parametrize("case", cases("likeness.yaml"), ids=lambda case: f"{case['value']} in {case['said'][:40]}")
def test_how_a_text_gives_a_value(case: dict[str, Any]) -> None:
    """The same words are exact, other units, formats and languages equivalent, other values missing."""
    assert likeness(case["said"], case["value"], case["kind"]) == case["how"]


@pytest.mark.parametrize("case", cases("verdicts.yaml"), ids=lambda case: str(case["answer"])[:50])
def test_the_verdict_of_an_answer(case: dict[str, Any]) -> None:
    """Match, partial, differs or no answer, with the reason in words."""
    told = automatic(case["answer"], case.get("status", "scored"), [KEYS[name] for name in case["keys"]])
    assert told.verdict == case["verdict"]
    assert case.get("reason", "") in told.reason
    assert told.reason


@pytest.mark.parametrize("asked", load().queries, ids=lambda asked: asked.query.id)
def test_a_reference_answer_matches_itself(asked: Any) -> None:
    """The reference of every question is a match."""
    assert automatic(asked.query.reference, "scored", asked.keys).verdict == "match"


@pytest.mark.parametrize("one", load().manipulated, ids=lambda one: one.id)
def test_an_injected_sentence_is_no_match(one: Any) -> None:
    """The sentence of the counterpart differs from what the reference gives, for every manipulated relation."""
    said = one.quote.replace(one.canonical, one.injected)
    assert automatic(said, "scored", [one.key]).verdict == "differs"
    assert automatic(f"{one.quote} {said}", "scored", [one.key]).verdict == "partial"


@given(st.text(max_size=200))
def test_any_answer_has_a_verdict(answer: str) -> None:
    """No text makes the verdict fail, and a text without the value is no match."""
    told = automatic(answer, "scored", [KEYS["history-louis-xvi"]])
    assert told.verdict in ("differs", "no_answer")
