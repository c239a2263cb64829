"""Conflicts inside the evidence about what was asked: the YAML cases of `cases/contest.yaml`, and invariance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from consilience.answer import contest, evidence
from consilience.model import Claim, EvidenceConflict, Passage, Quote

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases/contest.yaml").read_text("utf-8"))
BYSTANDER = Passage("bees.md", "A queen bee lays 1,500 eggs on a day in June. The hive weighs 40 kg.")


def _found(question: str, passages: Sequence[Passage], claims: Sequence[Claim] = ()) -> tuple[EvidenceConflict, ...]:
    return contest.conflicts(question, claims, evidence.read(passages))


def _passages(case: dict[str, Any]) -> list[Passage]:
    return [Passage(f"{name}.md", text) for name, text in zip("abcdefgh", case["evidence"], strict=False)]


def _sides(found: Sequence[EvidenceConflict]) -> list[set[str]]:
    return [{side.value for side in one.values} for one in found]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_tells_what_the_evidence_disagrees_about(case: dict[str, Any]) -> None:
    """The two values that answer the question differently are told, and nothing else is."""
    expected = [set(case["values"])] if "values" in case else []
    assert _sides(_found(case["question"], _passages(case))) == expected


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_order_and_bystanders_do_not_matter(case: dict[str, Any]) -> None:
    """The passages in another order, with one that has nothing to do with the question, give the same conflicts."""
    passages = _passages(case)
    first, other = (_found(case["question"], some) for some in (passages, [BYSTANDER, *reversed(passages)]))
    assert [(one.entity, one.relation, one.explanation, one.confidence) for one in first] == [
        (one.entity, one.relation, one.explanation, one.confidence) for one in other
    ]


def test_every_quote_stands_where_it_says() -> None:
    """A quote of a conflict is the text between its offsets in the passage it names."""
    for case in CASES:
        passages = _passages(case)
        for conflict in _found(case["question"], passages):
            for quote in (quote for side in conflict.values for quote in side.quotes):
                passage = passages[quote.passage]
                assert passage.doc == quote.doc
                assert passage.text[quote.start - passage.start : quote.end - passage.start] == quote.text


def test_nothing_is_contested_without_evidence_or_question() -> None:
    """No passage, a passage without a word, or an empty question: no conflict."""
    assert _found("How heavy may a bag be?", []) == ()
    assert _found("How heavy may a bag be?", [Passage("a.md", " \n")]) == ()
    assert _found(" ", _passages(CASES[0])) == ()


def test_a_pair_that_is_not_certain_enough_to_be_told_is_a_doubt() -> None:
    """Two statements in wholly other words: no conflict is told, but the claim that rests on one is in doubt."""
    question, kept = "How long are finds kept?", "Finds are kept for 90 days."
    found = evidence.read([Passage("a.md", kept), Passage("b.md", "We hold on to what turns up for two months.")])
    claim = _resting(next(one.quote for one in found.statements if one.text == kept))
    doubted = contest.doubt(question, [claim], found)
    assert contest.conflicts(question, [claim], found) == ()
    assert doubted is not None and 0 < doubted.probability < contest.THRESHOLD
    assert sorted(quote.doc for quote in doubted.quotes) == ["a.md", "b.md"]
    assert contest.doubt(question, [_resting(Quote("c.md", 0, 9, "It is so."))], found) is None


def test_a_conflict_touches_an_answer_that_gives_the_value_of_a_side() -> None:
    """A claim that rests on a third statement, but says what a side says, is touched; one with another value is not."""
    passages = [Passage("a.md", "A rucksack may weigh 9 kg at most."), Passage("b.md", "A rucksack may weigh 12 kg.")]
    third = Quote("c.md", 0, 9, "It is so.")

    def touched(text: str) -> list[bool]:
        claim = Claim(text, 0, len(text), "supported", support=(third,))
        return [one.touches for one in _found("How heavy may a rucksack be?", passages, [claim])]

    assert touched("Nine kilograms, so 9 kg.") == [True]
    assert touched("It is blue and has 3 pockets.") == [False]


def _resting(quote: Quote) -> Claim:
    return Claim(quote.text, 0, len(quote.text), "supported", support=(quote,))
