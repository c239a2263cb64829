"""Edits: what they make of a text, and where things stand afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.study.edits import Edit, apply, moved


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits of it that do not overlap, in any order."""
    text = draw(st.text(max_size=40))
    ends = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = list(zip(ends[::2], ends[1::2], strict=False))
    edits = [Edit(start, end, draw(st.text(max_size=5))) for start, end in spans]
    return text, draw(st.permutations(edits))


@given(edited())
def test_every_new_piece_stands_where_it_is_said_to(case: tuple[str, list[Edit]]) -> None:
    """The span of an edit holds its new text, and putting the old texts back gives the original."""
    text, edits = case
    result, spans = apply(text, edits)
    for edit, (start, end) in zip(edits, spans, strict=True):
        assert result[start:end] == edit.new
    in_order = sorted(zip(edits, spans, strict=True), key=lambda pair: (pair[0].start, pair[0].end))
    back = [Edit(*span, text[edit.start : edit.end]) for edit, span in in_order]
    assert apply(result, back)[0] == text


@given(edited(), st.data())
def test_what_lies_between_edits_moves_with_them(case: tuple[str, list[Edit]], data: st.DataObject) -> None:
    """A span that no edit touches holds the same text where `moved` says it is."""
    text, edits = case
    result, spans = apply(text, edits)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    if not any(edit.start <= end and start <= edit.end for edit in edits):
        assert result[slice(*moved(edits, spans, (start, end)))] == text[start:end]


def test_a_span_around_an_edit_grows_with_it() -> None:
    """The statement of a changed value is found again whole, also when the value ends it."""
    text = "Pay 30. Then wait 5."
    edits = [Edit(18, 19, "15"), Edit(4, 6, "45")]
    result, spans = apply(text, edits)
    assert result[slice(*moved(edits, spans, (0, 7)))] == "Pay 45."
    assert result[slice(*moved(edits, spans, (8, 20)))] == "Then wait 15."
    assert result[slice(*moved(edits, spans, (8, 19)))] == "Then wait 15"


@pytest.mark.parametrize("edits", [[Edit(0, 3, ""), Edit(2, 4, "")], [Edit(3, 9, "")], [Edit(3, 2, "")]])
def test_overlapping_edits_are_refused(edits: list[Edit]) -> None:
    """Two edits of one letter, and edits outside the text, are a mistake of the caller."""
    with pytest.raises(ValueError, match="overlaps another or lies outside"):
        apply("abcdef", edits)
