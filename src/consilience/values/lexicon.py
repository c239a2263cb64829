"""The words of a language by which values are read, from `lexicon/*.toml` plus Babel's CLDR data (months, weekdays).

A phrase is stored the way text is tokenized: folded tokens joined by one space. The dative plural of German ("Tagen")
and the like is added by rule where CLDR has the base form only.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from consilience.values.text import fold, tokenize

LANGUAGES = ("en", "de", "fr", "es", "nl", "it", "pt")
_NUMBER_LISTS = frozenset({"units", "tens", "ordinals"})


class Phrases(Mapping[str, Any]):
    """A table of phrases that tells from one word whether a phrase may begin or end with it, and how long it may be."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = dict(table)
        self.starts: dict[str, int] = {}  # first word -> tokens of the longest phrase that begins with it
        self.ends: dict[str, int] = {}
        for words in (key.split() for key in self._table if key):
            self.starts[words[0]] = max(len(words), self.starts.get(words[0], 0))
            self.ends[words[-1]] = max(len(words), self.ends.get(words[-1], 0))

    def __getitem__(self, key: str) -> Any:
        return self._table[key]

    def __contains__(self, key: object) -> bool:
        return key in self._table

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


@dataclass(frozen=True)
class Lexicon:
    """Folded words and phrases of one language. `sets` and `maps` are named as in the TOML files."""

    language: str
    decimal: str
    day_first: bool
    sets: Mapping[str, Phrases]
    maps: Mapping[str, Phrases]
    numbers: Phrases  # phrase -> value below 1000
    compounds: Mapping[str, int]  # pieces of German-style compounds, one word
    ordinals: Mapping[str, int]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]


def phrase(text: str) -> str:
    """A phrase as folded tokens joined by one space."""
    return " ".join(token.folded for token in tokenize(text.replace("\u00ad", "")))


@lru_cache(maxsize=16)
def lexicon(language: str) -> Lexicon:
    """The lexicon of an ISO 639-1 language; English for a language that has none."""
    code = language[:2].lower()
    if code not in LANGUAGES:
        code = "en"
    raw = _read(code)
    numbers = _numbers(raw)
    return Lexicon(
        language=code,
        decimal=raw["decimal"],
        day_first=raw["day_first"],
        sets={name: Phrases(dict.fromkeys(map(phrase, raw.get(name, ())), True)) for name in _names(list)},
        maps={
            name: Phrases({phrase(word): value for word, value in raw.get(name, {}).items()}) for name in _names(dict)
        },
        numbers=_hyphenated(numbers),
        compounds=_compounds(raw, numbers) if len(raw["join"].strip()) > 1 or raw["join"] == "*" else {},
        ordinals=_ordinals(raw),
        months=_cldr_names(code, "months"),
        weekdays=_cldr_names(code, "days"),
    )


@lru_cache(maxsize=16)
def _read(code: str) -> Mapping[str, Any]:
    return tomllib.loads((files("consilience.values") / "lexicon" / f"{code}.toml").read_text("utf-8"))


def _names(kind: type) -> tuple[str, ...]:
    """Names of the word lists or tables; English has them all, another language may lack some."""
    return tuple(name for name, value in _read("en").items() if isinstance(value, kind) and name not in _NUMBER_LISTS)


def _numbers(raw: Mapping[str, Any]) -> dict[str, int]:
    """Spelled numbers from 0 to 99, and the irregular ones of the language."""
    units, tens, join = raw["units"], raw["tens"], raw["join"]
    result = {phrase(word): value for value, word in enumerate(units)}
    for place, ten in enumerate(tens):
        base = 20 + 10 * place
        result[phrase(ten)] = base
        for unit in range(1, 10):
            result.setdefault(phrase(_two_digits(ten, units[unit], join, raw.get("one", units[1]), unit)), base + unit)
    result.update({phrase(word): value for word, value in raw.get("extra_numbers", {}).items()})
    return result


def _hyphenated(numbers: Mapping[str, int]) -> Phrases:
    """The same with a hyphen between two words or all of them: "twenty-six", "quatre-vingt-dix-sept"."""
    hyphens = {" - ".join(words.split()): value for words, value in numbers.items() if " " in words}
    return Phrases({**hyphens, **numbers})


def _two_digits(ten: str, unit_word: str, join: str, one: str, unit: int) -> str:
    if join == "*":  # Italian: ventidue
        return ten + unit_word
    if join in ("und", "en"):  # German, Dutch: zweiundzwanzig
        return (one if unit == 1 else unit_word) + join + ten
    return f"{ten}{join}{unit_word}" if join else f"{ten} {unit_word}"


def _compounds(raw: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, int]:
    """Single words below 1000 of languages that write numbers together: "zweihundertfünfzig", "honderdtwaalf"."""
    below = {word: value for word, value in numbers.items() if " " not in word}
    result = dict(below)
    for hundred in (phrase(word) for word in raw["hundred"]):
        heads = {"": 1} | {word: value for word, value in below.items() if 1 <= value <= 9 or 11 <= value <= 19}
        joint = raw["join"].strip("*")
        for head, times in heads.items():
            result[head + hundred] = 100 * times
            for tail, value in below.items():
                if value:
                    result.setdefault(head + hundred + tail, 100 * times + value)
                    result.setdefault(head + hundred + joint + tail, 100 * times + value)
    return result


def _ordinals(raw: Mapping[str, Any]) -> dict[str, int]:
    """Spelled ordinals: English to ninety-ninth; elsewhere the first of a month."""
    simple: list[str] = raw.get("ordinals", [])
    result = {phrase(word): value for value, word in enumerate(simple, 1)}
    result.update({phrase(word): value for word, value in raw.get("last_ordinal", {}).items()})
    for word, value in _numbers(raw).items() if raw.get("ordinal_endings") else ():
        stem = phrase(word) + ("t" if value < 20 else "st")
        result.update(
            {stem + ending: value for ending in raw["ordinal_endings"] if 2 <= value <= 99 and " " not in word}
        )
    for base, ten in enumerate(raw["tens"] if simple else (), 2):
        for value, word in enumerate(simple[:9], 1):
            result[f"{ten} {word}"] = 10 * base + value
            result[f"{ten} - {word}"] = 10 * base + value
    return result


def _cldr_names(code: str, what: str) -> dict[str, int]:
    """Names of months (1-12) or weekdays (0 = Monday), wide and abbreviated, from CLDR."""
    from babel import Locale

    names = getattr(Locale.parse(code), what)
    pairs: Iterable[tuple[int, str]] = (
        (number, name)
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in names[context].get(width, {}).items()
    )
    result: dict[str, int] = {}
    for number, name in pairs:
        folded = fold(name).rstrip(".")
        if len(folded) >= 3:
            result.setdefault(folded, int(number))
    if code == "en" and what == "months":
        result["sept"] = 9
    return result
