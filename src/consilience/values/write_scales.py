"""Writes `lexicon/unit_scales.tsv`: what Pint says of the units that are read, and of the usual rates of them.

Run `python -m consilience.values.write_scales` after a change of units or of Pint.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file
from itertools import product

from consilience.values.lexicon import LANGUAGES
from consilience.values.scales import TABLE, Scale, reckoned
from consilience.values.unit_table import names, symbols, table


def written() -> str:
    """The table, in the order of its expressions: expression, factor, offset and dimension of a unit in each line, and
    "read" where a symbol or a name of some language stands for it.
    """
    read = _read()
    known = ((one, reckoned(one)) for one in sorted(read | set(_told())))
    return "".join(_line(one, scale, "read" if one in read else "") for one, scale in known if scale)


def _line(expression: str, scale: Scale, mark: str) -> str:
    return f"{expression}\t{scale.factor!r}\t{scale.offset!r}\t{scale.dimension}\t{mark}\n"


def _read() -> set[str]:
    """Every unit that has a symbol or a name, but those of time."""
    named = (str(one) for code in LANGUAGES for one in names(code).values())
    return {*symbols().values(), *named} - {*table()["time"]}


def _told() -> Iterator[str]:
    """Areas and volumes as symbols write them, and the rates that documents tell."""
    raw = table()
    sorts = raw["sorts"]
    yield from (f"({length})**{power}" for length in sorts["length"] for power in (2, 3))
    for sort, among in raw["rates"].items():
        yield from (f"{unit}/({over})" for other in among for unit, over in product(sorts[sort], sorts[other]))
    for unit, over, time in product(raw["dosed"], (*sorts["area"], "kilogram"), sorts["time"]):
        yield f"{unit}/({over})/({time})"


if __name__ == "__main__":
    with as_file(TABLE) as path:
        path.write_text(written(), "utf-8")
