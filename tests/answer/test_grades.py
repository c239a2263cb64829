"""What another judge's grade says: numbers, percentages, labels and prose; what it cannot mean has a reason."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from consilience.answer.records import Grade
from consilience.answer.records.grades import grades

_CASES = yaml.safe_load((Path(__file__).parent / "cases" / "grades.yaml").read_text("utf-8"))


def graded(told: Any, name: str = "judge") -> Grade:
    (one,) = grades([(name, told)])
    return one


@pytest.mark.parametrize("case", _CASES["read"], ids=lambda case: repr(case["says"])[:60])
def test_a_grade_that_is_told_plainly_is_read(case: dict[str, Any]) -> None:
    """A number in [0, 1], a percentage, a share of a scale, yes or no, a label, prose that labels its score."""
    one = graded(case["says"], case.get("name", "judge"))
    assert one.value == pytest.approx(case["value"])
    assert one.reason is None


@pytest.mark.parametrize("case", _CASES["refused"], ids=lambda case: repr(case["says"])[:60])
def test_a_grade_that_is_not_told_plainly_has_a_reason(case: dict[str, Any]) -> None:
    """Never the first number found: what was written is kept, and why it is no grade is said."""
    one = graded(case["says"], case.get("name", "judge"))
    assert one.value is None
    assert one.reason is not None and case["reason"] in one.reason
    assert str(case["says"] or "").strip("[]")[:40] in one.written


_DEEP: list[Any] = []
for _ in range(800):
    _DEEP = [_DEEP]


@pytest.mark.parametrize("told", [_DEEP, math.nan, math.inf, -math.inf, -0.2, 1.2, 10**400, 1e300, {"a": 1}])
def test_what_is_no_number_of_a_grade_is_refused(told: Any) -> None:
    """NaN, infinite, negative and oversized numbers, objects, and lists in lists."""
    assert graded(told).value is None and graded(told).reason


def test_a_name_with_different_values_has_none() -> None:
    """Two judges of one name who disagree are not averaged; one without a value does not count beside one that has."""
    one, other, third = grades([("a", 0.9), ("b", 0.4), ("c", None), ("a", 0.2), ("b", "0.4"), ("c", 1)])
    assert (one.name, one.value, one.reason) == ("a", None, "the log has different values of it")
    assert (other.value, third.value) == (0.4, 1.0)
    assert one.written == "0.9; 0.2"


_SAID = (
    "the answer says that it was built in of is on at page chapter step and has claims sources rooms supported by until"
    " evidence source matches since from to between scored rated because 1. 2) (3) - : = , . ! / % & # * ** year"
)
_WORDS = st.sampled_from(_SAID.split())
_NUMBERS = st.integers(0, 3000).map(str) | st.floats(0, 100).map(lambda told: f"{told:.2f}")
_PROSE = st.lists(_WORDS | _NUMBERS, min_size=2, max_size=30).map(" ".join)
_SCALED = re.compile(r"[0-9]\s*(?:/|%|out of|of)\s*[0-9]?")


@given(_PROSE)
def test_prose_without_a_label_and_a_scale_never_gives_a_grade(prose: str) -> None:
    """Years, counts, pages and numbers of lists stay what they are."""
    assume(not _SCALED.search(prose))
    assert graded(f"It says: {prose}").value is None


@given(st.integers(1, 3000), st.sampled_from(["sources", "claims", "of the claims", "rooms", "cases", "m wide"]))
def test_counts_dates_and_steps_on_a_scale_never_become_one(number: int, counted: str) -> None:
    """ "4 out of 5 sources" is a count, "on 8/10" a date, "step 3/5" a step."""
    for prose in (
        f"It was built in {number}.", f"{number % 5} out of 5 {counted} agree.", f"It opened on {number % 10}/10.",
        f"See step {number % 5}/5.", f"Since {number % 10}/10/{number} it is open.", f"It has {number} {counted}.",
    ):  # fmt: skip
        assert graded(prose).value is None, prose


@given(_PROSE, st.integers(0, 10))
def test_a_labelled_score_is_read_whatever_stands_around_it(prose: str, number: int) -> None:
    """The label decides, not the place: the same grade before and after any words."""
    assume(not re.search(r"scale|[0-9]\s*-", prose))
    for text in (f"{prose}.\nScore: {number}/10", f"Score: {number}/10\n{prose} x"):
        assert graded(text).value == pytest.approx(number / 10), text


_ANY = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    | st.from_regex(r"(Score|rating|Grade is|faithfulness of)[:= *]{1,3}-?[0-9]{1,4}([./,][0-9]{1,3})?%?.{0,20}")
    | st.lists(st.floats(), max_size=3)
)  # fmt: skip


@given(st.lists(st.tuples(st.text(max_size=5), _ANY), max_size=6))
def test_a_value_is_in_the_unit_interval_or_has_a_reason(found: list[tuple[str, Any]]) -> None:
    """Nothing is lost, nothing lies outside, and no NaN gets through."""
    told = grades(found)
    assert len(told) == len({name.strip() or "grade" for name, _ in found})
    for one in told:
        assert (one.value is None) == (one.reason is not None)
        assert one.value is None or 0.0 <= one.value <= 1.0
