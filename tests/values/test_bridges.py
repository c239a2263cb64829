"""Values of two kinds or dimensions that say the same thing in other words."""

from __future__ import annotations

import pytest

from consilience.model import Value
from consilience.values import compare, scan


def _first(text: str) -> Value:
    return scan(text)[0].value


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        ("4 visits per year", "every three months", "compatible"),
        ("4 visits per year", "every two months", "different"),
        ("18 mm per metre", "1.8 %", "same"),
        ("18 mm per metre", "2.5 %", "different"),
        ("5,000 ppm", "0.5 %", "same"),
        ("28", "28 days", "compatible"),
        ("28", "30 days", "incomparable"),
        ("3.10", "£3.10", "compatible"),
        ("180", "180 kg", "compatible"),
        ("12 boxes", "12 kg", "incomparable"),
        ("version 3.4", "3.4", "same"),
        ("version 3.4", "3.2", "different"),
        ("ISO 9001:2015", "ISO 9001", "compatible"),
        ("ISO 9001:2015", "ISO 9001:2008", "different"),
        ("DIN EN 12209", "DIN EN 12209", "same"),
        ("BS 8621", "BS 3621", "different"),
        ("third floor", "floor 3", "same"),
        ("the 3rd floor", "fourth floor", "different"),
    ],
)
def test_kinds_meet_where_they_can(a: str, b: str, relation: str) -> None:
    """A rhythm meets a count per year, a slope a percentage, a bare number its measure; other kinds stay apart."""
    assert compare(_first(a), _first(b)).relation == relation
    assert compare(_first(b), _first(a)).relation == relation
