"""The interval of a measure in base units: what its digits and hedges leave open."""

from __future__ import annotations

from dataclasses import replace

from consilience.values import units
from consilience.values.line import Measure

_MONTHS = 12
_HEDGE_CAP = 0.08  # a hedge always reaches this far where the digits allow it: "about 130" covers 138
_HEDGE_DIGIT = 0.25  # and a quarter of the last significant digit ("about 2" covers 2.2),
_HEDGE_ROUND = 0.12  # but no further than this ("about 10,000")
_HEDGE_FLOOR = 0.01
_FRACTION_REACH = 0.03


def middle(pair: tuple[float, float]) -> float:
    """The middle of an interval."""
    return (pair[0] + pair[1]) / 2


def interval(one: Measure, exact: bool) -> tuple[float, float]:
    """The interval of a measure in base units.

    Half a step to each side for what is measured, none for what is counted.
    """
    half = one.step / 2 if one.kind in ("quantity", "percentage") or one.step > 1 else 0.0
    if one.unit == units.WORKING_DAY:
        return one.value * 86400.0, one.value * 86400.0
    if one.kind == "duration":
        seconds, spread = units.seconds(one.unit) or (0.0, 0.0)
        if one.unit == "year" and one.value < 1:  # a part of a year is counted in months
            spread = _MONTHS * (units.seconds("month") or (0.0, 0.0))[1]
        return tidy(one.value * (seconds - spread)), tidy(one.value * (seconds + spread))
    scale = units.scale(one.unit) if one.kind == "quantity" else None
    factor, offset = (scale.factor, scale.offset) if scale else (1.0, 0.0)
    return tidy((one.value - half) * factor + offset), tidy((one.value + half) * factor + offset)


def hedged(one: Measure, hedge: str) -> tuple[float, float]:
    """The interval of a hedged measure.

    Half a unit of its last significant digit, between 1 % and 10 % of the value.
    """
    significant = one.step
    while (
        significant and one.value and abs(one.value / (significant * 10) - round(one.value / (significant * 10))) < 1e-9
    ):
        significant *= 10
    if not one.step:  # "nearly half"
        significant = 2 * _FRACTION_REACH * abs(one.value)
    size = abs(one.value)
    reach = min(
        max(significant / 2, _HEDGE_FLOOR * size),
        max(_HEDGE_CAP * size, min(_HEDGE_DIGIT * significant, _HEDGE_ROUND * size)),
    )
    below, above = {"about": (reach, reach), "over": (0.0, 2 * reach), "under": (2 * reach, 0.0)}[hedge]
    low = interval(replace(one, value=one.value - below, step=0.0), exact=False)
    high = interval(replace(one, value=one.value + above, step=0.0), exact=False)
    return low[0], high[1]


def tidy(value: float) -> float:
    """Twelve significant digits, so that equal values are equal whatever unit they were written in."""
    return float(f"{value:.12g}")


def plain(value: float) -> str:
    """A number as a person writes it: no exponent, no trailing zeros."""
    return f"{value:.12g}" if abs(value) < 1e-4 and value else f"{value:.6f}".rstrip("0").rstrip(".")


def dimension_of(one: Measure) -> str:
    """What the measure may be compared with."""
    if one.kind == "money":
        return f"money:{one.unit}"
    if one.kind == "percentage":
        return "percentage" if one.unit == "percent" else "percentage points"
    if one.unit == units.WORKING_DAY:
        return "duration:working"
    if one.kind == "quantity":
        scale = units.scale(one.unit)
        return scale.dimension if scale else ""
    return one.kind
