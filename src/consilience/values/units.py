"""Units: their symbols and names, and what one of them is in base units.

Symbols are generated from SI prefixes; names in every language come from Babel's CLDR data, with a few more in the lexicon
files. Conversion is Pint's, loaded on first use; each unit expression is converted once and remembered.
Time units need no Pint: a duration is the commonest quantity of all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from consilience.values.lexicon import lexicon, phrase
from consilience.values.numbers import Line

if TYPE_CHECKING:
    import pint

# SI bases that take prefixes: symbol -> Pint name. Names ending in "_" are defined in `_DEFINITIONS`.
_PREFIXABLE = {
    "m": "meter", "g": "gram", "L": "liter", "l": "liter", "W": "watt", "Wh": "watt_hour", "J": "joule", "V": "volt",
    "A": "ampere", "Ah": "ampere_hour", "Hz": "hertz", "Pa": "pascal", "bar": "bar", "N": "newton", "Ω": "ohm",
    "S": "siemens", "F": "farad", "mol": "mole", "lm": "lumen", "eV": "electron_volt", "cal": "calorie", "B": "byte_",
    "bit": "bit_", "Bq": "becquerel", "Sv": "sievert", "Gy": "gray", "t": "metric_ton", "VA": "volt_ampere",
    "s": "second", "Nm": "newton*meter", "bps": "bit_/second", "b/s": "bit_/second", "Bps": "byte_/second",
}  # fmt: skip
_PREFIXES = {
    "n": "nano", "µ": "micro", "μ": "micro", "u": "micro", "m": "milli", "c": "centi", "d": "deci", "h": "hecto", "k": "kilo",
    "K": "kilo", "M": "mega", "G": "giga", "T": "tera",
}  # fmt: skip
_BINARY = {"Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi"}
_SYMBOLS = {
    "h": "hour", "hr": "hour", "hrs": "hour", "min": "minute", "mins": "minute", "sec": "second", "secs": "second", "d": "day",
    "wk": "week", "yr": "year", "yrs": "year", "mo": "month",
    "°C": "degC", "℃": "degC", "°F": "degF", "℉": "degF", "K": "kelvin", "°": "degC", "°dH": "dh_",
    "in": "inch", "ft": "foot", "yd": "yard", "mi": "mile", "nmi": "nautical_mile", "NM": "nautical_mile", "mil": "mil",
    "lb": "pound", "lbs": "pound", "oz": "ounce", "st": "stone", "psi": "psi", "mph": "mile/hour", "kph": "kilometer/hour",
    "kmh": "kilometer/hour", "kn": "knot", "kt": "knot", "kts": "knot", "gal": "gallon", "ha": "hectare", "ac": "acre",
    "rpm": "rpm_", "RPM": "rpm_", "U": "revolution_", "tr": "revolution_", "hp": "horsepower", "PS": "metric_horsepower",
    "NTU": "ntu_", "FNU": "ntu_", "FTU": "ntu_", "cfu": "cfu_", "CFU": "cfu_", "IU": "iu_", "dB": "dB_", "dBA": "dB_",
    "dB(A)": "dB_", "ppm": "ppm", "ppb": "ppb_", "lx": "lux", "lux": "lux", "atm": "atmosphere", "mmHg": "millimeter_Hg",
    "cc": "centimeter**3", "fps": "fps_", "Torr": "torr", "TB": "tera*byte_", "sqft": "foot**2", "sqm": "meter**2",
    "mwc": "meter_H2O_", "mWS": "meter_H2O_", "mH2O": "meter_H2O_", "pH": "ph_", "kgf": "kilogram_force", "cbm": "meter**3",
    "fl oz": "fluid_ounce", "Gbit": "giga*bit_", "Mbit": "mega*bit_", "kbit": "kilo*bit_", "Gb": "giga*bit_",
    "Mb": "mega*bit_", "kb": "kilo*bit_", "mcg": "microgram", "qm": "meter**2",
}  # fmt: skip
_AMBIGUOUS = frozenset(
    {"in", "U", "tr", "d", "st", "K", "B", "F", "S", "N", "A", "V", "t", "a", "mo", "mil", "NM", "T", "PS"}
)

# What Pint lacks or counts as dimensionless; each gets a dimension of its own.
_DEFINITIONS = (
    "bit_ = [information]", "byte_ = 8 * bit_", "revolution_ = [rotation]", "rpm_ = revolution_ / minute", "ntu_ = [turbidity]",
    "cfu_ = [colonies]", "iu_ = [activity_units]", "dB_ = [level]", "dh_ = [hardness]", "fps_ = [frame_rate]", "ph_ = [acidity]",
    "ppb_ = 1e-9", "night_ = [night]", "meter_H2O_ = 9806.65 * pascal",
)  # fmt: skip

MONTH_DAYS = 365.25 / 12
# Time unit -> (seconds, spread in seconds: how far a calendar unit may differ from its mean).
TIME_UNITS: Mapping[str, tuple[float, float]] = {
    "millisecond": (1e-3, 0.0), "microsecond": (1e-6, 0.0), "nanosecond": (1e-9, 0.0), "second": (1.0, 0.0),
    "minute": (60.0, 0.0), "hour": (3600.0, 0.0), "quarter_hour_": (900.0, 0.0), "three_quarter_hour_": (2700.0, 0.0),
    "day": (86400.0, 0.0), "week": (604800.0, 0.0), "fortnight": (1209600.0, 0.0),
    "month": (86400.0 * MONTH_DAYS, 86400.0 * 0.6), "quarter_year_": (86400.0 * 3 * MONTH_DAYS, 86400.0 * 1.8),
    "year": (86400.0 * 365.25, 86400.0 * 1.5), "decade": (86400.0 * 3652.5, 86400.0 * 3),
    "century": (86400.0 * 36525, 86400.0 * 3),
}  # fmt: skip
WORKING_DAY = "working_day_"

_DIMENSIONS = {
    "[length]": "length", "[mass]": "mass", "[temperature]": "temperature", "[length] ** 2": "area", "[length] ** 3": "volume",
    "[length] / [time]": "speed", "[mass] / [length] / [time] ** 2": "pressure", "[length] ** 3 / [time]": "flow",
    "[mass] * [length] ** 2 / [time] ** 3": "power", "[mass] * [length] ** 2 / [time] ** 2": "energy",
    "[information]": "data", "[information] / [time]": "data rate", "[current]": "current", "1 / [time]": "frequency",
    "[rotation] / [time]": "rotation speed", "[mass] / [length] ** 3": "concentration", "dimensionless": "ratio",
    "[mass] / [time] ** 2": "energy per area", "[mass] * [length] ** 2 / [current] / [time] ** 3": "voltage",
    "[luminosity] / [length] ** 2": "illuminance",
}  # fmt: skip
# CLDR categories worth reading, and names in them that are ordinary words or clash with time and money.
_CATEGORIES = ("acceleration", "area", "digital", "duration", "electric", "energy", "force", "frequency", "length", "light",
               "mass", "power", "pressure", "speed", "temperature", "torque", "volume")  # fmt: skip
_SKIPPED = frozenset(
    [
        "point",
        "quarter",
        "light-speed",
        "cup",
        "drop",
        "dram",
        "jigger",
        "pinch",
        "barrel",
        "item",
        "bit-ofx",
        "bushel",
        "candela",
        "generic",
        "solar-mass",
        "solar-radius",
        "solar-luminosity",
        "stone-ofx",
        "earth-mass",
        "earth-radius",
        "dunam",
        "light-year-x",
        "dalton",
        "mile-scandinavian",
        "cup-metric",
        "quart-imperial",
        "pint-metric",
        "beaufort",
        "night",
        "day-person",
        "week-person",
        "month-person",
        "year-person",
        "bu-jp",
        "cho",
        "sun",
        "fun",
    ]
)
_CLDR_TO_PINT = {
    "celsius": "degC", "fahrenheit": "degF", "tonne": "metric_ton", "metric-ton": "metric_ton", "ton": "ton", "bit": "bit_",
    "byte": "byte_", "inch-ofhg": "inch_Hg", "millimeter-ofhg": "millimeter_Hg", "pound-force-per-square-inch": "psi",
    "gallon-imperial": "imperial_gallon", "fluid-ounce-imperial": "imperial_fluid_ounce", "fluid-ounce": "fluid_ounce",
    "pound-force-foot": "force_pound*foot", "g-force": "g_0", "kilowatt-hour": "kilowatt_hour", "newton-meter": "newton*meter",
    "knot": "knot", "nautical-mile": "nautical_mile", "ounce-troy": "troy_ounce", "horsepower": "horsepower",
    "liter-per-100-kilometer": "", "foodcalorie": "kilocalorie", "mile-per-hour": "mile/hour", "therm-us": "thm",
    "british-thermal-unit": "Btu", "thermal-unit": "Btu",
}  # fmt: skip
_DIGITAL = re.compile(r"^(kilo|mega|giga|tera|peta)?(bit|byte)$")
_ENGLISH_BASES = ["meter", "metre", "gram", "litre", "liter", "watt", "joule", "volt", "ampere", "hertz", "pascal", "newton", "bit", "byte", "second", "ohm", "lumen", "calorie", "tonne"]  # fmt: skip
_ENGLISH_PREFIXES = [
    "kilo",
    "mega",
    "giga",
    "tera",
    "milli",
    "micro",
    "nano",
    "centi",
    "deci",
    "hecto",
    "kibi",
    "mebi",
    "gibi",
    "tebi",
]


class Unit(NamedTuple):
    """A unit in tokens `start:end`, as a Pint expression; `written` is how the text has it."""

    end: int
    expression: str
    written: str


class Scale(NamedTuple):
    """One unit in base units: base = factor * x + offset. `dimension` names what it measures."""

    factor: float
    offset: float
    dimension: str


@lru_cache(maxsize=1)
def symbols() -> dict[str, str]:
    """Unit symbol -> Pint expression. Case matters: mW is not MW."""
    result = {}
    for base, name in _PREFIXABLE.items():
        result[base] = name
        for prefix, word in _PREFIXES.items():
            result[prefix + base] = (
                f"{word}*{name}" if name.endswith("_") or "/" in name or "*" in name else word + name
            )
    result.update({prefix + "B": f"{word}*byte_" for prefix, word in _BINARY.items()})
    result.update({prefix + "bit": f"{word}*bit_" for prefix, word in _BINARY.items()})
    for wrong in ("cd", "dB", "mb", "nm", "hh", "KW", "Kg", "KA", "Kt", "Ks", "KN", "dm", "ht", "dt", "ct"):
        result.pop(wrong, None)
    result.update({"nm": "nanometer", "dm": "decimeter", "kN": "kilonewton", "Kg": "kilogram"})
    return result | _SYMBOLS


@lru_cache(maxsize=16)
def names(language: str) -> dict[str, str]:
    """Unit name (folded phrase) -> Pint expression, in a language and in English where the words are free."""
    own = dict(_english_names()) if language == "en" else {}
    own.update(_cldr(language))
    if language == "en":
        own.update(_cldr("en_GB"))
    own.update(lexicon(language).maps["unit_words"])
    return {name: expression for name, expression in own.items() if expression}


def _english_names() -> Iterator[tuple[str, str]]:
    for base in _ENGLISH_BASES:
        stem = {"metre": "meter", "litre": "liter", "tonne": "metric_ton", "bit": "bit_", "byte": "byte_"}.get(
            base, base
        )
        for prefix in ("", *_ENGLISH_PREFIXES):
            expression = f"{prefix}*{stem}" if prefix and stem.endswith("_") else prefix + stem
            for name in (prefix + base, prefix + base + "s"):
                yield name, expression
                yield f"square {name}", f"({expression})**2"
                yield f"cubic {name}", f"({expression})**3"


def _cldr(code: str) -> Iterator[tuple[str, str]]:
    """Long names of CLDR's units, all plural forms, with the German dative plural by rule."""
    from babel import Locale

    patterns: Mapping[str, Any] = Locale.parse(code)._data["unit_patterns"]
    for unit in sorted(patterns):
        category, _, rest = unit.partition("-")
        if category not in _CATEGORIES or rest in _SKIPPED:
            continue
        expression = _pint_name(rest)
        for plural, pattern in sorted(dict(patterns[unit].get("long", {})).items()):
            if expression and isinstance(pattern, str) and pattern.startswith("{0}") and plural not in ("per", "named"):
                name = phrase(pattern[3:])
                yield name, expression
                if code == "de" and name.endswith(("e", "er")):
                    yield name + "n", expression


