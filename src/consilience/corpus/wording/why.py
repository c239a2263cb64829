"""Why two values exclude each other, as the end of a sentence: by how much they differ, where that can be said."""

from __future__ import annotations

import datetime
from itertools import takewhile

from consilience.corpus.wording.values import uncapitalised, within_sentence
from consilience.model import Fact, Value
from consilience.text.wordlists import words
from consilience.values import compare
from consilience.values.tolerances import in_own_unit, middle

_ONE_HOLDS = "only one of them can hold"
_WHY = {
    "quantity": "only one of these amounts can be right",
    "money": "only one of these amounts can be right",
    "percentage": "only one of these shares can be right",
    "count": "only one of these numbers can be right",
    "duration": "only one of these lengths of time can be right",
    "date": "only one of these dates can be right",
    "time": "only one of these times can be right",
    "version": "only one of these versions can be right",
    "identifier": "only one of these codes can be right",
    "name": "only one of these names can be right",
    "yes_no": "it cannot be both",
    "order": "the steps cannot be done in both orders",
    "category": "it cannot be both at once",
}
_SYMBOLS = {"GBP": "£", "EUR": "€", "USD": "$", "JPY": "¥"}
_UNIT_WORDS = words("litre liter metre meter mile gram tonne degree second minute hour day week month year")
_POINTS = ("exact", "about", "at_least", "at_most")
_MOST_APART, _SAME_PART = 3, 4  # characters in which two long codes may differ, and that they share at least
_A_SEASON, _MONTH, _SHORT_MONTH = 92, 30.44, 27  # days
_LEAP_YEAR = 2024


def why(a: Fact, b: Fact, named: bool = False) -> str:
    """Why the values of two facts exclude each other: what the comparison found, else what their kind allows.

    `named`: the two are told by their values, because a third was spoken of too.
    """
    if a.value.kind == "yes_no":
        return _yes_and_no(a.value, b.value)
    if a.value.kind == "order":
        return _WHY["order"]
    found = compare(a.value, b.value, limits_as_values=True).reason.rstrip(".")
    if found not in _repetitions(a.value, b.value):
        for fact in (a, b):
            found = found.replace(fact.value.text, uncapitalised(fact, fact.value.text))
        return f"{found}, so {_ONE_HOLDS}"
    apart = _apart(a.value, b.value)
    they = f"{within_sentence(a)} and {within_sentence(b)}" if named else "they"
    return f"{they} differ {apart}, so only one can be right" if apart else _WHY.get(a.value.kind, _ONE_HOLDS)


def _repetitions(a: Value, b: Value) -> frozenset[str]:
    """Reasons that only say the two values again."""
    said = ((a.text, b.text), (b.text, a.text), (a.normalized, b.normalized), (b.normalized, a.normalized))
    return frozenset({"", *(f"{x} {word} {y}" for x, y in said for word in ("against", "is not"))})


def _yes_and_no(a: Value, b: Value) -> str:
    dimensions = {a.dimension, b.dimension}
    if dimensions == {"permission"}:
        return "one allows what the other forbids"
    return "one requires what the other does not" if dimensions == {"obligation"} else _WHY["yes_no"]


def _apart(a: Value, b: Value) -> str:
    """By how much or in what two values of one kind and unit differ ("by 5 minutes"), "" where that says nothing."""
    if a.kind != b.kind or a.dimension != b.dimension or a.per != b.per:
        return ""
    if a.kind == "identifier" and not a.dimension.startswith("label:"):
        return _spelling(a.text, b.text)
    if a.bound not in _POINTS or b.bound not in _POINTS:
        return ""
    if a.kind == "date":
        return _days(a, b)
    if a.kind == "time":
        return _minutes(a, b)
    return _amount(a, b)


def _amount(a: Value, b: Value) -> str:
    x, y = (middle(one) if one.kind == "count" else in_own_unit(one) for one in (a, b))
    if x is None or y is None or x == y or (a.kind in ("quantity", "duration") and a.tokens[:1] != b.tokens[:1]):
        return ""
    number = _number(abs(x - y))
    if a.kind == "percentage":
        return f"by {number} percentage point{'' if number == '1' else 's'}"
    if a.kind == "money":
        currency = a.dimension.rpartition(":")[2]
        cents = f"{abs(x - y):,.2f}"
        return f"by {_SYMBOLS.get(currency, f'{currency} ')}{number if cents.endswith('.00') else cents}"
    unit = "" if a.kind == "count" else a.normalized.split(" per ")[0].rsplit(" ", 1)[-1]
    return f"by {number} {_inflected(unit, number)}".rstrip()


def _inflected(unit: str, number: str) -> str:
    """A unit that is a word, in the singular or the plural as the number asks; a symbol as it is."""
    word = unit.removesuffix("s")
    if word not in _UNIT_WORDS:
        return unit
    return word if number == "1" else f"{word}s"


def _number(amount: float) -> str:
    """At most four digits behind what the eye needs: 2,747 and 16.67, but no 16.666667."""
    return f"{amount:,.0f}" if abs(amount - round(amount)) < 1e-6 or amount >= 1000 else f"{float(f'{amount:.4g}'):,}"


def _days(a: Value, b: Value) -> str:
    """By how much two dates of one precision differ: days by days, months and years by those."""
    one, other = _first_day(a), _first_day(b)
    if one is None or other is None:
        return ""
    first, second = sorted((one, other))
    widths = {round((date.high or 0) - (date.low or 0)) // _SHORT_MONTH for date in (a, b)}
    if len(widths) > 1 or first == second:
        return ""
    days, months = (second - first).days, 12 * (second.year - first.year) + second.month - first.month
    if widths == {0} and first.day != second.day:
        return f"by {_counted(days, 'day')}" if days <= _A_SEASON else f"by about {round(days / _MONTH)} months"
    return f"by {_counted(months // 12, 'year')}" if months % 12 == 0 else f"by {_counted(months, 'month')}"


def _first_day(date: Value) -> datetime.date | None:
    """The first day of a date; of one without a year, that day in a leap year. None where no day is known."""
    if date.low is None or date.high is None:
        return None
    if date.dimension == "day" and 1 <= date.low <= datetime.date.max.toordinal():
        return datetime.date.fromordinal(int(date.low))
    if date.dimension == "monthday" and date.low == date.high:
        return datetime.date(_LEAP_YEAR, int(date.low) // 100, int(date.low) % 100)
    return None


def _minutes(a: Value, b: Value) -> str:
    if a.low is None or b.low is None or a.low != a.high or b.low != b.high or a.tokens != b.tokens:
        return ""
    hours, minutes = divmod(round(abs(a.low - b.low)), 60)
    parts = [_counted(hours, "hour")] * (hours > 0) + [_counted(minutes, "minute")] * (minutes > 0)
    return f"by {' and '.join(parts)}" if parts else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _spelling(a: str, b: str) -> str:
    """The characters in which two codes differ, where they are spelt nearly alike: "in “17” against “71”"."""
    head = _alike(a, b)
    tail = _alike(a[head:][::-1], b[head:][::-1])
    x, y = a[head : len(a) - tail], b[head : len(b) - tail]
    if not x or not y or max(len(x), len(y)) > _MOST_APART or head + tail < _SAME_PART:
        return ""
    return f"in “{x}” against “{y}”"


def _alike(a: str, b: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
