"""What units are in base units: Pint's answers, most of them from a table.

Pint takes a third of a second to load, so that its answers for the units that are read, and for usual rates of them,
are kept in `lexicon/unit_scales.tsv`: `write_scales` writes it, and a test holds it against Pint. Any other expression
is put to Pint itself, which is loaded then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from consilience.values.unit_table import table

if TYPE_CHECKING:
    import pint

_PER_NUMBER = re.compile(r"([^/]+)/\(n(\d{1,4})_\*(\(.+\))\)")
_FACTOR = re.compile(r"\bn(\d{1,4})_")
TABLE = files("consilience.values") / "lexicon" / "unit_scales.tsv"


class Scale(NamedTuple):
    """One unit in base units: base = factor * x + offset. `dimension` names what it measures."""

    factor: float
    offset: float
    dimension: str


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, ...], ...]:
    """Expression, factor, offset and dimension of each unit, and a mark on those that a text may name."""
    return tuple(tuple(line.split("\t")) for line in TABLE.read_text("utf-8").splitlines())


@lru_cache(maxsize=1)
def tabled() -> Mapping[str, Scale]:
    """Expression -> scale of the units that the table holds."""
    return {expression: Scale(float(factor), float(offset), name) for expression, factor, offset, name, _ in _rows()}


def units_read() -> Iterator[str]:
    """The expressions of the table that a symbol or a name of some language stands for."""
    return (expression for expression, *_, mark in _rows() if mark)


def per_number(expression: str) -> Scale | None:
    """The scale of a rate per so many of a unit ("milligram/(n100_*(gram))"), where the table has it per one."""
    rate = _PER_NUMBER.fullmatch(expression)
    one = tabled().get(f"{rate[1]}/{rate[3]}") if rate else None
    return one._replace(factor=one.factor / int(rate[2])) if rate and one else None


def reckoned(expression: str) -> Scale | None:
    """What Pint says of an expression; None for one that it does not know."""
    import pint

    registry = _registry()
    _define_factors(registry, expression)
    try:
        unit = registry.parse_units(expression)
        zero = registry.Quantity(0.0, unit).to_base_units()
        one = registry.Quantity(1.0, unit).to_base_units()
    except (pint.errors.PintError, ArithmeticError, AttributeError, TypeError, ValueError):
        return None
    raw = str(one.dimensionality)
    dimension = table()["dimensions"].get(raw, raw.replace("[", "").replace("]", ""))
    return Scale(float(one.magnitude) - float(zero.magnitude), float(zero.magnitude), dimension)


@lru_cache(maxsize=1)
def _registry() -> pint.UnitRegistry[Any]:
    import pint

    registry: pint.UnitRegistry[Any] = pint.UnitRegistry(autoconvert_offset_to_baseunit=True)
    for definition in table()["definitions"]:
        registry.define(definition)
    return registry


def _define_factors(registry: pint.UnitRegistry[Any], expression: str) -> None:
    for number in sorted(set(_FACTOR.findall(expression))):
        if f"n{number}_" not in registry:
            registry.define(f"n{number}_ = {number}")
