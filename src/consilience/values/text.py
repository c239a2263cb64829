"""Text to tokens: the common ground of every reader of values.

A token is a run of letters, a run of digits with its marks ("1,200.50", "21.01.1793") or a single other character.
Words are compared folded: lower case, without accents.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<number>\d{1,3}(?:[   ]\d{3})+(?:[.,]\d{1,6})?(?!\d)|\d+(?:[.,]\d+|['’]\d{3}(?!\d))*)"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<symbol>[^\s])"
)


class Token(NamedTuple):
    """A piece of the text, at `text[start:end]`. `kind` is "number", "word" or "symbol"."""

    start: int
    end: int
    text: str
    folded: str
    kind: str


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Lower case without accents, so that "Zwölf" and "zwolf" are one word."""
    lowered = text.replace("\u00ad", "").casefold()
    if lowered.isascii():
        return lowered
    spread = unicodedata.normalize("NFKD", lowered)
    return "".join(char for char in spread if not unicodedata.combining(char)).replace("’", "'")


def tokenize(text: str) -> tuple[Token, ...]:
    """Tokens of a text in order; white space is dropped."""
    return tuple(
        Token(found.start(), found.end(), found[0], fold(found[0]), found.lastgroup or "symbol")
        for found in _TOKEN.finditer(text)
    )


def words(text: str) -> frozenset[str]:
    """The words of a table that is written as one string."""
    return frozenset(text.split())
