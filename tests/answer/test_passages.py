"""Passages as evidence: what in them asserts something, and what only stands above it."""

from __future__ import annotations

import pytest

from consilience.answer import evidence
from consilience.model import Passage

SECTION = "Biology > 6 The human body > 6.2 Brain and nerves"


def _kinds(text: str, section: str = SECTION) -> list[tuple[str, str]]:
    read = evidence.read([Passage("a.md", text, section=section)])
    return [(one.kind, one.text) for one in read.statements]


@pytest.mark.parametrize(
    "text",
    ["6.2 Brain and nerves\n\nThe brain has many cells.", "### 6.2 Brain and nerves\n\nThe brain has many cells."],
)
def test_a_heading_without_its_marks_is_a_heading(text: str) -> None:
    """What begins with the heading it stands under asserts nothing by it, with or without Markdown's marks."""
    assert _kinds(text) == [("heading", "6.2 Brain and nerves"), ("sentence", "The brain has many cells.")]


def test_a_heading_counts_nothing() -> None:
    """The number of a section is no value of the evidence."""
    read = evidence.read([Passage("a.md", "6.2 Brain and nerves\n\nThe brain has many cells.", section=SECTION)])
    assert [fact.value.text for one in read.statements for fact in one.facts] == []


def test_another_first_line_stays_a_statement() -> None:
    """What is not the heading of the passage is read as before, and so is a passage of a log, which has no headings."""
    assert _kinds("The brain has many cells.")[0][0] == "sentence"
    assert _kinds("Brain and nerves belong together.", "Biology > Brain and nerves")[0][0] == "sentence"
    assert _kinds("The brain has many cells.", "")[0][0] == "sentence"
