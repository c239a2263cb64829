"""Amounts of money: symbols, ISO codes and names of currencies. A value keeps its currency; nothing is exchanged."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from consilience.values.lexicon import Phrases, lexicon, phrase
from consilience.values.line import Line
from consilience.values.text import words

SYMBOLS = {"£": "GBP", "€": "EUR", "$": "USD", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₴": "UAH"}
DOLLARS = {
    "us": "USD",
    "a": "AUD",
    "au": "AUD",
    "c": "CAD",
    "ca": "CAD",
    "nz": "NZD",
    "hk": "HKD",
    "s": "SGD",
    "r": "BRL",
}
CODES = words(
    """
    EUR GBP USD CHF JPY CNY SEK NOK DKK PLN CZK HUF RON BGN ISK CAD AUD NZD SGD HKD INR BRL MXN ZAR TRY KRW AED ILS
    RUB UAH
    """
)
_MAGNITUDES = {"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "mn": 1e6, "mm": 1e6, "bn": 1e9, "b": 1e9, "B": 1e9} | {
    "MN": 1e6, "MM": 1e6, "BN": 1e9  # a thousand thousands, as American balance sheets have it
}  # fmt: skip


_WEIGHT = words("weigh weighs weighed weighing weight heavier lighter scales mass lift lifts lifting")
_WEIGHT_REACH = 8  # tokens
ANY_CURRENCY = "money"  # the dimension of "free of charge"
LOOSE = "cents"  # written so without saying of which currency


class Currency(NamedTuple):
    """A currency in tokens up to `end`; `factor` is 0.01 for pence and cents; `written` is its code or "cents"."""

    end: int
    code: str
    factor: float
    written: str


def before(line: Line, i: int) -> Currency | None:
    """A currency sign or code at token `i` that stands before its number: "£", "US$", "EUR", "CHF"."""
    tokens = line.tokens
    token = tokens[i]
    if token.text in SYMBOLS:
        return Currency(i + 1, SYMBOLS[token.text], 1.0, SYMBOLS[token.text])
    if token.kind != "word" or i + 1 >= len(tokens):
        return None
    if tokens[i + 1].text == "$" and not line.gap(i + 1) and token.folded in DOLLARS:
        return Currency(i + 2, DOLLARS[token.folded], 1.0, DOLLARS[token.folded])
    if token.text in CODES and tokens[i + 1].kind == "number":
        return Currency(i + 1, token.text, 1.0, token.text)
    return None


def after(line: Line, i: int) -> Currency | None:
    """A currency sign, code or name at token `i` that stands after its number: "€", "EUR", "pounds", "pence"."""
    if i >= len(line.tokens):
        return None
    token = line.tokens[i]
    if token.text in SYMBOLS and (not line.gap(i) or not _number_follows(line, i)):
        return Currency(i + 1, SYMBOLS[token.text], 1.0, SYMBOLS[token.text])
    if token.text in CODES:
        return Currency(i + 1, token.text, 1.0, token.text)
    if token.text == "p" and not line.gap(i):
        return Currency(i + 1, "GBP", 0.01, "GBP")
    if token.kind != "word":
        return None
    names = _names(line.lexicon.language)
    end = line.longest(i, names)
    if end == i:
        return None
    if token.folded in ("pound", "pounds") and end == i + 1 and _weighed(line, i):
        return None
    code, _, hundredth = str(names[line.phrase(i, end)]).partition("/")
    loose = hundredth and token.folded in ("cent", "cents", "ct", "cts")
    return Currency(end, code, 0.01 if hundredth else 1.0, LOOSE if loose else code)


def _weighed(line: Line, i: int) -> bool:
    """Whether the pounds at token `i` are a weight: "must not weigh more than 20 pounds"."""
    for j in range(i - 1, max(-1, i - 1 - _WEIGHT_REACH), -1):
        if line.tokens[j].text in ".;:":
            return False
        if line.tokens[j].folded in _WEIGHT:
            return True
    return False


@lru_cache(maxsize=16)
def _names(language: str) -> Phrases:
    """Names of currencies: those of CLDR ("US dollars", "Schweizer Franken") and the words of the lexicon ("quid")."""
    from babel import Locale

    locale = Locale.parse(language)
    result: dict[str, str] = {}
    for code in sorted(CODES):
        plurals = dict(locale._data["currency_names_plural"].get(code, {}))
        for name in (locale.currencies.get(code, ""), *(plurals[form] for form in sorted(plurals))):
            if name and code != name:
                result[phrase(str(name))] = code
    result.update({word: str(code) for word, code in lexicon(language).maps["money_words"].items()})
    return Phrases(result)


def _number_follows(line: Line, i: int) -> bool:
    return i + 1 < len(line.tokens) and line.tokens[i + 1].kind == "number"


def magnitude(line: Line, i: int, spaced: bool = False) -> tuple[float, int]:
    """ "£5m", "$1.2bn", "€40k": the factor of a letter at token `i` and the token after it.

    `spaced` allows "US$ 62 m".
    """
    ends = i + 1 >= len(line.tokens) or line.tokens[i + 1].kind == "symbol"
    near = i < len(line.tokens) and (not line.gap(i) or (spaced and ends))
    if near and line.tokens[i].text in _MAGNITUDES:
        return _MAGNITUDES[line.tokens[i].text], i + 1
    return 1.0, i
