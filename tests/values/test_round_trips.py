"""A value written another way is the same value: other units, other languages, other clocks, other zones."""

from __future__ import annotations

import datetime

import pytest
from babel.dates import format_date
from hypothesis import given, settings
from hypothesis import strategies as st

from consilience.model import Value
from consilience.values import compare, scan

# One of the first unit is so many of the second. Exact, or to nine digits.
FACTORS = {
    ("km", "mi"): 0.621371192,
    ("kg", "lb"): 2.20462262,
    ("m", "ft"): 3.2808399,
    ("cm", "in"): 0.393700787,
    ("L", "gal"): 0.264172052,
    ("bar", "psi"): 14.5037738,
    ("bar", "kPa"): 100.0,
    ("kW", "hp"): 1.34102209,
    ("kn", "km/h"): 1.852,
    ("m³/h", "ML/day"): 0.024,
    ("mJ/cm²", "J/m²"): 10.0,
    ("GiB", "MiB"): 1024.0,
    ("t", "kg"): 1000.0,
    ("ha", "m²"): 10_000.0,
    ("MPa", "bar"): 10.0,
    ("kWh", "MJ"): 3.6,
    ("mg/L", "g/m³"): 1.0,
    ("m/s", "km/h"): 3.6,
    ("L/min", "m³/h"): 0.06,
}
LANGUAGES = ["en", "de", "fr", "es", "nl", "it", "pt"]
DAYS = st.dates(min_value=datetime.date(1800, 1, 1), max_value=datetime.date(2099, 12, 31))


def _only(text: str, language: str = "en") -> Value:
    (mention,) = scan(text, language)
    return mention.value


@pytest.mark.parametrize("pair", FACTORS, ids="-".join)
@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=100, max_value=99_999))
def test_a_quantity_survives_another_unit(pair: tuple[str, str], tenths: int) -> None:
    """A number converted to another unit with six digits is the same quantity; one five per cent off is another."""
    number = tenths / 10
    written = _only(f"{number:.1f} {pair[0]}.")
    there, off = (f"{number * times * FACTORS[pair]:.6f} {pair[1]}." for times in (1.0, 1.05))
    assert compare(written, _only(there)).relation == "same"
    assert compare(written, _only(off)).relation == "different"


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=-400, max_value=4000))
def test_a_temperature_survives_fahrenheit(tenths: int) -> None:
    """Degrees Celsius and the same in Fahrenheit are one temperature; five degrees more are another."""
    celsius = tenths / 10
    written = _only(f"{celsius:.1f} °C")
    assert compare(written, _only(f"{celsius * 1.8 + 32:.2f} °F")).relation == "same"
    assert compare(written, _only(f"{celsius * 1.8 + 37:.2f} °F")).relation == "different"


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=30, deadline=None)
@given(DAYS)
def test_a_date_in_words_is_its_iso_form(language: str, day: datetime.date) -> None:
    """The long form of a date in seven languages is the same day as the ISO form, and another than the next day."""
    written = _only(format_date(day, "long", locale=language), language)
    assert compare(written, _only(day.isoformat())).relation == "same"
    assert compare(written, _only((day + datetime.timedelta(1)).isoformat())).relation == "different"


@settings(max_examples=60, deadline=None)
@given(DAYS, st.integers(min_value=1, max_value=300), st.integers(min_value=0, max_value=300))
def test_a_day_lies_in_a_period_or_outside(first: datetime.date, length: int, offset: int) -> None:
    """A day is compatible with a period that holds it, and different from one that does not."""
    last, day = first + datetime.timedelta(length), first + datetime.timedelta(offset)
    period = _only(f"{first.isoformat()} to {last.isoformat()}")
    expected = "compatible" if day <= last else "different"
    assert compare(period, _only(day.isoformat())).relation == expected


@settings(max_examples=80, deadline=None)
@given(st.integers(min_value=0, max_value=23), st.integers(min_value=0, max_value=59))
def test_a_time_survives_the_clock_of_twelve_hours(hour: int, minute: int) -> None:
    """14:05 is 2:05 pm, and not 2:05 am."""
    right, wrong = ("pm", "am") if hour >= 12 else ("am", "pm")
    spoken = f"{(hour - 1) % 12 + 1}:{minute:02d}"
    assert compare(_only(f"{hour:02d}:{minute:02d}"), _only(f"{spoken} {right}")).relation == "same"
    assert compare(_only(f"{hour:02d}:{minute:02d}"), _only(f"{spoken} {wrong}")).relation == "different"


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=0, max_value=1439), st.integers(min_value=-11, max_value=12))
def test_a_time_survives_another_time_zone(minutes: int, offset: int) -> None:
    """A time in UTC is the same moment of the day in a zone so many hours ahead or behind."""
    there = (minutes + 60 * offset) % 1440
    here = _only(f"{minutes // 60:02d}:{minutes % 60:02d} UTC")
    assert compare(here, _only(f"{there // 60:02d}:{there % 60:02d} UTC{offset:+d}")).relation == "same"


@settings(max_examples=100, deadline=None)
@given(st.integers(min_value=2, max_value=999), st.integers(min_value=2, max_value=999))
def test_a_number_is_within_a_limit_or_outside(limit: int, number: int) -> None:
    """ "Up to" and "at least" hold exactly the numbers on their side, the limit itself included."""
    exact = _only(f"{number} kg")
    assert (compare(_only(f"up to {limit} kg"), exact).relation == "compatible") == (number <= limit)
    assert (compare(_only(f"at least {limit} kg"), exact).relation == "compatible") == (number >= limit)
