"""Rules from what limits a value on both sides: its version, its bound, its length of time, and the case it is for."""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.corpus.matching.blocks import group_of
from consilience.corpus.qualifying.reason import Reason, each_side, listed
from consilience.corpus.qualifying.scope import limiting, said_in, scope_of
from consilience.model import Fact, Value
from consilience.text.guarded import Guarded

# A decimal number is a version only where something says so: "version 4.2", "in 4.2", "4.2.1", "4.x", "v3".
_VERSION = Guarded(
    r"\bv(\d{1,3}(?:\.(?:\d{1,3}|x)){0,3})\b"
    r"|\b(?:version|release|firmware|software|edition|line|branch)\s+v?(\d{1,3}(?:\.(?:\d{1,3}|x)){0,3})\b"
    r"|\b(\d{1,3}\.x|\d{1,3}\.\d{1,3}\.\d{1,3}|\d{1,3}\.\d{1,3}\.x)\b"
    r"|\b(?:in|since|from|before|of|to) (\d{1,2}\.\d{1,2})(?=[,;:)]|\s(?:the|and|on|is|was|it|you|this|comes)\b)",
    re.IGNORECASE,
)
# A heading that ends with a version: "Download > 7.1"; a section's number stands before its words.
_HEADED = re.compile(r"^(?:[^\d.,;:…]{0,60}\s)?v?(\d{1,3}(?:\.(?:\d{1,3}|x)){1,3})$")
# These say themselves on which side of the value one may be; "more than 5" may as well open a new case.
_LIMITS = Guarded(
    r"\b(at least|at (?:the )?most|minimum|maximum|min\.|max\.|mindestens|höchstens|maximal|minimal|au moins|au plus"
    r"|minstens|hoogstens|al menos|a lo sumo|up to|or more|or (?:older|over|above|newer|later)"
    r"|no (?:more|less|fewer) than)\b",
    re.IGNORECASE,
)
_BOUNDS = ("at_least", "at_most", "range")
_LOW, _HIGH = "minimum", "maximum"
_RATES = {
    "hour": r"hourly|(?:per|an|each|every) hour",
    "day": r"daily|(?:per|a|each|any single|any) (?:trading |working |calendar )?day|day rate|for a whole day",
    "week": r"weekly|(?:per|a|each|any) week|in seven days",
    "month": r"monthly|(?:per|a|each|any(?: one)?|one) month",
    "year": r"annual(?:ly)?|yearly|per annum"
    r"|(?:per|a|each|in a|the whole|the first) (?:calendar |financial |claim )?year"
    r"|for the year(?! \d)|whole of (?:last|the) year|over (?:the|last) year",
}
_RATE = Guarded("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _RATES.items()), re.IGNORECASE)
_RATED = ("money", "quantity", "count")


def version(a: Fact, b: Fact) -> Reason | None:
    """Versions of which the two share none, named near the values or in a heading; 4.x is every 4.2."""
    if a.value.kind == "version":
        return None
    said_a, said_b = limiting(a, b, _versions)
    if not said_a or not said_b or any(_of_one_line(x, y) for x in said_a for y in said_b):
        return None
    return Reason("version", f"They speak of different versions: {each_side(a, said_a, b, said_b)}.")


@lru_cache(maxsize=16_384)
def _versions(text: str) -> frozenset[str]:
    pattern = _HEADED if _HEADED.search(text) else _VERSION
    return frozenset(next(filter(None, match.groups())).casefold() for match in pattern.finditer(text))


def _of_one_line(a: str, b: str) -> bool:
    """Whether one version is a part of the other: 4.2 and 4.2.1, 4.x and 4.2."""
    return all("x" in pair or pair[0] == pair[1] for pair in zip(a.split("."), b.split("."), strict=False))


def bound(a: Fact, b: Fact) -> Reason | None:
    """A minimum against a maximum, where both are said in words of limits."""
    side_a, side_b = _side(a), _side(b)
    if side_a and side_b and side_a != side_b:
        sides = each_side(a, (f"a {side_a}",), b, (f"a {side_b}",))
        return Reason("bound", f"It is {sides}.")
    return None


def _side(fact: Fact) -> str:
    said = {kind for kind, _ in fact.qualifiers if kind in (_LOW, _HIGH)}
    if fact.value.bound in ("at_least", "at_most") and (said or _LIMITS.search(fact.value.text)):
        return _LOW if fact.value.bound == "at_least" else _HIGH
    return said.pop() if len(said) == 1 else ""


def unit_of_time(a: Fact, b: Fact) -> Reason | None:
    """A rate per month against a rate per year."""
    rate_a, rate_b = _rate(a), _rate(b)
    if rate_a and rate_b and not rate_a & rate_b:
        sides = each_side(a, (f"per {listed(rate_a)}",), b, (f"per {listed(rate_b)}",))
        return Reason("unit of time", f"It is {sides}.")
    return None


@lru_cache(maxsize=16_384)
def _rate(fact: Fact) -> frozenset[str]:
    if fact.value.per in _RATES:
        return frozenset((fact.value.per,))
    if fact.value.kind not in _RATED:
        return frozenset()
    return frozenset(match.lastgroup or "" for match in _RATE.finditer(scope_of(fact)))


def case(a: Fact, b: Fact) -> Reason | None:
    """Rules for amounts above and below a limit: orders over £50, orders up to £50."""
    for x in _cases(a):
        for y in _cases(b):
            if group_of(x) == group_of(y) and _disjoint(x, y):
                return Reason("case", f"They hold for different cases: {each_side(a, (x.text,), b, (y.text,))}.")
    return None


@lru_cache(maxsize=16_384)
def _cases(fact: Fact) -> tuple[Value, ...]:
    """Limits in the statement, beside the value that is compared; where it holds several of its kind, none is sure."""
    offset = fact.value_start - fact.start
    said = [one.value for one in said_in(fact.quote, fact.language) if one.start != offset]
    limits = [
        one for one in said if one.bound in ("at_least", "at_most", "range") and (one.low, one.high) != (None, None)
    ]
    return tuple(limits) if len(limits) == 1 else ()


def _disjoint(a: Value, b: Value) -> bool:
    inf = float("inf")
    low_a, high_a, low_b, high_b = (
        default if edge is None else edge
        for edge, default in ((a.low, -inf), (a.high, inf), (b.low, -inf), (b.high, inf))
    )
    return a.dimension == b.dimension and (high_a <= low_b or high_b <= low_a)
