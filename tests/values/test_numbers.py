"""Numbers in words, and the marks that languages write in numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from consilience.model import Value
from consilience.values import compare, scan

WORDS: dict[str, list[tuple[str, int]]] = yaml.safe_load(
    (Path(__file__).parent / "number_words.yaml").read_text("utf-8")
)
_UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _count(text: str, language: str) -> Value:
    (value,) = [mention.value for mention in scan(text, language) if mention.value.kind != "name"]
    return value


@pytest.mark.parametrize(
    ("language", "text", "number"), [(language, *case) for language, cases in WORDS.items() for case in cases]
)
def test_number_words_are_read_in_seven_languages(language: str, text: str, number: int) -> None:
    """A number in words is the same count as its digits."""
    assert compare(_count(text, language), _count(f"{number} x", "en")).relation == "same"


def _spelled(number: int) -> str:
    """English words of a number below a million."""
    if number < 20:
        return _UNITS[number]
    if number < 100:
        return _TENS[number // 10 - 2] + (f"-{_UNITS[number % 10]}" if number % 10 else "")
    if number < 1000:
        return f"{_UNITS[number // 100]} hundred" + (f" and {_spelled(number % 100)}" if number % 100 else "")
    rest = number % 1000
    joint = " and " if rest < 100 else " "
    return f"{_spelled(number // 1000)} thousand" + (f"{joint}{_spelled(rest)}" if rest else "")


@settings(max_examples=200, deadline=None)
@given(st.integers(min_value=2, max_value=999_999))
def test_every_english_number_in_words_is_the_number(number: int) -> None:
    """Words of any number below a million are the same count as its digits."""
    assert compare(_count(f"{_spelled(number)} boxes", "en"), _count(f"{number} boxes.", "en")).relation == "same"


@settings(max_examples=100, deadline=None)
@given(st.integers(min_value=1, max_value=9_999_999), st.integers(min_value=0, max_value=99))
def test_money_is_the_same_in_every_notation(whole: int, cents: int) -> None:
    """Thousands and decimals as English, German, Swiss and French write them are one amount."""
    grouped = f"{whole:,}"
    written = [("en", grouped, "."), ("de", grouped.replace(",", "."), ","), ("fr", grouped.replace(",", " "), ",")]
    values = [_count(f"{digits}{mark}{cents:02d} €", language) for language, digits, mark in written]
    values.append(_count(f"EUR {grouped.replace(',', chr(39))}.{cents:02d}", "de"))
    assert {compare(values[0], other).relation for other in values} == {"same"}
