"""Numbers of two dimensions that still compare: a rate and its total, cents of some currency, ppm of water."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from consilience.model import Comparison, Value
from consilience.values import units
from consilience.values.money import ANY_CURRENCY, LOOSE
from consilience.values.tolerances import middle

_DAY = 86400.0
# Currencies whose hundredth is called a cent.
_WITH_CENTS = frozenset(f"money:{code}" for code in ("EUR", "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "ZAR"))


Compare = Callable[[Value, Value], Comparison]


def other_dimension(a: Value, b: Value, compare: Compare) -> Comparison:
    """Values of two dimensions compare in three cases: a rate with its total ("6 MWh", "6,000 kWh a year"), money
    whose currency one side leaves open ("free of charge", "30 cents"), parts per million of water with mg/L.
    """
    if a.kind == b.kind == "money":
        return _open_currency(a, b, compare)
    if {a.dimension, b.dimension} == {"ratio", "concentration"}:
        return _in_water(a, b, compare)
    for rate, whole in ((a, b), (b, a)):
        total = _without_time(rate)
        if total is None or total.dimension != whole.dimension:
            continue
        found = compare(total, whole)
        if found.relation == "same":
            return Comparison("compatible", f"{rate.text} is a rate, {whole.text} does not say per what")
        if _long_period(rate):
            return found
    return Comparison("incomparable", f"{a.dimension} against {b.dimension}")


def _long_period(rate: Value) -> bool:
    """Whether a rate is per day or longer: "120 GB a month" is often said without its month, "2 Gb/s" never."""
    period = units.seconds(rate.tokens[0].rpartition("/")[2].strip("()"))
    return period is not None and period[0] >= _DAY


def _open_currency(a: Value, b: Value, compare: Compare) -> Comparison:
    for one, other in ((a, b), (b, a)):
        if one.dimension == ANY_CURRENCY or (LOOSE in one.tokens and other.dimension in _WITH_CENTS):
            return compare(replace(one, dimension=other.dimension, per=other.per), other)
    return Comparison("incomparable", f"{a.dimension} against {b.dimension}")


def _in_water(a: Value, b: Value, compare: Compare) -> Comparison:
    """A litre of water weighs a kilogram, so that 1 mg/L is 1 ppm in it; what is told per m³ may be air."""
    ratio, mass = (a, b) if a.dimension == "ratio" else (b, a)
    if "ppm" in ratio.tokens or "ppb_" in ratio.tokens:
        ends = [None if end is None else end * 1000.0 for end in (ratio.low, ratio.high)]
        found = compare(replace(ratio, low=ends[0], high=ends[1], dimension=mass.dimension), mass)
        if found.relation in ("same", "compatible"):
            return Comparison("compatible", f"{a.text} and {b.text} agree in water")
        if "liter" in "".join(mass.tokens):
            return found
    return Comparison("incomparable", f"{a.dimension} against {b.dimension}")


def _without_time(rate: Value) -> Value | None:
    """A quantity such as "6,000 kWh a year" without its "a year"; None for one that is no such rate."""
    head, slash, time = rate.tokens[0].rpartition("/") if rate.tokens else ("", "", "")
    seconds, scale = units.seconds(time.strip("()")), units.scale(head) if slash else None
    if seconds is None or scale is None:
        return None
    ends = [None if end is None else end * seconds[0] for end in (rate.low, rate.high)]
    return replace(rate, low=ends[0], high=ends[1], dimension=scale.dimension, tokens=(head,))


def working(a: Value, b: Value) -> Comparison:
    """Working days against plain time: n working days last from n days to n days with their weekends."""
    in_work, plain_time = (a, b) if a.dimension == "duration:working" else (b, a)
    days, other = middle(in_work) / _DAY, middle(plain_time) / _DAY
    if days - 1 <= other <= days * 7 / 5 + 2 and (other >= days or days < 2):
        return Comparison("compatible", f"{in_work.text} last about as long as {plain_time.text}")
    return Comparison("different", f"{in_work.text} are not {plain_time.text}")
