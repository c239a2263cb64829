"""Rules from the other values of a statement: which of several values is the one to compare, and what a value is of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from consilience.corpus.matching.blocks import group_of
from consilience.corpus.matching.terms import stems
from consilience.corpus.qualifying.reason import Reason, each_side
from consilience.corpus.qualifying.scope import said_in
from consilience.model import Fact, Value
from consilience.text.guarded import Guarded
from consilience.values import compare

_MEASURED = ("quantity", "money", "percentage", "count", "duration")
_MONTH = 27  # days between the first and the last day of one
_KINDS_OF_YEAR = r"(?:fiscal|financial|tax|calendar|academic|school|model|reporting|budget)[\s-]years?"
_LABELS_YEAR = Guarded(
    rf"\b{_KINDS_OF_YEAR}(?:[\s-]end(?:ed|ing)?)?(?: in| on)?\s*$|\bFY\s?$|\bas (?:of|at)(?: the end of)?\s*$"
    r"|\b(?:year|quarter|month)s? (?:ended|ending|to)\s*$",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\W*(?:in|during|for|by|at the end of)\s+(?:the\s+)?", re.IGNORECASE)
_IS_YEAR = re.compile(rf"{_KINDS_OF_YEAR}|FY\b", re.IGNORECASE)
_PART = Guarded(r"^\s*(?:\w+ )?(?:of|aus|von|der|des|parmi|van) (?:the|these|those|our|its|den|ces|les|de)\b", re.I)
_PART_BEFORE = Guarded(r"\b(?:of (?:these|those|them|which|whom)|davon|dont|waarvan)\b[^.;]{0,30}$", re.I)


def stated_too(a: Fact, b: Fact) -> Reason | None:
    """One statement gives several values, and another of them is the value of the other: that is the one to compare."""
    if a.context == b.context:
        return None  # word for word the same: each value stands in its own place
    for one, other in ((a, b), (b, a)):
        told = next((x for x in _beside(one) if x.kind == other.value.kind and _equal(x, other.value)), None)
        if told is not None:
            words = f"Another value of the same statement in {one.doc}, {told.text}, agrees with {other.value.text}."
            return Reason("part and whole", words)
    return None


def _beside(fact: Fact) -> Iterator[Value]:
    """The other values of the statement."""
    offset = fact.value_start - fact.start
    return (said.value for said in said_in(fact.quote, fact.language) if said.start != offset)


def _equal(a: Value, b: Value) -> bool:
    relation = compare(a, b, limits_as_values=True).relation
    return relation == "same" or (relation == "compatible" and a.kind == "time")


def dated(a: Fact, b: Fact) -> Reason | None:
    """A year or month that says when another value holds is no answer: the losses of 2022 and those of 2023.

    It is one where both statements give a measured value beside it and those differ, or where a word before it says so
    ("tax year 2023", "as of 2024").
    """
    if a.value.kind != "date" or a.value.normalized == b.value.normalized:
        return None
    labelled = all(_LABELS_YEAR.search(_before(one)) or _IS_YEAR.match(one.value.text) for one in (a, b))
    if not labelled:
        long = _long(a.value) and _long(b.value)
        if not long or not (_measured_apart(a, b) or _leads(a) or _leads(b)):
            return None
    sides = each_side(a, (a.value.text,), b, (b.value.text,))
    return Reason("period", f"The dates say when other values hold: {sides}.")


def _leads(fact: Fact) -> bool:
    """Whether a date opens a statement that measures something: "In 2024 we opened 87 deviations"."""
    return bool(_OPENS.fullmatch(_before(fact))) and any(one.kind in _MEASURED for one in _beside(fact))


def _long(date: Value) -> bool:
    """A month or longer; a day is more likely an answer."""
    return date.low is not None and date.high is not None and date.high - date.low >= _MONTH


def _measured_apart(a: Fact, b: Fact) -> bool:
    """Whether both statements measure the same beside the date, and find different values."""
    of_a, of_b = ({_measure(value): value for value in _beside(one) if value.kind in _MEASURED} for one in (a, b))
    shared = of_a.keys() & of_b.keys()
    return bool(shared) and all(compare(of_a[one], of_b[one]).relation == "different" for one in shared)


def _measure(value: Value) -> tuple[str, ...]:
    return (group_of(value), *value.tokens) if value.kind == "count" else (group_of(value),)


def part_of(a: Fact, b: Fact) -> Reason | None:
    """A number out of a whole ("nine of the dock doors") against the number of the whole, which tells no such part."""
    if a.value.kind not in ("count", "quantity", "money"):
        return None
    for part, whole in ((a, b), (b, a)):
        after = _after(part)
        if (_PART.search(after) or _PART_BEFORE.search(_before(part))) and not _is_part(whole):
            said = stems(re.findall(r"[^\W\d_]{3,}", after)[4:])
            if said and not said & stems(re.findall(r"[^\W\d_]{3,}", f"{whole.quote} {whole.section}")):
                return Reason("part and whole", f"{part.doc} counts a part, {whole.doc} the whole.")
    return None


def _is_part(fact: Fact) -> bool:
    return bool(_PART.search(_after(fact)) or _PART_BEFORE.search(_before(fact)))


def _before(fact: Fact) -> str:
    return fact.quote[: fact.value_start - fact.start]


def _after(fact: Fact) -> str:
    return fact.quote[fact.value_end - fact.start :]
