"""Vectors of texts by their words alone: for the judge that reads no network (answer/rules.py).

Every stem has a place and a sign of its own, from its hash, and weighs by its rarity. Texts that share no word have
a cosine of about 0, whatever they mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from consilience.answer.support_words import words_of
from consilience.operators import Vectors

DIMENSION = 512  # so that words which share a place by chance move a cosine by a few hundredths


class WordVectors:
    """Text to vector without a model: unit vectors of shape (texts, 512); a text without a word of meaning is zero."""

    dimension = DIMENSION

    def encode(self, texts: Sequence[str]) -> Vectors:
        """In the order of the texts."""
        rows = np.zeros((len(texts), DIMENSION), np.float32)
        places, weights = [], []
        for row, text in enumerate(texts):
            for stem, weight in words_of(text).weights.items():
                place, sign = _place(stem)
                places.append(row * DIMENSION + place)
                weights.append(sign * weight)
        np.add.at(rows.reshape(-1), np.array(places, np.intp), np.array(weights, np.float32))
        return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


@lru_cache(maxsize=50_000)
def _place(stem: str) -> tuple[int, float]:
    number = int.from_bytes(blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")
    return number % DIMENSION, 1.0 if number & 1 << 30 else -1.0
