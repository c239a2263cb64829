"""From evidence conflicts to the corpus: the id of the conflict, what withdrawing a side leaves, what to mend first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.mend import Met, Touched, mend_first
from consilience.answer.mend_entries import mend_entries
from consilience.answer.trace import NOTHING_KNOWN, Known
from consilience.answer.withdraw import Withdrawal, without
from consilience.model import ContestedValue, EvidenceConflict, NotMeasured, Passage, Quote

TEN = Quote("bags.md", 100, 140, "Your cabin bag may weigh 10 kg at most.")
EIGHT = Quote("manual.md", 7, 30, "It can be up to 8 kilos.")
NINE = Quote("leaflet.md", 0, 25, "A cabin bag weighs 9 kg.")


def conflict(*sides: tuple[str, Quote], conflict_id: str | None = None) -> EvidenceConflict:
    values = tuple(ContestedValue(value, (quote,)) for value, quote in sides)
    return EvidenceConflict("cabin bag", "weight", values, conflict_id=conflict_id)


def known(name: str, *sides: tuple[str, str, int, int]) -> dict[str, Any]:
    """A conflict of audit.json: (value, doc, start, end) a side."""
    return {"id": name, "values": [
        {"value": value, "assertions": [{"doc": doc, "start": start, "end": end}]} for value, doc, start, end in sides
    ]}  # fmt: skip


BAGS = known("c1", ("10 kg", "bags.md", 100, 140), ("8 kilos", "manual.md", 0, 40))


def found(conflict: EvidenceConflict, *audit: dict[str, Any]) -> str | None:
    return Known.of(audit).joined(conflict).conflict_id


def test_a_conflict_is_known_by_the_places_of_both_sides() -> None:
    """Statements of two different values, which overlap those of the audit in the same documents."""
    asked = conflict(("10 kg", TEN), ("8 kg", EIGHT))
    assert found(asked, BAGS) == "c1"
    assert Known.of([BAGS]).joined(asked) == conflict(("10 kg", TEN), ("8 kg", EIGHT), conflict_id="c1")
    assert NOTHING_KNOWN.joined(asked) == asked


@pytest.mark.parametrize(
    "other",
    [
        known("c2", ("10 kg", "bags.md", 100, 140), ("8 kilos", "manual.md", 30, 40)),  # ends where ours begins
        known("c2", ("10 kg", "bags.md", 100, 140), ("8 kilos", "other.md", 0, 40)),
        known("c2", ("10 kg", "bags.md", 100, 120), ("11 kg", "bags.md", 120, 140)),  # one statement, both values
    ],
)
def test_one_side_is_not_enough(other: dict[str, Any]) -> None:
    """A conflict of the corpus that shares one statement only is another one."""
    assert found(conflict(("10 kg", TEN), ("8 kg", EIGHT)), other) is None


def test_of_two_conflicts_in_the_same_statements_the_values_decide() -> None:
    """Two statements may disagree twice; then the values say which conflict is meant, and the order of the audit does
    not."""
    size = known("c0", ("55 cm", "bags.md", 100, 140), ("50 cm", "manual.md", 0, 40))
    asked = conflict(("10 kg", TEN), ("8 kilos", EIGHT))
    assert found(asked, size, BAGS) == found(asked, BAGS, size) == "c1"


def test_withdrawing_takes_the_statement_out_wherever_it_stands() -> None:
    """In every passage, with its line in a table or list; what holds nothing else is gone."""
    row = Quote("fees.md", 30, 46, "| Sea | 4 EUR |")
    table = "| Zone | Fee |\n|---|---|\n| Land | 2 EUR |\n| Sea | 4 EUR |\n| Air | 9 EUR |\n"
    passages = (Passage("fees.md", table), Passage("copy.md", "| Sea | 4 EUR |"), Passage("other.md", "Nothing here."))
    left = without(passages, (row,))
    assert [one.doc for one in left] == ["fees.md", "other.md"]
    assert left[0].text == "| Zone | Fee |\n|---|---|\n| Land | 2 EUR |\n| Air | 9 EUR |\n"
    assert left[1] == passages[2]


@given(st.lists(st.text("ab \n.", max_size=12), min_size=1, max_size=4), st.text("ab.", min_size=1, max_size=4))
def test_nothing_of_a_withdrawn_statement_is_left(texts: list[str], statement: str) -> None:
    """No passage holds it any more, none has grown, and nothing but whole passages is lost otherwise."""
    passages = [Passage(f"{number}.md", text) for number, text in enumerate(texts)]
    left = without(passages, (Quote("0.md", 0, len(statement), statement),))
    before = {one.doc: one.text for one in passages}
    assert all(statement not in one.text and len(one.text) <= len(before[one.doc]) for one in left)
    assert all(one.text == before[one.doc] for one in left if statement not in before[one.doc])


def met(question: str, asked: EvidenceConflict, now: float | None, *after: float | None) -> Met:
    """A question whose ACS was `now` and would be `after` with each side withdrawn."""
    missing = NotMeasured("abstained")
    sides = tuple(
        Withdrawal(0, value.value, "abstained" if score is None else "scored", missing if score is None else score)
        for value, score in zip(asked.values, after, strict=True)
    )
    return Met(asked, Touched(question, missing if now is None else now, sides))


def test_the_costliest_conflict_comes_first() -> None:
    """The cost is the rise of ACS, the mean over the sides, summed over the questions that met the conflict."""
    bag, size = conflict(("10 kg", TEN), ("8 kg", EIGHT)), conflict(("9 kg", NINE), ("10 kg", TEN))
    first, second = mend_first(
        [met("Q1", size, 0.5, 1.0, 1.0), met("Q2", bag, 0.5, 0.9, 0.7), met("Q3", bag, 0.4, 1.0, 0.8)]
    )
    assert (first.cost, [one.question for one in first.touched]) == (pytest.approx(0.8), ["Q2", "Q3"])
    assert first.documents == ("bags.md", "manual.md")
    assert (second.cost, second.conflict) == (0.5, size)


def test_the_same_conflict_met_twice_is_one() -> None:
    """By its id, or by two sides that state the same values in the same places; each side then has all statements."""
    both = conflict(("10 kg", TEN), ("8 kg", EIGHT))
    three = conflict(("8 kg", EIGHT), ("10 kg", TEN), ("9 kg", NINE))
    (one,) = mend_first([met("Q1", both, 0.5, 1.0, 1.0), met("Q2", three, 0.5, 1.0, 1.0, 1.0)])
    assert [(side.value, side.quotes) for side in one.conflict.values] == [
        ("10 kg", (TEN,)), ("8 kg", (EIGHT,)), ("9 kg", (NINE,)),
    ]  # fmt: skip
    here, there = (
        conflict(("a", TEN), ("b", EIGHT), conflict_id="c1"),
        conflict(("c", NINE), ("b", EIGHT), conflict_id="c1"),
    )
    assert len(mend_first([met("Q1", here, 0.5, 1, 1), met("Q2", there, 0.5, 1, 1)])) == 1


def test_other_values_of_the_same_statements_are_another_conflict() -> None:
    """Two statements may disagree about the weight and about the size."""
    weight, size = conflict(("10 kg", TEN), ("8 kg", EIGHT)), conflict(("55 cm", TEN), ("50 cm", EIGHT))
    assert len(mend_first([met("Q1", weight, 0.5, 1, 1), met("Q2", size, 0.5, 1, 1)])) == 2


def test_a_score_that_is_missing_costs_nothing() -> None:
    """Neither an answer without ACS nor a side without which nothing answers counts as a number."""
    both = conflict(("10 kg", TEN), ("8 kg", EIGHT))
    (one,) = mend_first(
        [met("Q1", both, None, 1.0, 1.0), met("Q2", both, 0.5, None, 0.9), met("Q3", both, 0.5, None, None)]
    )
    assert one.cost == pytest.approx(0.4) and len(one.touched) == 3


def test_a_summary_stays_small_however_many_questions_met_a_conflict() -> None:
    """The first thousand are listed, all are counted and cost."""
    both = conflict(("10 kg", TEN), ("8 kg", EIGHT))
    (one,) = mend_entries(mend_first([met(f"Q{number}", both, 0.5, 1.0, 1.0) for number in range(1200)]))["mend_first"]
    assert (one["questions"], len(one["what_if"]), one["ACS_cost"]) == (1200, 1000, pytest.approx(600.0))


@pytest.mark.parametrize(
    ("words", "doc", "expected"),
    [
        ("Your cabin bag may weigh 10 kg at most.", "context 1", "c1"),  # the log names no document
        ("your cabin  bag may weigh\n10 KG at most.", "kb/bags.md", "c1"),  # another path, other white space
        ("ay weigh 10 kg at most. Umbrellas are free.", "bags.md", None),  # neither holds the other
        ("cabin bag may weigh 10 kg at most.", "bags.md", "c1"),  # a passage that begins in the middle
        ("10 kg at most.", "bags.md", None),  # too little to tell
    ],
)
def test_logged_evidence_is_known_by_its_words(words: str, doc: str, expected: str | None) -> None:
    """A log says what stood in a passage, not where: statements of both sides are found by what they say."""
    audit = known("c1", ("10 kg", "bags.md", 100, 140), ("8 kilos", "manual.md", 0, 40))
    audit["values"][0]["assertions"][0]["quote"] = TEN.text
    audit["values"][1]["assertions"][0]["quote"] = EIGHT.text
    asked = conflict(("10 kg", Quote(doc, 0, len(words), words)), ("8 kg", EIGHT))
    assert Known.of_words([audit]).joined(asked).conflict_id == expected
