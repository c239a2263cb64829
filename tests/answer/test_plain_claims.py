"""Claims of a few words: a single word decides what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.answer.claims import split
from consilience.answer.evidence import read
from consilience.answer.support import verdicts
from consilience.model import Passage

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "plain-claims.yaml").read_text("utf-8"))


def _is_supported(case: dict[str, Any]) -> bool:
    (claim,) = verdicts(case["question"], split(case["answer"]).claims, read([Passage("a.md", case["evidence"])]))
    return claim.verdict == "supported"


@pytest.mark.parametrize(("part", "least"), [("chosen", 0.85), ("held", 0.75)])
def test_plain_claims_are_told(part: str, least: float) -> None:
    """Of the claims that are supported most are told so, and of the others most are not."""
    cases = [case for case in CASES if case["part"] == part]
    wrong = [case for case in cases if _is_supported(case) is not case["supported"]]
    for supported in (True, False):
        among, missed = (sum(case["supported"] is supported for case in some) for some in (cases, wrong))
        assert missed <= (1 - least) * among, [case["answer"] for case in wrong]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("What does the pump need?", "The pump is broken."), ("What does the pump need?", "The pump needs oil.")],
)
def test_another_predicate_is_not_supported(question: str, answer: str) -> None:
    """What is said of a thing is not what the evidence says of it: no support, and the reason names the word."""
    (claim,) = verdicts(question, split(answer).claims, read([Passage("a.md", "The pump needs water every week.")]))
    assert claim.verdict == "unsupported"
    assert answer.rstrip(".").split()[-1] in claim.reason


def test_a_word_of_the_question_is_not_new() -> None:
    """A claim may use the words of the question for what the evidence says in others."""
    evidence = read([Passage("a.md", "Cards are accepted at the desk.")])
    (claim,) = verdicts("Can I pay by card?", split("You can pay by card.").claims, evidence)
    assert claim.verdict == "supported"


def test_what_is_said_of_something_else_does_not_support() -> None:
    """A passage that says something alike of another thing makes a new word no less new."""
    about = [Passage("a.md", "The pump needs water every week."), Passage("b.md", "The old mill is damaged.")]
    for passages in (about, about[::-1]):
        (claim,) = verdicts("What does the pump need?", split("The pump is broken.").claims, read(passages))
        assert claim.verdict == "unsupported"
