"""Countries as qualifiers: what holds in Ireland need not hold in Scotland.

Names come from the CLDR data that Babel carries, in the languages that the reader knows; the words for what belongs to
a country ("Irish", "Dutch") are here for the countries that documents name most.
"""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.corpus.qualifying.reason import Reason, each_side, listed
from consilience.corpus.qualifying.scope import scope_of
from consilience.model import Fact

_LANGUAGES = ("en", "de", "fr", "nl", "es")
_AMBIGUOUS = frozenset(("georgia", "jordan", "chad", "jersey", "guinea", "india ink", "man"))
_UNIONS = ("EU", "EZ", "UN")
_KINGDOM = frozenset(("England", "Scotland", "Wales", "Northern Ireland"))
_PARTS = {
    "england": "England", "english": "England", "scotland": "Scotland", "scottish": "Scotland", "wales": "Wales",
    "welsh": "Wales", "northern ireland": "Northern Ireland",
}  # fmt: skip
_OTHER_NAMES = {
    "uk": "GB", "britain": "GB", "great britain": "GB", "british": "GB", "usa": "US", "america": "US",
    "american": "US", "irish": "IE", "german": "DE", "austrian": "AT", "swiss": "CH", "french": "FR", "italian": "IT",
    "spanish": "ES", "portuguese": "PT", "dutch": "NL", "holland": "NL", "belgian": "BE", "danish": "DK",
    "swedish": "SE", "norwegian": "NO", "finnish": "FI", "polish": "PL", "czech": "CZ", "hungarian": "HU",
    "romanian": "RO", "greek": "GR", "turkish": "TR", "russian": "RU", "ukrainian": "UA", "canadian": "CA",
    "mexican": "MX", "brazilian": "BR", "japanese": "JP", "chinese": "CN", "indian": "IN", "australian": "AU",
}  # fmt: skip
# An adjective alone is a language as often as a country: "Irish payslips", but not "in French".
_NAMED = re.compile(r"(?:(?<=\W)|^)(?:[^\W\d_a-zß-ÿ][\w-]*)(?:[ -][^\W\d_a-zß-ÿ][\w-]*){0,2}(?=\W|$)")


def countries_apart(a: Fact, b: Fact) -> Reason | None:
    """Statements about other countries: each names one, itself or in a heading above it, and they share none."""
    in_a, in_b = _countries(a), _countries(b)
    if not in_a or not in_b or in_a & in_b:
        return None
    sides = each_side(a, (_listed(in_a),), b, (_listed(in_b),))
    return Reason("region", f"They hold in different countries: {sides}.")


@lru_cache(maxsize=16_384)
def _countries(fact: Fact) -> frozenset[str]:
    return named(f"{scope_of(fact)} . {fact.section}")


def same_country(a: str, b: str) -> bool:
    """Whether two texts name one country, each in its own word: Switzerland and Swiss."""
    return bool(named(a) & named(b))


@lru_cache(maxsize=16_384)
def named(text: str) -> frozenset[str]:
    """The countries that a text names; of the United Kingdom, its parts."""
    found: set[str] = set()
    for match in _NAMED.finditer(text):
        words = match.group(0).casefold().split()
        for size in range(len(words), 0, -1):
            for start in range(len(words) - size + 1):
                found |= _known().get(" ".join(words[start : start + size]), frozenset())
    return frozenset(found)


@lru_cache(maxsize=1)
def _known() -> dict[str, frozenset[str]]:
    from babel import Locale  # CLDR data, only when two statements are compared

    english = Locale("en").territories
    codes = dict(_OTHER_NAMES)
    for language in _LANGUAGES:
        for code, name in Locale(language).territories.items():
            if len(code) == 2 and code.isalpha() and code not in _UNIONS:
                codes.setdefault(name.casefold(), code)
    known = {name: frozenset((str(english[code]),)) for name, code in codes.items() if name not in _AMBIGUOUS}
    known |= {name: _KINGDOM for name, code in codes.items() if code == "GB"}
    return known | {name: frozenset((part,)) for name, part in _PARTS.items()}


def _listed(countries: frozenset[str]) -> str:
    return "United Kingdom" if countries >= _KINGDOM else listed(countries)