def _pint_name(cldr: str) -> str:
    if cldr in _CLDR_TO_PINT:
        return _CLDR_TO_PINT[cldr]
    if "-per-" in cldr:
        above, _, below = cldr.partition("-per-")
        return f"{_pint_name(above)}/({_pint_name(below)})"
    for word, power in (("square-", 2), ("cubic-", 3)):
        if cldr.startswith(word):
            return f"{_pint_name(cldr[len(word) :])}**{power}"
    digital = _DIGITAL.match(cldr)
    if digital:
        return f"{digital[1]}*{digital[2]}_" if digital[1] else f"{digital[2]}_"
    return cldr.replace("-", "_")


def read(line: Line, i: int, glued: bool = False, after_foot: bool = False) -> Unit | None:
    """The unit that begins at token `i`: names first ("square metres per hour"), then symbols ("m³/h", "mJ/cm²").

    `glued` says that only a hyphen or nothing stands between number and unit, which makes "in" an inch.
    """
    first = _factor(line, i, glued or after_foot)
    if first is None:
        return None
    end, expression = first
    tokens = line.tokens
    while end < len(tokens):
        mark = tokens[end].text
        if mark in "/·*" and end + 1 < len(tokens) and not line.gap(end + 1):
            divided, start = mark == "/", end + 1
        elif (start := line.after(end, "per", 2)) > end and tokens[end].text not in "/":
            divided = True
            if _is_time(expression) or not _joins(line, end, start):
                break
        else:
            break
        more = _factor(line, start, True)
        if more is None:
            break
        end, expression = more[0], f"{expression}{'/' if divided else '*'}({more[1]})"
    return Unit(end, expression, line.text[tokens[i].start : tokens[end - 1].end])


