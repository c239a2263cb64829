"""The judge as a whole: states, verdicts, score, and a justification that names what competes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.entries import acs
from consilience.answer.judge import EmbeddedJudge, parts_of
from consilience.model import Claim, ContestedValue, EvidenceConflict, NotMeasured, Passage, Quote, Verdict
from consilience.operators import Judge

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "grounding.yaml").read_text("utf-8"))
_QUOTE = Quote("b.md", 0, 19, "The fee is 20 EUR.")


def _evidence(*contexts: str) -> list[Passage]:
    return [Passage(f"context {number}", text) for number, text in enumerate(contexts, 1)]


def _claim(verdict: Verdict, *against: Quote) -> Claim:
    return Claim("The fee is 10 EUR.", 0, 18, verdict, against=against)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_grounding(case: dict[str, Any]) -> None:
    """Status, verdicts and score are those of the case file; without a score there are no parts, only a reason."""
    audit = EmbeddedJudge().judge(case["question"], case["answer"], _evidence(*case["contexts"]))
    assert audit.status == case.get("status", "scored"), audit.justification
    if "claims" in case:
        assert [one.verdict for one in audit.claims] == case["claims"]
    score = acs(audit)
    assert isinstance(score, NotMeasured) == ("status" in case)
    if not isinstance(score, NotMeasured):
        assert case.get("least", 0.0) <= score <= case.get("most", 1.0), audit.justification
    assert audit.justification.endswith((".", "…"))


def test_the_judge_is_an_operator() -> None:
    """It has a name and a version, and the protocol's method."""
    judge = EmbeddedJudge()
    assert isinstance(judge, Judge)
    assert (judge.spec.role, judge.spec.name) == ("J", "embedded")


def test_the_formula_of_the_parts() -> None:
    """Support is the share of supported claims; a contradicted claim costs its share, a contested one half of it."""
    assert parts_of(1.0, [_claim("supported")], ()).contradiction == 1.0
    half = parts_of(0.8, [_claim("supported"), _claim("contradicted", _QUOTE)], ())
    assert (half.alignment, half.support, half.contradiction) == (0.8, 0.5, 0.5)
    assert parts_of(1.0, [_claim("supported", _QUOTE), _claim("supported")], ()).contradiction == 0.75


def test_a_conflict_of_the_evidence_costs_the_more_the_more_certain_it_is() -> None:
    """The evidence disagrees about what was asked: 0.25 is left if that is certain, 0.5 if the answer took no side."""
    sides = (ContestedValue("10 EUR", (_QUOTE,)), ContestedValue("20 EUR", (_QUOTE,)))
    certain, likely, elsewhere = (
        EvidenceConflict("fee", "amount", sides, confidence=confidence, touches=touches)
        for confidence, touches in ((1.0, True), (0.4, True), (1.0, False))
    )
    assert parts_of(1.0, [_claim("supported")], (certain,)).contradiction == 0.25
    assert parts_of(1.0, [_claim("supported")], (likely,)).contradiction == 0.55
    assert parts_of(1.0, [_claim("supported")], (likely, certain)).contradiction == 0.25
    assert parts_of(1.0, [_claim("supported")], (elsewhere,)).contradiction == 0.5


@given(doubt=st.floats(0.0, 0.3), confidence=st.floats(0.3, 1.0))
def test_a_doubt_costs_less_than_any_conflict_that_is_told(doubt: float, confidence: float) -> None:
    """What is not certain enough to be told leaves 0.85 of contradiction or more; a conflict, clearly less."""
    sides = (ContestedValue("10 EUR", (_QUOTE,)), ContestedValue("20 EUR", (_QUOTE,)))
    told = EvidenceConflict("fee", "amount", sides, confidence=confidence)
    doubted = parts_of(1.0, [_claim("supported")], (), doubt).contradiction
    assert 0.85 <= doubted <= 1.0
    assert 0.25 <= parts_of(1.0, [_claim("supported")], (told,), doubt).contradiction <= doubted - 0.2


def test_the_justification_names_the_competing_statement_and_its_document() -> None:
    """Evidence that disagrees: the score is clearly lower, and both documents are named with what they say."""
    evidence = [
        Passage("prices.md", "The set-up fee for a fibre contract is 45 EUR."),
        Passage("faq.md", "The set-up fee for a fibre contract is 60 EUR."),
    ]
    audit = EmbeddedJudge().judge(
        "How much is the set-up fee for fibre?", "The set-up fee for a fibre contract is 45 EUR.", evidence
    )
    score = acs(audit)
    assert not isinstance(score, NotMeasured)
    assert 0.1 <= score <= 0.6
    assert [one.verdict for one in audit.claims] == ["supported"]
    assert "60 EUR" in audit.justification
    assert "faq.md" in audit.justification


def test_offsets_are_those_of_the_document() -> None:
    """A passage that begins at 1000 in its document gives quotes that begin there."""
    passage = Passage("guide.md", "Opening hours.\n\nThe canteen opens at 11:30.", start=1000)
    audit = EmbeddedJudge().judge("When does the canteen open?", "The canteen opens at 11:30.", [passage])
    (quote,) = audit.claims[0].support
    assert (quote.doc, quote.start, quote.end) == ("guide.md", 1016, 1043)
    assert quote.text == "The canteen opens at 11:30."
