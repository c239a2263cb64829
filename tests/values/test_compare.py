"""Comparisons that need no text: categories, orders of steps, limits read as the number they name."""

from __future__ import annotations

import pytest

from consilience.model import Value
from consilience.values import category, compare, order, scan


def _only(text: str) -> Value:
    (mention,) = scan(text)
    return mention.value


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        ("Confidential", "confidential", "same"),
        ("hazardous waste", "a hazardous waste", "same"),
        ("industrial waste", "hazardous industrial waste", "compatible"),
        ("Major", "Minor", "different"),
        ("stable", "experimental", "different"),
    ],
)
def test_categories_compare_by_their_words(a: str, b: str, relation: str) -> None:
    """Case and articles do not matter; more words refine; other words differ."""
    assert compare(category(a), category(b)).relation == relation


def test_orders_of_steps_differ_when_shared_steps_change_places() -> None:
    """The same steps in another order are different; a shorter list in the same order is compatible."""
    long = order(["stop the motor", "close the valve", "lock the switch"])
    assert compare(long, order(["Stop the motor", "close the valve", "lock the switch"])).relation == "same"
    assert compare(long, order(["close the valve", "stop the motor"])).relation == "different"
    assert compare(long, order(["stop the motor", "lock the switch"])).relation == "compatible"


def test_a_limit_stands_for_its_number_when_asked() -> None:
    """ "3 days" is compatible with "within 14 days", and different when the limit is read as the deadline itself."""
    limit, number = _only("within 14 days"), _only("3 days")
    assert compare(limit, number).relation == "compatible"
    assert compare(limit, number, limits_as_values=True).relation == "different"
    assert compare(number, limit, limits_as_values=True).relation == "different"
    assert compare(limit, _only("14 days"), limits_as_values=True).relation == "same"


def test_a_difference_is_told_in_the_units_of_the_reader() -> None:
    """The reason of a difference converts the second value into the unit of the first."""
    assert compare(_only("10 bar."), _only("116 psi.")).reason == "116 psi is 7.998 bar, not 10 bar"


def test_values_of_other_kinds_do_not_compare() -> None:
    """A quantity says nothing about a date, and the reason names both kinds."""
    said = compare(_only("5 kg"), _only("5 May 2025"))
    assert (said.relation, said.reason) == ("incomparable", "a quantity against a date")
