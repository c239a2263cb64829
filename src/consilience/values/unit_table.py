"""The units that are read: symbols from SI prefixes, names in every language from Babel's CLDR and the lexicon files.

An expression is Pint's ("millijoule/((centimeter)**2)"). The tables are in `lexicon/units.toml`; all are built once, on
first use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from consilience.values.lexicon import Phrases, lexicon, phrase

_DIGITAL = re.compile(r"(kilo|mega|giga|tera|peta)?(bit|byte)")
_OWN_NAMES = {
    "metre": "meter",
    "litre": "liter",
    "tonne": "metric_ton",
    "amp": "ampere",
    "bit": "bit_",
    "byte": "byte_",
}


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:
    """The tables of `lexicon/units.toml`."""
    return tomllib.loads((files("consilience.values") / "lexicon" / "units.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def symbols() -> Mapping[str, str]:
    """Unit symbol -> Pint expression. Case matters: mW is not MW."""
    raw = table()
    result = dict(raw["prefixable"])
    for base, name in raw["prefixable"].items():
        for prefix, word in raw["prefixes"].items():
            result[prefix + base] = word + name
    for prefix, word in raw["binary_prefixes"].items():
        result[prefix + "B"], result[prefix + "bit"] = f"{word}byte_", f"{word}bit_"
    result.update(raw["symbols"])
    return {symbol: expression for symbol, expression in result.items() if expression}


@lru_cache(maxsize=16)
def names(language: str) -> Phrases:
    """Unit name (folded phrase) -> Pint expression in one language."""
    own = dict(_english_names()) if language == "en" else {}
    own.update(_cldr(language))
    if language == "en":
        own.update(_cldr("en_GB"))
    own.update(lexicon(language).maps["unit_words"].items())
    spread = {name.replace(" - ", " "): expression for name, expression in own.items() if expression}
    hyphened = {" - ".join(name.split()): expression for name, expression in spread.items() if name.count(" ") == 1}
    return Phrases({**hyphened, **spread})


def _english_names() -> Iterator[tuple[str, str]]:
    raw = table()
    for base in raw["english_bases"]:
        stem = _OWN_NAMES.get(base, base)
        for prefix in ("", *raw["english_prefixes"]):
            for name in (prefix + base, prefix + base + "s"):
                yield name, prefix + stem
                yield f"square {name}", f"({prefix}{stem})**2"
                yield f"cubic {name}", f"({prefix}{stem})**3"


def _cldr(code: str) -> Iterator[tuple[str, str]]:
    """Long names of CLDR's units in all plural forms, with the German dative plural ("Tagen") by rule."""
    from babel import Locale

    raw = table()
    patterns: Mapping[str, Any] = Locale.parse(code)._data["unit_patterns"]
    for unit in sorted(patterns):
        category, _, rest = unit.partition("-")
        if category not in raw["cldr_categories"] or rest in raw["cldr_skipped"]:
            continue
        expression = _pint_name(rest)
        for name in _forms(dict(patterns[unit].get("long", {}))):
            if expression:
                yield name, expression
                if code == "de" and name.endswith(("e", "er")):
                    yield name + "n", expression


def _forms(patterns: Mapping[str, Any]) -> Iterator[str]:
    """The plural forms of a unit name, from patterns such as "{0} kilometres"."""
    for plural, pattern in sorted(patterns.items()):
        if isinstance(pattern, str) and pattern.startswith("{0}") and plural not in ("per", "named"):
            yield phrase(pattern[3:])


def _pint_name(cldr: str) -> str:
    special = table()["cldr"]
    if cldr in special:
        return str(special[cldr])
    if "-per-" in cldr:
        above, _, below = cldr.partition("-per-")
        return f"{_pint_name(above)}/({_pint_name(below)})"
    for word, power in (("square-", 2), ("cubic-", 3)):
        if cldr.startswith(word):
            return f"{_pint_name(cldr[len(word) :])}**{power}"
    digital = _DIGITAL.fullmatch(cldr)
    if digital:
        return f"{cldr}_"
    return cldr.replace("-", "_")


@lru_cache(maxsize=1)
def _plain() -> frozenset[str]:
    return frozenset(table()["plain"])


def plainly_measures(expression: str) -> bool:
    """Whether the name of a unit means nothing else, so that "a" before it is one of it: "a kilogram"."""
    return expression.partition("/")[0] in _plain()
