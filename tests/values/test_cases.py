"""The YAML cases of `cases/`, one file a kind: two texts and how their values relate, and what is found in a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.model import Value
from consilience.values import category, compare, order, place, polarity, scan

CASES = {
    path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("cases/*.yaml"))
}
# Kinds whose value is a whole phrase: what `scan` cannot know, the reader of a statement does.
_WHOLE: dict[str, Callable[[str], Value]] = {
    "place": place,
    "category": category,
    "order": lambda text: order(text.split(" > ")),
}
RELATIONS = ("same", "compatible", "different", "incomparable")


def _pairs() -> list[Any]:
    return [
        pytest.param(kind, relation, a, b, id=f"{kind}-{relation}-{a}-{b}")
        for kind, cases in CASES.items()
        for relation in RELATIONS
        for a, b in cases[relation]
    ]


def _read(side: str | dict[str, str]) -> tuple[str, str]:
    """Text and language of one side: a plain string is English."""
    if isinstance(side, str):
        return side, "en"
    (language, text) = next(iter(side.items()))
    return text, language


def _value(kind: str, side: str | dict[str, str]) -> Value:
    text, language = _read(side)
    if kind in _WHOLE:
        return _WHOLE[kind](text)
    if kind == "yes_no":
        value = polarity(text, language)
        assert value is not None, text
        return value
    found = [mention.value for mention in scan(text, language) if mention.value.kind == kind]
    assert found, f"no {kind} in {text!r}: {scan(text, language)}"
    return found[0]


@pytest.mark.parametrize(("kind", "relation", "a", "b"), _pairs())
def test_values_relate_as_a_reader_says(kind: str, relation: str, a: Any, b: Any) -> None:
    """Two texts of a case have values of the kind, and `compare` says of them, both ways round, what the case says."""
    first, second = _value(kind, a), _value(kind, b)
    there, back = compare(first, second), compare(second, first)
    assert there.relation == relation, f"{there} of {first} and {second}"
    assert back.relation == relation
    assert there.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [pytest.param(*case, id=case[0]) for cases in CASES.values() for case in cases.get("scan", [])],
)
def test_scan_finds_these_values_and_no_other(text: str, expected: list[list[str]]) -> None:
    """`scan` finds exactly the values of the case, with their kinds and exact spans."""
    assert [[mention.value.kind, text[mention.start : mention.end]] for mention in scan(text)] == expected
