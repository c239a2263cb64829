"""Comparison of two values: same, compatible, different or incomparable, with the reason (DESIGN section 4)."""

from __future__ import annotations

from dataclasses import replace

from consilience.model import Comparison, Value
from consilience.values import standards, units
from consilience.values.magnitudes import compare_numbers
from consilience.values.moments import compare_dates, compare_times
from consilience.values.textual import compare_codes, compare_names, compare_order, compare_words, compare_yes_no
from consilience.values.tolerances import in_own_unit, middle

_RHYTHM = 0.02  # "every 30 days" is monthly
_NUMERIC = frozenset({"quantity", "money", "percentage", "duration", "count"})


def compare(a: Value, b: Value, *, limits_as_values: bool = False) -> Comparison:
    """How the values `a` and `b` relate. Never raises; `relation` does not depend on the order.

    A number inside a limit ("3 days" and "within 14 days") is compatible with it: both can be true. With
    `limits_as_values` a limit stands for the number it names, and these two are different: what a reader means who
    asks for *the* deadline.
    """
    if limits_as_values and {a.bound, b.bound} in ({"exact", "at_most"}, {"exact", "at_least"}) and a.kind == b.kind:
        a, b = _as_number(a), _as_number(b)
    if a.kind != b.kind:
        return _bridge(a, b)
    if a.kind in _NUMERIC:
        return compare_numbers(a, b)
    if a.kind == "date":
        return compare_dates(a, b)
    if a.kind == "time":
        return compare_times(a, b)
    if a.kind == "yes_no":
        return compare_yes_no(a, b)
    if a.kind == "name":
        return compare_names(a, b)
    if a.dimension == b.dimension == standards.DIMENSION:
        return standards.compare_standards(a, b)
    if a.kind in ("identifier", "version"):
        return compare_codes(a, b)
    return compare_order(a, b) if a.kind == "order" else compare_words(a, b)


def _as_number(value: Value) -> Value:
    """A limit as the number it names; any other value as it is."""
    if value.bound not in ("at_most", "at_least"):
        return value
    return replace(value, bound="exact", low=middle(value), high=middle(value))


def _bridge(a: Value, b: Value) -> Comparison:
    kinds = {a.kind, b.kind}
    if kinds == {"name", "category"}:
        return compare_words(a, b)
    if kinds == {"identifier", "version"} or kinds == {"identifier", "name"}:
        found = compare_codes(a, b)
        return found if found.relation == "same" or kinds == {"identifier", "version"} else _no(a, b)
    if kinds == {"percentage", "quantity"}:
        return _share(a, b)
    if kinds == {"count", "duration"} and any("every" in one.tokens for one in (a, b)):
        return _frequency(a, b)
    if kinds == {"version", "count"} and a.normalized.split()[0] == b.normalized.split()[0]:
        return Comparison("same", f"{a.text} and {b.text} are the same number")
    if kinds == {"version", "count"} and all("." in one.text and not one.tokens[1:] for one in (a, b)):
        return Comparison("different", f"{a.text} is not {b.text}")
    if "count" in kinds and kinds <= _NUMERIC:
        return _bare(a, b)
    return _no(a, b)


def _bare(a: Value, b: Value) -> Comparison:
    """A number without a unit or a noun ("28") with a measure of that number: the unit may stand elsewhere."""
    count, measured = (a, b) if a.kind == "count" else (b, a)
    number = in_own_unit(measured)
    if count.tokens or count.dimension != "count" or count.bound != measured.bound or number is None:
        return _no(a, b)
    if abs(number - middle(count)) > 1e-9 * max(1.0, abs(number)):
        return _no(a, b)
    return Comparison("compatible", f"{count.text} may be {measured.text}")


def _share(a: Value, b: Value) -> Comparison:
    """A percentage with a ratio of two units ("18 mm per metre", "10 ppm"): the ratio as a percentage."""
    ratio, share = (a, b) if a.kind == "quantity" else (b, a)
    if ratio.dimension != "ratio" or share.dimension != "percentage" or not _is_ratio(ratio):
        return _no(a, b)
    ends = [None if end is None else end * 100.0 for end in (ratio.low, ratio.high)]
    percent = replace(ratio, kind="percentage", dimension="percentage", low=ends[0], high=ends[1], tokens=("percent",))
    return compare_numbers(percent, share)


def _is_ratio(value: Value) -> bool:
    """Whether a quantity without dimension is a share of something, and no angle."""
    return any("/" in unit or unit in ("ppm", "ppb_") for unit in value.tokens)


def _frequency(a: Value, b: Value) -> Comparison:
    """ "4 visits per year" with "every three months"."""
    count, rhythm = (a, b) if a.kind == "count" else (b, a)
    period, often = units.seconds(count.per), middle(count)
    if "every" not in rhythm.tokens or period is None or often <= 0 or count.bound != "exact":
        return _no(a, b)
    if abs(middle(rhythm) * often / period[0] - 1) < _RHYTHM:
        return Comparison("compatible", f"{a.text} and {b.text} are as often")
    return Comparison("different", f"{a.text} against {b.text}")


def _no(a: Value, b: Value) -> Comparison:
    return Comparison("incomparable", f"a {a.kind.replace('_', '/')} against a {b.kind.replace('_', '/')}")