def _joins(line: Line, i: int, j: int) -> bool:
    """Whether the "per" words at `i:j` may stand inside a unit: "per" and its like, not "and" or an article ("5 m a day")."""
    return line.phrase(i, j) in ("per", "pro", "je", "par", "por", "al", "a la", "a", "an", "each", "every")


def _is_time(expression: str) -> bool:
    return expression in TIME_UNITS or expression == WORKING_DAY


def _factor(line: Line, i: int, certain: bool) -> tuple[int, str] | None:
    tokens = line.tokens
    if i >= len(tokens) or tokens[i].kind == "number":
        return None
    known = names(line.lexicon.language)
    if tokens[i].kind == "word":
        for j in range(min(len(tokens), i + 4), i, -1):
            name = line.phrase(i, j)
            if name in known and not (name == "second" and not certain and _ordinal_use(line, i)):
                return j, known[name]
            joined = name.replace(" - ", " ")
            if joined in known:
                return j, known[joined]
    return _symbol(line, i, certain)


def _ordinal_use(line: Line, i: int) -> bool:
    """ "a second bag": "second" after an article is no unit of time."""
    return i > 0 and line.tokens[i - 1].folded in ("a", "the", "each", "every")


def _symbol(line: Line, i: int, certain: bool) -> tuple[int, str] | None:
    tokens, table = line.tokens, symbols()
    text, end = tokens[i].text, i + 1
    if (text in "°µμ" and end < len(tokens) and not line.gap(end) and text + tokens[end].text in table) or (
        text == "°" and end < len(tokens) and tokens[end].text in ("C", "F")
    ):
        text, end = text + tokens[end].text, end + 1
    elif text == "dB" and line.phrase(end, end + 3) == "( a )":
        return end + 3, "dB_"
    base = text.rstrip("²³")
    expression = table.get(base)
    if expression is None or (base in _AMBIGUOUS and not certain and not _ends(line, end)):
        return None
    power = {"²": "2", "³": "3"}.get(text[len(base) :], "")
    if not power:
        power, end = _written_power(line, end)
    return end, f"({expression})**{power}" if power else expression


