"""Word pieces by look-up are those of the tokenizer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.encoders.vocabulary import cut, pieces

PARTS = st.sampled_from(
    ["pump", "Pressure", "don't", "1,200", "x86", "[MASK]", "“quoted”", "Vxqz", "zwölf", "-", ".", "%", "(", "\u200b"]
)


@given(st.lists(PARTS | st.text(st.characters(codec="ascii", exclude_characters=" \t\n"), max_size=6)).map("".join))
def test_look_up_and_tokenizer_agree(text: str) -> None:
    """A word that the vocabulary holds is the tokenizer's piece, any other is several to both, and never are there more
    pieces than told."""
    told, read = cut(text), pieces(text)
    known = [one for one in told.pieces if one[0]]
    assert known == [one for one in read if one in known]
    for _, start, end in set(told.pieces) - set(known):
        assert sum(start <= one[1] and one[2] <= end for one in read) > 1
    assert told.most >= len(read)


@pytest.mark.parametrize("text", ["a" * 300, "." * 300, "pump." * 80])
def test_more_than_the_encoder_reads_is_seen_to_be_more(text: str) -> None:
    """A text that may have more pieces than are read is told to have them, so that it can be read to the end."""
    assert cut(text).most >= len(pieces(text))
    assert len(pieces(text)) <= 254
