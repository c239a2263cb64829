"""Word pieces without the tokenizer are those of the tokenizer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.encoders.vocabulary import MOST, pieces, pieces_of_run

PARTS = st.sampled_from(
    ["pump", "Pressure", "don't", "1,200", "x86", "[MASK]", "“quoted”", "Vxqz", "zwölf", "-", ".", "%", "(", "\u200b"]
)


@given(st.lists(PARTS | st.text(st.characters(codec="ascii", exclude_characters=" \t\n"), max_size=6)).map("".join))
def test_a_run_has_the_pieces_of_the_tokenizer(run: str) -> None:
    """A text without white space, whatever it is of, is cut as the tokenizer cuts it: numbers and places."""
    assert pieces_of_run(run) == pieces(run)


@pytest.mark.parametrize("run", ["a" * 100, "a" * 300, "." * 300, "pump." * 20, "pump." * 80, ""])
def test_a_long_run_has_the_pieces_of_the_tokenizer(run: str) -> None:
    """Nor does a run that is longer than a word, or than what is read, have others."""
    assert pieces_of_run(run) == pieces(run)
    assert len(pieces(run)) <= MOST
