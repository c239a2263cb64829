"""The YAML cases of `cases/qualifiers.yaml`: what keeps two statements from contradicting each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.corpus.stages import facts_of, outcome

from consilience.corpus.qualify import entity_apart, reason_apart
from consilience.model import Fact

OTHER_QUESTION = ("entity", "attribute", "period", "role", "region", "plan")
CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases/qualifiers.yaml").read_text("utf-8"))


def _fact(side: str, case: dict[str, Any]) -> Fact:
    """The first fact of one side, of the kind that the case asks for."""
    text = case[side] if case[side].startswith("#") else f"# Notes\n\n{case[side]}"
    return next(one for one in facts_of(text, f"{side}.md") if case.get("kind", one.value.kind) == one.value.kind)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"], marks=outcome(case)) for case in CASES])
def test_a_qualifier_keeps_apart_what_it_limits(case: dict[str, Any]) -> None:
    """The reason is that of the case, both ways round, and its words are a sentence."""
    a, b = _fact("a", case), _fact("b", case)
    reason, back = reason_apart(a, b), reason_apart(b, a)
    assert (reason and reason.kind) == (back and back.kind)
    if case.get("reason") == "any":
        assert reason is not None
    else:
        assert (reason.kind if reason else None) == case.get("reason")
    if reason is not None:
        assert reason.words[0].isupper() or reason.words.startswith(("a.md", "b.md"))
        assert reason.words.endswith(".")


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES if "known_miss" not in case])
def test_what_speaks_of_another_thing_is_another_key(case: dict[str, Any]) -> None:
    """Another entity, attribute, period, place or person is another key, whatever the values; other reasons leave the
    key alone."""
    a, b = _fact("a", case), _fact("b", case)
    apart, reason = entity_apart(a, b), reason_apart(a, b)
    assert apart is None or apart.kind in OTHER_QUESTION
    if case.get("reason") not in OTHER_QUESTION:
        assert apart is None
    elif reason is not None and not reason.words.startswith(("One speaks of", "The dates say")):
        assert apart is not None


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_nothing_keeps_a_statement_apart_from_itself(case: dict[str, Any]) -> None:
    """A statement and its copy in another document differ in no qualifier."""
    text = case["a"] if case["a"].startswith("#") else f"# Notes\n\n{case['a']}"
    for first, second in zip(facts_of(text, "a.md"), facts_of(text, "b.md"), strict=True):
        assert reason_apart(first, second) is None
        assert entity_apart(first, second) is None


def test_the_cases_are_well_formed() -> None:
    """Names are unique, no part is misspelt, and at most a third are known misses."""
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {key for case in CASES for key in case} <= {"name", "a", "b", "kind", "reason", "known_miss"}
    assert 3 * sum("known_miss" in case for case in CASES) <= len(CASES)
