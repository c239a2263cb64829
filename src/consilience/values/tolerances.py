"""How far two numbers may lie apart and still be one, from the precision in which they are written."""

from __future__ import annotations

import math

from consilience.model import Value
from consilience.values import units

_EXACT = 1e-9
_CROSS_CAP = 0.03  # a rounded conversion is no further off than this
_LIMIT_CAP = 0.015
_LIMIT_KELVIN = 0.6


def middle(value: Value) -> float:
    """The middle of a value's interval, or its only end; 0 for a value without a magnitude."""
    ends = [end for end in (value.low, value.high) if end is not None]
    return sum(ends) / len(ends) if ends else 0.0


def half_width(value: Value) -> float:
    """Half the width of an interval: what the digits leave open."""
    return 0.0 if value.low is None or value.high is None else (value.high - value.low) / 2


def equal(x: float, y: float, tolerance: float = 0.0) -> bool:
    """Whether two numbers are one within the tolerance, or within what floating point adds."""
    return abs(x - y) <= max(tolerance, _EXACT * max(abs(x), abs(y), 1e-12))


def tolerance(a: Value, b: Value) -> float:
    """How far two numbers may lie apart and still be one, in base units.

    Nothing for one unit or for units a power of ten apart; else half the last digit of the coarser one, 3 % at most.
    """
    x, y = middle(a), middle(b)
    if a.kind == "percentage":
        fraction = "percent" in a.tokens and "percent" in b.tokens and (half_width(a) == 0 or half_width(b) == 0)
        return max(half_width(a), half_width(b)) if fraction else 0.0
    if a.kind == "duration":
        spread = max(half_width(a), half_width(b)) if _spread_matters(a, b) else 0.0
        return spread
    if a.kind != "quantity" or (related(a, b) and a.dimension != "data") or a.tokens == b.tokens:
        return 0.0
    if a.dimension == "data" and not _binary(x, y):
        return 0.0
    size = max(abs(x), abs(y))
    cap = 1.0 if a.dimension == "temperature" else _CROSS_CAP * size
    if "at_most" in (a.bound, b.bound) or "at_least" in (a.bound, b.bound):
        return _LIMIT_KELVIN if a.dimension == "temperature" else _LIMIT_CAP * size  # a limit keeps no digits
    if a.dimension == "data" and _binary(x, y):
        return size
    return min(max(half_width(a), half_width(b)), cap)


def _binary(x: float, y: float) -> bool:
    """Whether two amounts of data are one when a kilobyte is taken as 1,024 bytes ("1,024 MB" and "1 GB")."""
    ratio = max(x, y) / min(x, y) if min(x, y) > 0 else 0.0
    return any(abs(ratio - 1.024**power) < 1e-4 for power in (1, 2, 3))


def _spread_matters(a: Value, b: Value) -> bool:
    """Calendar months and years against days and weeks; 12 months against 1 year needs no tolerance."""
    calendar = {"month", "year", "quarter_year_", "decade", "century"}
    return bool(a.tokens and b.tokens) and (a.tokens[0] in calendar) != (b.tokens[0] in calendar)


def related(a: Value, b: Value) -> bool:
    """Whether two units are one or a power of ten apart, so that a conversion needs no rounding."""
    if a.tokens == b.tokens:
        return True
    first, second = (units.scale(value.tokens[0]) if value.tokens else None for value in (a, b))
    if first is None or second is None or first.factor <= 0 or second.factor <= 0:
        return False
    power = math.log10(first.factor / second.factor)
    return first.offset == second.offset and abs(power - round(power)) < 1e-9


def in_own_unit(value: Value) -> float | None:
    """The middle of a value as the number that is written, in the unit that is written; None where that is unknown."""
    if value.kind in ("money", "percentage"):
        return middle(value)
    if value.kind not in ("quantity", "duration") or not value.tokens:
        return None
    scale = units.scale(value.tokens[0])
    return None if scale is None or not scale.factor else float(f"{(middle(value) - scale.offset) / scale.factor:.9g}")
