"""The verdict of a claim against the evidence: cases, and what must not move a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.answer.claims import split
from consilience.answer.evidence import read
from consilience.answer.support import verdicts
from consilience.model import Claim, Passage

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "support.yaml").read_text("utf-8"))
FEES = "Returns are free within 30 days of delivery. After that a fee of 12 euros is charged."
ELSEWHERE = [
    "The observatory on the hill has a mirror of 1.2 metres. It is open to schools in winter.",
    "Bread dough rests overnight in the cold room before it is shaped.",
]


def judged(answer: str, evidence: list[str], question: str = "") -> tuple[Claim, ...]:
    passages = [Passage(f"context {place}", text) for place, text in enumerate(evidence, 1)]
    return verdicts(question, split(answer).claims, read(passages))


def said(claims: tuple[Claim, ...]) -> list[tuple[str, str, float, list[str], list[str]]]:
    """All of a verdict but where things stand."""
    return [
        (one.text, one.verdict, one.confidence, [q.text for q in one.support], [q.text for q in one.against])
        for one in claims
    ]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_verdicts(case: dict[str, Any]) -> None:
    """Each claim gets the verdict that a person would give it."""
    claims = judged(case["answer"], case["evidence"], case.get("question", ""))
    assert [one.verdict for one in claims] == case["verdicts"], [(one.reason, one.confidence) for one in claims]


def test_the_deciding_statement_is_quoted() -> None:
    """A supported claim names the statement that supports it, where it stands in its passage."""
    (claim,) = judged("Returns are free within 30 days of delivery.", [*ELSEWHERE, FEES])
    (quote, *_) = claim.support
    assert quote.doc == "context 3"
    assert FEES[quote.start : quote.end] == quote.text == "Returns are free within 30 days of delivery."


def test_a_contradiction_names_both_values() -> None:
    """A contradicted claim quotes the statement against it and says which values differ."""
    (claim,) = judged("Returns are free within 14 days of delivery.", [FEES])
    assert claim.verdict == "contradicted"
    assert claim.against[0].text == "Returns are free within 30 days of delivery."
    assert "14 days" in claim.reason
    assert "30 days" in claim.reason


def test_a_supported_claim_is_contested_by_another_document() -> None:
    """Support by one statement does not hide that another contradicts the claim."""
    (claim,) = judged(
        "The deposit for a locker is 5 euros.",
        ["The deposit for a locker is 5 euros.", "The deposit for a locker is 10 euros."],
    )
    assert claim.contested
    assert [quote.text for quote in claim.against] == ["The deposit for a locker is 10 euros."]


def test_an_unsupported_claim_says_what_is_missing() -> None:
    """The reason names words of the claim that the evidence lacks."""
    (claim,) = judged("Returns are free for members of the zoological society.", [FEES])
    assert claim.verdict == "unsupported"
    assert "zoological" in claim.reason


def test_the_order_of_the_evidence_moves_nothing() -> None:
    """The same passages in another order give the same verdicts, confidences and quotes."""
    answer = "Returns are free within 30 days. The fee is 15 euros after that. The mirror measures 1.2 metres."
    given = [FEES, *ELSEWHERE]
    assert said(judged(answer, given)) == said(judged(answer, given[::-1]))


def test_irrelevant_passages_move_nothing() -> None:
    """Passages about something else change no verdict and no confidence."""
    answer = "Returns are free within 30 days of delivery. A fee of 12 euros is charged after that."
    assert said(judged(answer, [FEES])) == said(judged(answer, [FEES, *ELSEWHERE]))


@pytest.mark.parametrize(
    "told",
    [
        "  Returns are free\n within 30 days. ",
        "RETURNS ARE FREE WITHIN 30 DAYS.",
        "Returns are free within 30 days. 🙂",
    ],
)
def test_dress_moves_no_verdict(told: str) -> None:
    """White space, capitals and emoji leave a verdict as it is."""
    assert [one.verdict for one in judged(told, [FEES])] == ["supported"]


def test_no_claims() -> None:
    """An answer without a claim has no verdicts."""
    assert judged("", [FEES]) == ()
