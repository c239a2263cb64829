"""Word pieces of the bundled encoder, read without its network and mostly without its tokenizer.

Text that is written plainly is cut by its letters, digits and marks alone, so that a look-up tells which of its words
the vocabulary holds whole: several times as fast as the tokenizer, with the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from consilience.encoders import bundled
from consilience.encoders.batching import clean

# Letters beside digits are one word to the encoder and two to us; a bracket may begin a sign of its own: "[MASK]".
_PLAIN = re.compile(r"(?:[A-Za-z]{1,99}+(?![0-9])|[0-9]{1,99}+(?![A-Za-z])|[!-/:-@\\-`{-~‘’“”–—…•]){1,100}")
_PART = re.compile(r"[A-Za-z]+|[0-9]+|[^A-Za-z0-9]")

Piece = tuple[int, int, int]  # number in the vocabulary, start, end


class Cut(NamedTuple):
    """A text in pieces; `most` is how many they are at most. A word that is none of the vocabulary stands as two pieces
    of its whole length, however many it is."""

    pieces: tuple[Piece, ...]
    most: int


def pieces(text: str) -> list[Piece]:
    """(number, start, end) of each word piece in `clean(text)`; at most 254. Raises OperatorError."""
    encoding = bundled.tokenizer().encode(clean(text))
    inner = slice(1, len(encoding.ids) - 1)
    return [(number, *span) for number, span in zip(encoding.ids[inner], encoding.offsets[inner], strict=True)]


def cut(text: str) -> Cut:
    """A text without white space in pieces. Raises OperatorError when the tokenizer's file is missing."""
    if not _PLAIN.fullmatch(text):
        found = pieces(text)
        return Cut(tuple(found), len(found))
    known, told, most, start = _numbers(), list[Piece](), 0, 0
    for part in _PART.findall(text.lower()):
        end, number = start + len(part), known.get(part, 0)
        told += [(number, start, end)] if number else [(0, start, end)] * 2
        most += 1 if number else len(part)
        start = end
    return Cut(tuple(told), most)


@lru_cache(maxsize=1)
def _numbers() -> Mapping[str, int]:
    """The vocabulary: each piece with its number."""
    numbers: Mapping[str, int] = bundled.tokenizer().get_vocab()
    return numbers
