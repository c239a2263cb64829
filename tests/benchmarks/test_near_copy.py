"""Near copies: exactly the values that were changed differ, each by another of its own type and size."""

from __future__ import annotations

import re

import pytest
from change_value import change
from generate import generate
from hypothesis import given
from hypothesis import strategies as st
from near_copy import near_copy
from places import Text, covers

SMALL = """---
title: 2024 rules
---

# Section 4

Staff get 25 days of leave. See section 3 of the handbook. The unit KV-220 weighs 40 kg.

| Year | Sum |
|---|---|
| first | £100 |

```
timeout = 30 s
```

1. Pay within 14 days: https://example.org/30 days
"""


@given(st.integers(0, 59), st.integers(1, 15), st.integers(0, 9))
def test_only_the_named_values_differ(index: int, count: int, seed: int) -> None:
    """Putting the old values back into the copy gives the original; no statement has two changes."""
    text = generate(60).texts[index][1]
    copy = near_copy(text, count, seed)
    assert len(copy.changes) == count
    restored = copy.text
    for change_made in reversed(copy.changes):
        start, end = change_made.copy
        assert restored[start:end] == change_made.new != change_made.old
        restored = restored[:start] + change_made.old + restored[end:]
    assert restored == text
    assert len({change_made.old_quote for change_made in copy.changes}) == count
    for change_made in copy.changes:
        assert change_made.old in change_made.old_quote and change_made.new in change_made.new_quote
        assert change_made.old_quote in text and change_made.new_quote in copy.text


def test_the_same_arguments_give_the_same_copy() -> None:
    """Same text, number and seed: same copy; no change at all: the text itself."""
    text = generate(6).texts[0][1]
    assert near_copy(text) == near_copy(text)
    assert near_copy(text, 0).text == text


def test_kinds_take_turns() -> None:
    """Fifteen changes of a document with all kinds of values touch at least four kinds."""
    assert len({change_made.kind for change_made in near_copy(generate(6).texts[0][1]).changes}) >= 4


def test_names_code_links_and_heads_are_left_alone() -> None:
    """Only leave, weight and sum are values here: not a heading, section, identifier, code or linked line."""
    assert {change_made.old for change_made in near_copy(SMALL, 3).changes} == {"25", "40", "£100"}
    with pytest.raises(ValueError, match="Only 3 values can be changed, not 4"):
        near_copy(SMALL, 4)


@given(st.integers(2, 99_999), st.sampled_from(["{}", "{:,}", "£{:,}", "{} kg"]), st.randoms(use_true_random=False))
def test_numbers_keep_their_size_and_writing(number: int, pattern: str, random: object) -> None:
    """A changed number has as many digits, the same separators and signs, and differs by at least a quarter."""
    old = pattern.format(number)
    new = change("number", old, random)  # type: ignore[arg-type]
    assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", old)
    other = int(re.sub(r"\D", "", new))
    assert abs(other - number) >= 0.2 * number


@pytest.mark.parametrize("old", ["1 March 2024", "March 31, 2020", "2024-02-09", "24 December 2025"])
def test_a_changed_date_is_a_day_of_the_same_month(old: str) -> None:
    """Month, year and way of writing stay; the day is another that exists."""
    from random import Random

    new = change("date", old, Random(0))
    assert new != old and re.sub(r"\b\d{1,2}\b", "D", new) == re.sub(r"\b\d{1,2}\b", "D", old)


def test_places_ignore_markup_and_spacing() -> None:
    """A quote is found whatever markup stands between its letters; two classes must hold the two places."""
    text = Text("The *valve*\nopens at **6 bar**. The valve opens at 8 bar.")
    start = text.raw.index("6")
    place = ("a.md", text.span(start, start + 1))
    quoted = [("a.md", span) for span in text.find("The valve opens at 6 bar.")]
    assert len(quoted) == 1
    other = ("b.md", (3, 4))
    assert covers([quoted, [("b.md", (0, 9))]], place, other)
    assert not covers([[*quoted, ("b.md", (0, 9))]], place, other)
    assert not covers([quoted, [("b.md", (4, 9))]], place, other)
