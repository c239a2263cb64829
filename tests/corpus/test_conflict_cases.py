"""The YAML cases of `cases/conflicts.yaml`: documents, and what their owner expects to see flagged or set aside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.corpus.stages import decided, outcome

from consilience.corpus.conflicts import Decision

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases/conflicts.yaml").read_text("utf-8"))
BYSTANDER = "# Bees\n\nA queen bee lays 1,500 eggs on a day in June. The hive weighs 40 kg."
_KNOWN = {"name", "docs", "conflict", "conflict_kind", "sides", "apart", "known_miss"}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"], marks=outcome(case)) for case in CASES])
def test_decides_as_the_owner_of_the_documents_expects(case: dict[str, Any]) -> None:
    """What is expected is flagged, once and with its values; nothing else is; what is set aside says why."""
    _check(decided(case["docs"]), case)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES if "known_miss" not in case])
def test_names_line_ends_and_bystanders_do_not_matter(case: dict[str, Any]) -> None:
    """Other file names, another order, other line ends and an unrelated document change nothing."""
    renamed = {f"kb/{9 - n}-{id}": text.replace("\n", "\r\n") for n, (id, text) in enumerate(case["docs"].items())}
    _check(decided({**renamed, "bees.md": BYSTANDER}), case)


def _check(decision: Decision, case: Mapping[str, Any]) -> None:
    flagged = [(one.kind, [value.value for value in one.values]) for one in decision.conflicts]
    if "conflict" not in case and "conflict_kind" not in case:
        assert flagged == []
    else:
        assert len(flagged) == 1, flagged
        (conflict,) = decision.conflicts
        assert set(case.get("conflict", flagged[0][1])) == set(flagged[0][1])
        assert case.get("conflict_kind", conflict.kind) == conflict.kind
        sides = [len({place.doc for place in value.assertions}) for value in conflict.values]
        assert case.get("sides", sides) == sides
    if "apart" in case:
        assert case["apart"] in {pair.reason for pair in decision.set_aside}


def test_the_cases_are_well_formed() -> None:
    """Names are unique, no expectation is misspelt, and at most a third of the cases are known misses."""
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {key for case in CASES for key in case} <= _KNOWN
    assert 3 * sum("known_miss" in case for case in CASES) <= len(CASES)
