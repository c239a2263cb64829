"""What a rate is per, kept as a plain name: "month", "100 kilogram", "room"."""

from __future__ import annotations

from functools import lru_cache

from consilience.values.scales import Scale, units_read
from consilience.values.unit_table import table
from consilience.values.units import WORKING_DAY, scale


def per_name(expression: str) -> str:
    """A unit expression as the plain name by which a rate keeps it: "meter**2", "kilogram"."""
    return expression.replace("(", "").replace(")", "").rstrip("_")


@lru_cache(maxsize=1)
def _per_names() -> dict[str, str]:
    """Plain name -> expression of every unit that is read; a noun of the text ("room") is never shown to Pint."""
    known = {*table()["time"], WORKING_DAY, *units_read()}
    return {per_name(expression): expression for expression in sorted(known)}


def per_expression(per: str) -> str | None:
    """The expression of "month" or "100 kilogram"; None for what is no unit ("room")."""
    number, _, name = per.rpartition(" ")
    known = _per_names().get(name)
    return known if known is None or not number else f"n{number}_*({known})"


def denominator(per: str) -> Scale | None:
    """What "month" or "100 kilogram" is in base units; None for what is no unit."""
    number, _, name = per.rpartition(" ")
    expression = _per_names().get(name)
    known = scale(expression) if expression else None
    return known._replace(factor=known.factor * int(number)) if known and number.isdigit() else known
