"""Records survive the cache and the columns of the plan unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.corpus import records
from consilience.model import Block, Document, Fact, Finding, Quality, Skipped, Value

# NaN is not equal to itself and never appears in a record; infinity does (a limit without an upper end).
st.register_type_strategy(float, st.floats(allow_nan=False))


@pytest.mark.parametrize("kind", [Block, Document, Value, Fact, Finding, Quality, Skipped])
@given(data=st.data())
def test_a_record_comes_back_equal_from_its_line(kind: type, data: st.DataObject) -> None:
    """Whatever a document contained, the line is one line of ASCII and gives the same record back."""
    record = data.draw(st.from_type(kind))
    line = records.dump(record)
    assert records.load(kind, line) == record
    assert line.isascii()
    assert "\n" not in line


@given(fact=st.from_type(Fact))
def test_parts_of_a_fact_can_be_read_without_building_it(fact: Fact) -> None:
    """Context, id and document are taken from the line itself."""
    line = records.dump(fact)
    assert records.fact_context(line) == fact.context
    assert records.fact_place(line) == (fact.id, fact.doc)


@given(fact=st.from_type(Fact))
def test_only_wanted_facts_are_built(fact: Fact) -> None:
    """A fact whose id is not wanted costs no object."""
    line = records.dump(fact)
    assert records.load_wanted(line, frozenset([fact.id])) == fact
    assert records.load_wanted(line, frozenset()) is None


@pytest.mark.parametrize("line", ["", "[]", "{}", "[1, 2]", '["a"]', "null", "not json"])
def test_another_line_is_refused(line: str) -> None:
    """A line that no fact was written as raises instead of giving half a fact."""
    with pytest.raises((ValueError, TypeError)):
        records.load(Fact, line)
