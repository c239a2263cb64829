"""Rules from closed sets of words: days of the week, ordinals, and the dimensions of `dimensions.py`.

Two statements are told apart when both name members of a set and share none. A member counts where it limits the value:
in its part of the statement, else in the nearest heading that names one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from consilience.corpus.matching.terms import stem
from consilience.corpus.qualifying.dimensions import DIMENSIONS
from consilience.corpus.qualifying.reason import Reason, each_side
from consilience.corpus.qualifying.scope import headings_of, limiting, scope_of
from consilience.model import Fact
from consilience.text.guarded import Guarded

_SENTENCES = {
    "period": "They speak of different times",
    "role": "They hold for different people",
    "region": "They hold in different places",
    "plan": "They speak of different offers",
    "attribute": "They say different things about it",
    "part and whole": "They speak of different parts",
}
_PATTERNS = tuple(
    Guarded("|".join(rf"(?P<m{n}>\b(?:{words})(?!\w))" for n, (_, words) in enumerate(one.members)), re.IGNORECASE)
    for one in DIMENSIONS
)
_DAYS = (
    "mondays?|mon|montags?|lundis?|maandag|lunes", "tuesdays?|tue|dienstags?|mardis?|dinsdag|martes",
    "wednesdays?|wed|mittwochs?|mercredis?|woensdag|miércoles", "thursdays?|thu|donnerstags?|jeudis?|donderdag|jueves",
    "fridays?|fri|freitags?|vendredis?|vrijdag|viernes", "saturdays?|samstags?|sonnabends?|samedis?|zaterdag|sábados?",
    "sundays?|sonntags?|dimanches?|zondag|domingos?",
)  # fmt: skip
_SEVERAL = (
    ("weekdays?|working days?|werktags?|wochentags?|jours ouvrables|werkdagen|laborables", frozenset(range(5))),
    ("weekends?|week-ends?|wochenenden?", frozenset((5, 6))),
    ("daily|every day|täglich|tous les jours|dagelijks|diario|bank holidays?|public holidays?", frozenset(range(7))),
)
_DAY = Guarded("|".join(rf"(?P<d{n}>\b(?:{words})\b)" for n, words in enumerate(_DAYS)), re.IGNORECASE)
_MANY = Guarded("|".join(rf"(?P<s{n}>\b(?:{words})\b)" for n, (words, _) in enumerate(_SEVERAL)), re.IGNORECASE)
_RANGE = re.compile(
    r"\s*(?:morning|noon|evening|night|\d[\d:.]*)?\s*(?:-|–|to|until|through|bis|à|au|tot|t/m|a)\s*", re.IGNORECASE
)
_WEEK = 7
_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LAST = 99
_ORDINALS = {
    "first": 1, "1st": 1, "initial": 1, "erste": 1, "ersten": 1, "second": 2, "2nd": 2, "zweite": 2, "zweiten": 2,
    "third": 3, "3rd": 3, "dritte": 3, "dritten": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
    "last": _LAST, "final": _LAST, "letzte": _LAST, "letzten": _LAST,
}  # fmt: skip
_ORDERED = Guarded(rf"\b({'|'.join(_ORDINALS)})\s+(?!(?:year|month|week|time|night)\b)([^\W\d_]{{3,}})", re.IGNORECASE)


def contrast(a: Fact, b: Fact) -> Reason | None:
    """A closed set of which each statement names another member; titles count where neither names one below its own."""
    (said_a, titled_a), (said_b, titled_b) = _named(a), _named(b)
    for index in sorted((said_a.keys() | titled_a.keys()) & (said_b.keys() | titled_b.keys())):
        in_a, in_b = said_a.get(index), said_b.get(index)
        if not in_a and not in_b:
            in_a, in_b = titled_a.get(index), titled_b.get(index)
        if in_a and in_b and not in_a & in_b:
            kind = DIMENSIONS[index].kind
            return Reason(kind, f"{_SENTENCES[kind]}: {each_side(a, in_a, b, in_b)}.")
    return None


@lru_cache(maxsize=16_384)
def _named(fact: Fact) -> tuple[Mapping[int, frozenset[str]], Mapping[int, frozenset[str]]]:
    """The members of each dimension that are named nearest to the value, and those that the title names."""
    headings = headings_of(fact.section)
    said: dict[int, frozenset[str]] = {}
    for text in (scope_of(fact), *headings[:-1]):
        said = {**_members(text), **said}
    return said, _members(headings[-1]) if headings else {}


def _ordinal(numbers: set[int]) -> str:
    """The first of some ordinals as it is said."""
    return "the last" if min(numbers) == _LAST else f"number {min(numbers)}"


def _spoken(days: frozenset[int]) -> str:
    """Days of the week in words: "Monday to Friday", "Saturday"."""
    ordered = sorted(days)
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{_NAMES[ordered[0]]} to {_NAMES[ordered[-1]]}"
    return " and ".join(_NAMES[day] for day in ordered)


def days_apart(a: Fact, b: Fact) -> Reason | None:
    """Statements about other days of the week: weekdays and Sundays, Mondays and the weekend."""
    in_a, in_b = limiting(a, b, _weekdays)
    if not in_a or not in_b or in_a & in_b:
        return None
    sides = each_side(a, (_spoken(in_a),), b, (_spoken(in_b),))
    return Reason("period", f"They speak of different days of the week: {sides}.")


def steps_apart(a: Fact, b: Fact) -> Reason | None:
    """Statements about another reminder, dose or attempt of a row of them: the first and the second."""
    in_a, in_b = limiting(a, b, _ordered)
    for thing in sorted({thing for thing, _ in in_a} & {thing for thing, _ in in_b}):
        of_a, of_b = ({number for one, number in found if one == thing} for found in (in_a, in_b))
        if not of_a & of_b:
            sides = each_side(a, (_ordinal(of_a),), b, (_ordinal(of_b),))
            return Reason("step", f"They speak of different ones in a row: {sides}.")
    return None


@lru_cache(maxsize=16_384)
def _members(text: str) -> Mapping[int, frozenset[str]]:
    """The members that a text names, by the position of their dimension."""
    found: dict[int, frozenset[str]] = {}
    for index, pattern in enumerate(_PATTERNS):
        named = {DIMENSIONS[index].members[int((one.lastgroup or "m0")[1:])][0] for one in pattern.finditer(text)}
        if named:
            found[index] = frozenset(named)
    return found


@lru_cache(maxsize=16_384)
def _weekdays(text: str) -> frozenset[int]:
    """The days of the week that a text names, from Monday as 0; "Monday to Friday" are five."""
    named = [(one.start(), one.end(), int((one.lastgroup or "d0")[1:])) for one in _DAY.finditer(text)]
    days = {day for _, _, day in named}
    for (_, end, first), (start, _, last) in pairwise(named):
        if _RANGE.fullmatch(text, end, start):
            days.update(day % _WEEK for day in range(first, last + 1 if first <= last else last + 1 + _WEEK))
    for several in _MANY.finditer(text):
        days |= _SEVERAL[int((several.lastgroup or "s0")[1:])][1]
    return frozenset(days)


@lru_cache(maxsize=16_384)
def _ordered(text: str) -> frozenset[tuple[str, int]]:
    found = ((stem(one.group(2)), _ORDINALS[one.group(1).casefold()]) for one in _ORDERED.finditer(text))
    return frozenset(found)
