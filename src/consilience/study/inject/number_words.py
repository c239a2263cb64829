"""Numbers in words, as they are written: what a changed number word may become."""

from __future__ import annotations

import re
from functools import lru_cache

# From two up: "one" is an article or a pronoun in most languages, and its noun is a singular.
_WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici",
    "pt": "dois três quatro cinco seis sete oito nove dez onze doze",
}
_TENS = "thirty forty fifty sixty seventy eighty ninety"


@lru_cache(maxsize=8)
def table(language: str) -> dict[str, int]:
    """Word -> number, in the spelling of the language; English up to ninety-nine, others the simple words."""
    words = {word: number for number, word in enumerate(_WORDS.get(language, "").split(), 2)}
    if language == "en":
        tens = {word: 30 + 10 * place for place, word in enumerate(_TENS.split())} | {"twenty": 20}
        units = ("one", *_WORDS["en"].split()[:8])
        words |= tens
        words |= {f"{ten}-{unit}": tens[ten] + place for ten in tens for place, unit in enumerate(units, 1)}
    return words


@lru_cache(maxsize=8)
def pattern(language: str) -> re.Pattern[str] | None:
    """Finds the words of the table, the longest first; None for a language without one."""
    words = sorted(table(language), key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE) if words else None


def like(old: str, new: str) -> str:
    """The new word with a capital where the old one has it."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
