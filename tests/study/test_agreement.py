"""Agreement on the register: what the tables and the terminal are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.study.registers import row

from consilience.model import NotMeasured
from consilience.study.agreement import agreement, agreements
from consilience.study.register import VERDICTS, Row

_VERDICTS = st.sampled_from(["", *VERDICTS])
_ROWS = st.lists(
    st.builds(lambda one, two: row("A-Q01", reviewer_1=one, reviewer_2=two), _VERDICTS, _VERDICTS), max_size=12
)


@given(_ROWS)
def test_rows_of_both_are_counted_once(rows: list[Row]) -> None:
    """The table and the disagreements are of the rows that both judged, and add up."""
    told = agreement(rows, "reviewer_1", "reviewer_2", 20)
    assert told.n == sum(bool(one["reviewer_1"] and one["reviewer_2"]) for one in rows)
    assert sum(count for _, count in told.table) == told.n
    differing = sum(count for (one, two), count in told.table if one != two)
    assert differing == len(told.disagreements)
    if told.n:
        assert told.share == pytest.approx(1 - differing / told.n)
    else:
        assert isinstance(told.share, NotMeasured)


@given(_ROWS)
def test_what_goes_into_a_file_has_no_nan(rows: list[Row]) -> None:
    """A figure that was not measured is None with its reason beside it."""
    told = agreement(rows, "reviewer_1", "reviewer_2", 20).to_dict()
    assert (told["alpha"] is None) == (told["not_measured"] is not None)
    assert told["alpha"] is None or told["alpha"] == told["alpha"]


def test_one_reviewer_is_held_against_what_is_automatic_alone() -> None:
    """Pairs without a row in common are left out."""
    rows = [row("A-Q01", reviewer_1="match"), row("A-Q02", reviewer_1="differs"), row("A-Q03")]
    (told,) = agreements(rows)
    assert (told.first, told.second, told.n, told.share) == ("reviewer_1", "automatic", 2, 0.5)
    assert [one["instance"] for one in told.disagreements] == ["A-Q02"]
