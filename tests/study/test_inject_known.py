"""Counterparts with chosen values: only the values change, and both sides are found again by their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.study.errors import StudyError
from consilience.study.inject.known import Replacement, inject_known

TEXT = "# Rules\n\nBoxes are kept for 30 days. Keys cost 5 euros.\n\nThe hall opens at nine.\n"
BOXES = Replacement("Boxes are kept for 30 days.", "30 days", "145 days")
KEYS = Replacement("Keys cost 5 euros.", "5 euros", "8 euros")


def test_only_the_values_change() -> None:
    """The counterpart is the text with the other values, whatever the order they are given in."""
    made = inject_known(TEXT, [KEYS, BOXES])
    assert made.text == TEXT.replace("30 days", "145 days").replace("5 euros", "8 euros")
    assert [one.replacement for one in made.made] == [KEYS, BOXES]


def test_both_sides_are_found_by_their_places() -> None:
    """The spans are those of statement and value in the document and in the counterpart."""
    made = inject_known(TEXT, [BOXES, KEYS])
    for one in made.made:
        assert TEXT[slice(*one.old_statement)] == one.replacement.quote
        assert TEXT[slice(*one.old_value)] == one.replacement.canonical
        assert made.text[slice(*one.new_value)] == one.replacement.injected
        said = one.replacement.quote.replace(one.replacement.canonical, one.replacement.injected)
        assert made.text[slice(*one.new_statement)] == said


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Replacement("Boxes are burnt.", "30", "3"), "'Boxes are burnt.' stands not even once in the document"),
        (Replacement("e", "e", "a"), "times in the document"),
        (Replacement("Keys cost 5 euros.", "6 euros", "8"), "in the sentence 'Keys cost 5 euros.'"),
        (Replacement("", "", "8"), "'' stands not even once in the document"),
    ],
)
def test_a_quote_must_stand_there_once(wrong: Replacement, said: str) -> None:
    """A quote or a value that is absent or stands there twice is named in one sentence."""
    with pytest.raises(StudyError) as error:
        inject_known(TEXT, [wrong])
    assert said in str(error.value)
    assert str(error.value).endswith(".")


def test_two_replacements_of_one_place_are_refused() -> None:
    """One value cannot become two others."""
    with pytest.raises(StudyError, match="the same place"):
        inject_known(TEXT, [BOXES, Replacement("kept for 30 days", "30 days", "9 days")])


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=6, unique=True), st.data())
def test_places_hold_for_values_of_any_length(numbers: list[int], data: st.DataObject) -> None:
    """However long the new values are, each stands where its record says, and the rest is as it was."""
    quotes = [f"Shelf {index} holds {number} boxes." for index, number in enumerate(numbers)]
    new = [str(data.draw(st.integers(1, 10**12))) for _ in numbers]
    changes = [
        Replacement(quote, f"{number} boxes", f"{other} boxes")
        for quote, number, other in zip(quotes, numbers, new, strict=True)
    ]
    made = inject_known("\n\n".join(quotes), changes)
    assert [made.text[slice(*one.new_value)] for one in made.made] == [f"{other} boxes" for other in new]
    assert made.text == "\n\n".join(f"Shelf {index} holds {other} boxes." for index, other in enumerate(new))
