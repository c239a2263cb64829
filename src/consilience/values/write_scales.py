"""Writes `lexicon/unit_scales.tsv`: what Pint says of the units that are read, and of the usual rates of them.

Run `python -m consilience.values.write_scales` after a change of units or of Pint.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file
from itertools import product

from consilience.values.lexicon import LANGUAGES
from consilience.values.scales import TABLE, reckoned
from consilience.values.unit_table import names, symbols, table


def written() -> str:
    """The table: expression, factor, offset and dimension of a unit in each line, in the order of the expressions."""
    known = ((expression, reckoned(expression)) for expression in sorted(set(_expressions())))
    return "".join(f"{one}\t{scale.factor!r}\t{scale.offset!r}\t{scale.dimension}\n" for one, scale in known if scale)


def _expressions() -> Iterator[str]:
    """Every unit that has a symbol or a name, but those of time, and the rates that documents tell."""
    raw = table()
    singles = {*symbols().values(), *(str(one) for code in LANGUAGES for one in names(code).values())} - set(
        raw["time"]
    )
    sorts, lengths = raw["sorts"], raw["sorts"]["length"]
    yield from (one for one in singles if "**" not in one or any(length in one for length in lengths))
    yield from (f"({length})**{power}" for length in lengths for power in (2, 3))
    for sort, among in raw["rates"].items():
        yield from (f"{unit}/({over})" for other in among for unit, over in product(sorts[sort], sorts[other]))
    for unit, over, time in product(raw["dosed"], (*sorts["area"], "kilogram"), sorts["time"]):
        yield f"{unit}/({over})/({time})"


if __name__ == "__main__":
    with as_file(TABLE) as path:
        path.write_text(written(), "utf-8")
