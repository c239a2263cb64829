"""Text to tokens: the common ground of every reader of values.

A token is a run of letters, a run of digits with its marks ("1,200.50", "21.01.1793") or a single other character.
Words are compared folded: lower case, without accents.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_NUMBER = r"\d{1,3}(?:[   ]\d{3})+(?:[.,]\d{1,6})?(?!\d)|\d+(?:[.,]\d+|['’]\d{3}(?!\d))*"
_PIECE = re.compile(rf"\s+|{_NUMBER}|[^\W\d_]+|\S")


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
    found, end = [], 0
    for written in _PIECE.findall(text):
        start, end = end, end + len(written)
        read = _read(written)
        if read is not None:
            found.append(tuple.__new__(Token, (start, end, written, *read)))  # as Token(...) does, in half the time
    return tuple(found)


@lru_cache(maxsize=65536)
def _read(written: str) -> tuple[str, str] | None:
    """A token folded, and its kind; None for white space."""
    if not written.strip():
        return None
    first = written[0]
    kind = "number" if first.isdecimal() else "word" if first.isalnum() else "symbol"
    return fold(written), kind


def words(text: str) -> frozenset[str]:
    """The words of a table that is written as one string."""
    return frozenset(text.split())
