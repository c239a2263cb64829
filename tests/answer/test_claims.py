"""An answer as claims: what counts as one, where it stands, and what does not matter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.claims import split

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases" / "claims.yaml").read_text("utf-8"))
_WRITTEN = st.text(st.sampled_from("ab. ,;:!?\n\t-*#|_[]1)🚀é'\"…\r`") | st.characters(), max_size=120)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_claims_and_refusals(case: dict[str, Any]) -> None:
    """Claims and refusals are those of the case file; an answer without claims abstains."""
    found = split(case["answer"])
    assert [one.text for one in found.claims] == case.get("claims", [])
    assert [one.text for one in found.refusals] == case.get("refusals", [])
    assert found.abstains == (not case.get("claims"))


@given(_WRITTEN)
def test_spans_are_exact(answer: str) -> None:
    """Whatever the answer, a span is what stands there, spans are in order and do not overlap."""
    found = split(answer)
    for part in (found.claims, found.refusals):
        end = 0
        for one in part:
            assert one.text == answer[one.start : one.end]
            assert one.start >= end
            assert any(map(str.isalnum, one.text))
            end = one.end


def test_marks_of_citations_are_no_part_of_what_is_compared() -> None:
    """ "[1]" behind a claim is not a number that the evidence would have to contain."""
    (claim,) = split("The fee is **10 EUR** [1][2].").claims
    assert claim.plain == "The fee is 10 EUR."
    assert claim.text == "The fee is **10 EUR** [1][2]."
