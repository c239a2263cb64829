"""The YAML cases of `cases/facts.yaml`: a document, the facts in it, and what is no fact."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.corpus.stages import facts_of, outcome

from consilience.model import Fact

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent.parent / "cases/facts.yaml").read_text("utf-8"))
_CASE = {"name", "id", "text", "facts", "only", "never", "known_miss"}
_FACT = {"kind", "value", "phrase", "normalized", "entity", "relation", "section", "context", "qualifiers"}


def _shown(fact: Fact) -> dict[str, Any]:
    """A fact in the terms of a case."""
    kinds = sorted({kind for kind, _ in fact.qualifiers})
    value = {"kind": fact.value.kind, "value": fact.value.text, "phrase": fact.phrase, "qualifiers": kinds}
    names = {"entity": fact.entity, "relation": fact.relation, "section": fact.section, "context": fact.context}
    return {**value, **names, "normalized": fact.value.normalized}


def _is(shown: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    return all(shown[name] == wanted for name, wanted in expected.items())


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"], marks=outcome(case)) for case in CASES])
def test_reads_the_facts_that_a_careful_reader_reads(case: dict[str, Any]) -> None:
    """Every expected fact is read, with the given parts; with `only` nothing else, and never a text of `never`."""
    found = [_shown(fact) for fact in facts_of(case["text"], case.get("id", "case.md"))]
    expected = case.get("facts", [])
    for one in expected:
        assert any(_is(shown, one) for shown in found), (one, found)
    if case.get("only"):
        assert [shown for shown in found if not any(_is(shown, one) for one in expected)] == []
    assert not {shown["value"] for shown in found} & set(case.get("never", ()))


def test_the_cases_are_well_formed() -> None:
    """Names are unique, every case can fail, no part is misspelt, and at most a third are known misses."""
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {key for case in CASES for key in case} <= _CASE
    assert {key for case in CASES for fact in case.get("facts", ()) for key in fact} <= _FACT
    assert all(case.get("facts") or case.get("only") or case.get("never") for case in CASES)
    assert 3 * sum("known_miss" in case for case in CASES) <= len(CASES)
