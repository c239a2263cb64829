"""Typed values, where they stand, and what a comparison of two of them says (DESIGN section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ValueKind = Literal[
    "quantity",  # number with a unit: 27 inch, 40 mJ/cm2
    "money",  # number with a currency
    "percentage",
    "date",  # a day, month, quarter or year: an interval of days
    "time",  # time of day: minutes since midnight
    "duration",  # a length of time: seconds
    "count",  # a bare number, or a number of counted things
    "version",  # 5.4, v2.1.0
    "identifier",  # KV-220-S7, an e-mail address, a telephone number, a URL
    "name",  # a person, organisation, place or product
    "yes_no",  # polarity or permission of a whole statement
    "order",  # which step comes first
    "category",  # "is classed as X"
]


# How tightly a value binds: "at least 4" is a bound, "about 4" is hedged, "5-8" is a range.
Bound = Literal["exact", "about", "at_least", "at_most", "range"]


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value. Where the kind has a magnitude, [low, high] is its interval in base units of `dimension`.

    `dimension` names what may be compared: "length", "money:GBP", "day", "time", "duration", "percentage", ...
    `per` is the denominator of a rate that is not part of the unit: "month", "person", "" when there is none.
    `tokens` are the folded words by which a name, category or identifier is compared.
    """

    kind: ValueKind
    text: str  # as written
    normalized: str  # canonical text: "690 mm", "2025-10-13", "GBP 38"
    low: float | None = None
    high: float | None = None
    dimension: str = ""
    bound: Bound = "exact"
    per: str = ""
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A value found in a text, at `text[start:end]`."""

    start: int
    end: int
    value: Value


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `values.compare` says of two values, with the reason in words."""

    relation: Literal["same", "compatible", "different", "incomparable"]
    reason: str
