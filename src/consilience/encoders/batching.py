"""How texts become batches: each distinct text once, beside texts of its own length, within a number of tokens.

A text is padded to a length that depends on that text alone. Then nothing that is computed for it depends on its
neighbours, and a vector from a cache equals one encoded afresh, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from consilience.operators import Vectors

STEP = 4  # tokens: lengths are rounded up to it, so that a small document still fills its batches
MAX_CHARACTERS = 20_000  # of one text: far beyond the last token that is read, so that a huge line costs nothing

Ints = NDArray[np.int32]


def clean(text: str) -> str:
    """The text a tokenizer may see: bounded, and without half surrogates, which no UTF-8 holds."""
    return text[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")


def encode_distinct(texts: Sequence[str], dimension: int, encode: Callable[[list[str]], Vectors]) -> Vectors:
    """Vectors in the order of `texts`, each distinct text encoded once. No text: shape (0, dimension)."""
    places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    if not places:
        return np.zeros((0, dimension), np.float32)
    vectors = encode([clean(text) for text in places])
    return vectors[[places[text] for text in texts]]


def batches(ids: Sequence[Sequence[int]], budget: int) -> Iterator[tuple[list[int], Ints, Ints]]:
    """(places, token ids, mask) by rising length; each batch has one padded length and at most `budget` tokens."""
    groups: dict[int, list[int]] = {}
    for place, row in enumerate(ids):
        groups.setdefault(-(-len(row) // STEP) * STEP, []).append(place)
    for length in sorted(groups):
        size = max(1, budget // length)
        for start in range(0, len(groups[length]), size):
            places = groups[length][start : start + size]
            yield places, *_padded([ids[place] for place in places], length)


def _padded(rows: list[Sequence[int]], length: int) -> tuple[Ints, Ints]:
    tokens = np.zeros((len(rows), length), np.int32)
    mask = np.zeros((len(rows), length), np.int32)
    for index, row in enumerate(rows):
        tokens[index, : len(row)] = row
        mask[index, : len(row)] = 1
    return tokens, mask