def _written_power(line: Line, end: int) -> tuple[str, int]:
    """ "m3", "m^3": a digit glued to a symbol of length."""
    tokens = line.tokens
    if end < len(tokens) and tokens[end].text == "^" and end + 1 < len(tokens) and tokens[end + 1].text in ("2", "3"):
        return tokens[end + 1].text, end + 2
    if (
        end < len(tokens)
        and not line.gap(end)
        and tokens[end].text in ("2", "3")
        and tokens[end - 1].text.endswith("m")
    ):
        return tokens[end].text, end + 1
    return "", end


def _ends(line: Line, end: int) -> bool:
    """Whether a symbol that is also a word stands where a unit would: before punctuation, a mark of division or the end."""
    return end >= len(line.tokens) or line.tokens[end].kind == "symbol"


@lru_cache(maxsize=1)
def _registry() -> pint.UnitRegistry[Any]:
    import pint

    registry: pint.UnitRegistry[Any] = pint.UnitRegistry(autoconvert_offset_to_baseunit=True)
    for definition in _DEFINITIONS:
        registry.define(definition)
    return registry


@lru_cache(maxsize=4096)
def scale(expression: str) -> Scale | None:
    """What one unit is in base units; None for an expression that Pint does not know."""
    if expression in TIME_UNITS:
        return Scale(TIME_UNITS[expression][0], 0.0, "duration")
    import pint

    registry = _registry()
    try:
        unit = registry.parse_units(
            expression.replace("micro*", "micro").replace("*byte_", "byte_").replace("*bit_", "bit_")
        )
        zero = registry.Quantity(0.0, unit).to_base_units()
        one = registry.Quantity(1.0, unit).to_base_units()
    except (pint.errors.PintError, ArithmeticError, AttributeError, TypeError, ValueError):
        return None
    raw = str(one.dimensionality)
    dimension = _DIMENSIONS.get(raw, raw.replace("[", "").replace("]", ""))
    return Scale(_tidy(float(one.magnitude) - float(zero.magnitude)), float(zero.magnitude), dimension)


def _tidy(factor: float) -> float:
    """Twelve significant digits: what floating point adds to 0.1 * 0.1 is not part of a unit."""
    return float(f"{factor:.12g}") if math.isfinite(factor) else factor
