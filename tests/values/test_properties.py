"""What holds for every text and every pair of values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consilience.model import Value
from consilience.values import compare, polarity, scan
from consilience.values.text import fold, tokenize

LANGUAGES = ["en", "de", "fr", "es", "nl", "it", "pt", "xx"]
# Pieces that values are made of, so that random texts are full of them.
_PIECES = """
5 1,200 0.3 12:30 21.01.1793 2025-10-13 March Monday half a quarter twenty - six hundred million £ € % per cent kg
m³/h °C hours every two days about at least no more than to and between ± plus or minus in at pm Uhr KV-220-S7
free of charge aged FY2025 Q3 UTC UTC+2 1/2 (3) [4] :  min⁻¹ cents and no more first birthday 1990s - … × ⁶
a@b.example Zone II version 5.4 of an hour past Dr P. Nandakumar section 4.2 . , ( ) | ½ x 10 ^ e 8 once times
thousand point third the fifth
"""
PIECES = _PIECES.split()
texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=10).map("".join),
)
HOSTILE = ["a" * 20_000, "1" * 20_000, "A-" * 10_000, "1 000 " * 4_000, "www." * 5_000, "0 1-" * 5_000]
languages = st.sampled_from(LANGUAGES)


@settings(max_examples=300, deadline=None)
@given(texts, languages)
def test_scan_reads_any_text_and_its_spans_are_exact(text: str, language: str) -> None:
    """Spans are inside the text, in order, without overlap, and the value's text is what stands there."""
    end = 0
    for mention in scan(text, language):
        assert end <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.value.text
        end = mention.end


@settings(max_examples=150, deadline=None)
@given(texts, languages)
def test_intervals_are_ordered_and_finite(text: str, language: str) -> None:
    """A value's interval has its ends in order, and neither is infinite or NaN."""
    for mention in scan(text, language):
        ends = [end for end in (mention.value.low, mention.value.high) if end is not None]
        assert ends == sorted(ends)
        assert all(abs(end) < float("inf") for end in ends)


@settings(max_examples=200, deadline=None)
@given(texts, texts, languages)
def test_comparison_is_symmetric_and_never_raises(a: str, b: str, language: str) -> None:
    """The relation of any two values is the same both ways round."""
    for first in scan(a, language):
        for second in scan(b, language):
            assert compare(first.value, second.value).relation == compare(second.value, first.value).relation


@settings(max_examples=200, deadline=None)
@given(texts, languages)
def test_a_value_is_the_same_as_itself(text: str, language: str) -> None:
    """Every value compares as "same" with itself."""
    for mention in scan(text, language):
        assert compare(mention.value, mention.value).relation == "same", mention


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200), languages)
def test_polarity_reads_any_text(text: str, language: str) -> None:
    """The yes or no of any text is a value or nothing, and agrees with itself."""
    value = polarity(text, language)
    if value is not None:
        assert value.normalized in ("yes", "no")
        assert compare(value, value).relation == "same"


def _only(text: str) -> Value:
    (mention,) = scan(text)
    return mention.value


@settings(max_examples=100, deadline=None)
@given(st.integers(min_value=0, max_value=999_999))
def test_grouped_digits_are_one_number_in_every_language(number: int) -> None:
    """Thousands written the way of a language are the same count as plain digits."""
    plain = _only(f"{number} x")
    for language, mark in (("en", ","), ("de", "."), ("fr", " "), ("es", "."), ("nl", ".")):
        (mention,) = scan(f"{number:,} x".replace(",", mark), language)
        assert compare(plain, mention.value).relation == "same" if plain.kind == mention.value.kind else number < 10_000


def test_equal_exact_numbers_are_transitive() -> None:
    """Exact numbers of one dimension that are the same as one value are the same as each other."""
    chain = [_only(text) for text in ("2,000 m³ per hour", "48 ML/day", "48,000 m³ per day", "2 ML per hour")]
    assert {compare(a, b).relation for a in chain for b in chain} == {"same"}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_text_is_read_to_its_end(hostile: str) -> None:
    """Long runs that would make a backtracking pattern explode are read like any other text."""
    mentions = scan(hostile)
    assert all(mention.end <= len(hostile) for mention in mentions)


@settings(max_examples=200, deadline=None)
@given(texts, texts, languages)
def test_a_reason_is_given_and_limits_read_as_values_are_symmetric(a: str, b: str, language: str) -> None:
    """Every comparison says why, and reading limits as values is symmetric too."""
    for first in scan(a, language):
        for second in scan(b, language):
            there = compare(first.value, second.value, limits_as_values=True)
            assert there.reason
            assert there.relation == compare(second.value, first.value, limits_as_values=True).relation


@given(st.text() | st.text("a1.,'  \u00a0½é_-²", max_size=20))
def test_tokens_leave_out_white_space_alone(text: str) -> None:
    """Every token is what stands at its place, of one kind, and between tokens nothing stands but white space."""
    tokens, end = tokenize(text), 0
    for token in tokens:
        assert text[token.start : token.end] == token.text
        assert not text[end : token.start].strip()
        assert token.folded == fold(token.text)
        assert (token.kind == "number") == token.text[0].isdecimal()
        end = token.end
    assert not text[end:].strip()
