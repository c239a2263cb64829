"""What a reader is told about an audit, before any renderer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.sample import large, small, unmeasured

from consilience.report import view
from consilience.report.model import problem


def test_samples_are_report_models() -> None:
    """The samples of these tests pass the check that a run read from disk must pass."""
    assert problem(small()) is None
    assert problem(large(20, 20)) is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": "consilience/audit/9"}, "its schema is 'consilience/audit/9'"),
        ({"conflicts": None}, "at 'conflicts'"),
        ({"scores": {"IaDNI": "high", "IeDCD": 1.0, "CC": None}}, "at 'scores.IaDNI'"),
        ({"scores": {"IaDNI": 1.0, "IeDCD": 1.0, "CC": 1.0, "intervals": {"CC": [0.5]}}}, "at 'scores.intervals.CC'"),
        ({"counts": small()["counts"] | {"words": "9"}}, "at 'counts.words'"),
        ({"documents": [{"id": "a.md"}]}, "at 'documents.0.words'"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change: dict[str, Any], said: str) -> None:
    """A dict that is not a report model is refused with the place of the first fault."""
    assert said in str(problem(small() | change))


def test_scores_come_with_interval_and_phrase() -> None:
    """CC comes first; each score says what its number rests on."""
    scores = view.score_views(small())
    assert [score.symbol for score in scores] == ["CC", "IaDNI", "IeDCD"]
    assert scores[1].interval == (0.72, 0.88)
    assert "3 of 12 facts" in scores[2].phrase


def test_a_score_that_was_not_measured_gives_its_reason() -> None:
    """None is shown as not measured, with the recorded reason and without an interval."""
    audit = small()
    audit["scores"] |= {"IaDNI": None, "not_measured": {"IaDNI": "every document is empty."}}
    score = view.score_views(audit)[1]
    assert (score.value, score.interval, score.phrase) == (None, None, "Not measured: every document is empty.")


def test_nothing_to_compare_is_not_called_agreement() -> None:
    """With no comparable key, IeDCD is 1.0 by definition, and the reader is told that nothing was compared."""
    audit = small()
    audit["counts"] |= {"comparable_keys": 0, "flagged_keys": 0}
    audit["scores"] |= {"IeDCD": 1.0}
    assert "nothing to compare" in view.score_views(audit)[2].phrase
    assert view.headline(audit) == "No fact is stated by more than one of these 8 documents."


def test_the_worst_built_and_the_most_contested_documents_come_first() -> None:
    """A well-built document in two conflicts is listed beside the badly built one; one conflict alone is not enough."""
    worst = view.worst_documents(small(), 5)
    assert [document.id for document in worst] == ["office/office_guide.md", "policies/hr_handbook.md"]
    assert worst[0].why == "completeness 0.41; The section it points to does not exist, and 1 more finding"
    assert worst[1].why == "in 2 conflicts"


def test_a_conflict_counts_once_for_a_document() -> None:
    """A document that a conflict quotes twice is in one conflict."""
    audit = small()
    twice = audit["conflicts"][0]["values"][0]["assertions"]
    twice.append(twice[0])
    assert view.conflicts_by_document(audit)["policies/hr_handbook.md"] == 2


def test_the_value_is_found_by_code_points() -> None:
    """Offsets count code points, so a character outside the basic plane before the value does not move the mark."""
    screen = small()["conflicts"][1]["values"][2]["assertions"][0]
    assert screen["quote"].startswith("🖥️")
    assert view.passage(screen).value == "32″"


def test_without_offsets_the_value_is_looked_for() -> None:
    """A run of another program may lack value offsets: the value's own text is marked, or nothing."""
    bare = {"doc": "a", "start": 5, "end": 15, "quote": "kept 30 days", "section": "", "value": "30 days"}
    assert view.passage(bare) == view.Passage("", "kept ", "30 days", "", "")
    assert view.passage(bare | {"value": "a month"}).value == ""


@given(
    quote=st.text(max_size=40),
    start=st.integers(0, 1000),
    first=st.integers(-5, 1100),
    last=st.integers(-5, 1100),
    value=st.text(max_size=5),
)
def test_cutting_never_loses_a_character(quote: str, start: int, first: int, last: int, value: str) -> None:
    """Whatever the offsets say, the three parts put together are the quote."""
    cut = view.passage({"quote": quote, "start": start, "value_start": first, "value_end": last, "value": value})
    assert cut.left + cut.value + cut.right == quote


def test_pairs_that_contradict_each_other_often_are_counted() -> None:
    """Two documents on different sides of two conflicts are a pair; agreeing on one side of a conflict makes none."""
    audit = small()
    again = audit["conflicts"][0] | {"id": "again"}
    audit["conflicts"].append(again)
    assert view.contrary_pairs(audit, 5) == (("intranet/benefits_faq.html", "policies/hr_handbook.md", 2),)


def test_a_denominator_of_all_keys_is_said() -> None:
    """When IeDCD was divided by all keys, its phrase does not speak of the comparable ones."""
    audit = small()
    audit["settings"]["scores"]["denominator"] = "all"
    assert "all 131 keys" in view.score_views(audit)[2].phrase


@pytest.mark.parametrize("path", [("values",), ("values", 0, "assertions")])
def test_a_conflict_without_passages_is_refused(path: tuple[Any, ...]) -> None:
    """A conflict that nobody asserts cannot be shown and is a damaged run."""
    audit = small()
    node = audit["conflicts"][0]
    for key in path:
        node = node[key]
    node.clear()
    assert "at 'conflicts.0.values" in str(problem(audit))


def test_a_document_that_was_not_measured_is_listed_with_the_reason() -> None:
    """It takes no part in the means, and it is among the documents to look at."""
    audit = small()
    means = view.dimension_means(audit)
    audit["documents"].append(unmeasured())
    assert problem(audit) is None
    assert view.dimension_means(audit) == means
    assert [entry.why for entry in view.worst_documents(audit, 5) if entry.id == "empty.md"] == [
        "not measured: the document holds no sentence"
    ]
