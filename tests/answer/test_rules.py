"""The judge by rules: the same states and records as the embedded judge, without a network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.answer.entries import acs
from consilience.answer.rules import RulesJudge
from consilience.model import AnswerAudit, NotMeasured, Passage
from consilience.operators import Judge, load

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "grounding.yaml").read_text("utf-8"))
_QUESTION = "How heavy may a rucksack be?"
_EVIDENCE = (
    Passage("a.md", "A rucksack may weigh 9 kg at most. It goes below the seat."),
    Passage("b.md", "A rucksack may weigh 12 kg at most."),
    Passage("c.md", "The hive weighs 40 kg in June."),
)
_NO_NETWORK = """
import sys
import onnxruntime
def refuse(*_, **__):
    sys.exit("a network was opened")
onnxruntime.InferenceSession.run = refuse
from consilience.answer.rules import RulesJudge
from consilience.model import Passage
told = RulesJudge().judge(
    "How heavy may a rucksack be?", "A rucksack may weigh 9 kg.",
    [Passage("a", "A rucksack may weigh 9 kg at most."), Passage("b", "A rucksack may weigh 12 kg at most.")],
)
print(told.status, len(told.conflicts))
"""


def _judged(answer: str, *evidence: Passage) -> AnswerAudit:
    return RulesJudge().judge(_QUESTION, answer, evidence)


@pytest.mark.parametrize("case", CASES, ids=lambda one: one["name"])
def test_grounding(case: dict[str, Any]) -> None:
    """The cases of the embedded judge come out the same."""
    evidence = [Passage(f"context {number}", text) for number, text in enumerate(case["contexts"], 1)]
    audit = RulesJudge().judge(case["question"], case["answer"], evidence)
    assert audit.status == case.get("status", "scored"), audit.justification
    assert [one.verdict for one in audit.claims] == case.get("claims", [one.verdict for one in audit.claims])
    score = acs(audit)
    assert isinstance(score, NotMeasured) == ("status" in case)
    if not isinstance(score, NotMeasured):
        assert case.get("least", 0.0) <= score <= case.get("most", 1.0), audit.justification


def test_it_is_found_by_name() -> None:
    """`--judge rules` finds it, and its results say so."""
    judge = load("judge", "rules")
    assert isinstance(judge, Judge)
    assert (judge.spec.role, judge.spec.name) == ("J", "rules")


def test_it_runs_no_network() -> None:
    """Claims, conflicts and alignment are told though no network can run."""
    done = subprocess.run([sys.executable, "-c", _NO_NETWORK], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["scored", "1"]


def test_evidence_that_disagrees_is_told() -> None:
    """Both sides of a conflict are quoted, and the score is clearly lower."""
    audit = _judged("A rucksack may weigh 9 kg at most.", *_EVIDENCE)
    (conflict,) = audit.conflicts
    assert {quote.doc for side in conflict.values for quote in side.quotes} == {"a.md", "b.md"}
    score = acs(audit)
    assert isinstance(score, float) and score <= 0.5


@pytest.mark.parametrize("answer", ["A rucksack may weigh 9 kg at most.", "It may weigh 15 kg.", "I don't know."])
def test_order_and_bystanders_do_not_matter(answer: str) -> None:
    """The passages turned round, or without one that is about something else, give the same verdicts and score."""
    told = [_judged(answer, *some) for some in (_EVIDENCE, _EVIDENCE[::-1], _EVIDENCE[:2])]
    assert len({(one.status, acs(one) if one.parts else None, len(one.conflicts)) for one in told}) == 1
    assert len({tuple((claim.verdict, claim.reason) for claim in one.claims) for one in told}) == 1
