"""What a unit is in base units: the table says what Pint says, and Pint is loaded for nothing that it holds."""

from __future__ import annotations

import subprocess
import sys

import pytest

from consilience.model import Value
from consilience.values.scales import TABLE, reckoned
from consilience.values.tolerances import in_own_unit
from consilience.values.units import scale
from consilience.values.write_scales import written

_USUAL = (
    "The pump moves 3.6 m³/h at 4 bar and 2.2 kW, the film is 12 µm thick, keep it at 2 to 8 °C; 5 mg/L of chlorine, "
    "30 kg per hectare and year, 2 GB a month, 4 g per 100 g, 60 mph, 15 km², 9 kWh per m² a year, 35 mJ/cm²."
)


def _rows(table: str) -> dict[str, tuple[str, ...]]:
    """Expression -> factor and offset to twelve digits, dimension and mark."""
    rows = (line.split("\t") for line in table.splitlines())
    return {one: (f"{float(factor):.12g}", f"{float(offset):.12g}", *told) for one, factor, offset, *told in rows}


def test_the_table_is_what_pint_says() -> None:
    """Every expression of the table has Pint's factor, offset and dimension, and none of those it should hold lacks."""
    assert _rows(TABLE.read_text("utf-8")) == _rows(written())


@pytest.mark.parametrize("number", [2, 24, 100, 113, 1000])
@pytest.mark.parametrize(
    "rate", ["milligram/{}(gram)", "liter/{}(hour)", "kilowatt_hour/{}((meter)**2)", "ton/{}(acre)"]
)
def test_a_rate_per_so_many_is_what_pint_says(rate: str, number: int) -> None:
    """What is told per 100 g is a hundredth of what is told per gram."""
    expression = rate.format(f"(n{number}_*") + ")"
    told, wanted = scale(expression), reckoned(expression)
    assert told is not None
    assert wanted is not None
    assert told == wanted._replace(factor=float(f"{wanted.factor:.12g}"))


def test_usual_units_load_no_pint() -> None:
    """Reading and comparing amounts in usual units does without Pint, which takes a third of a second to load."""
    code = (
        "import sys; from consilience.values import compare, scan\n"
        f"found = [one.value for one in scan({_USUAL!r})]\n"
        "assert sum(one.kind == 'quantity' for one in found) > 10, found\n"
        "[compare(a, b) for a in found for b in found]\n"
        "sys.exit('pint' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_unit_that_the_table_lacks_is_put_to_pint() -> None:
    """A rate that nobody thought of is converted all the same."""
    found = scale("lumen/((kilometer)**3)")
    assert found is not None
    assert found.factor == pytest.approx(1e-9)


@pytest.mark.parametrize("word", ["newton", "gauss", "stone"])
def test_a_name_is_no_unit(word: str) -> None:
    """Isaac Newton has no magnitude, though a newton is a unit."""
    assert in_own_unit(Value("name", word, word, tokens=(word,))) is None
