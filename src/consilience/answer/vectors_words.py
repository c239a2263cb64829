"""Vectors of texts by their words alone: for the judge that reads no network (answer/rules.py).

Every stem has a place and a sign of its own, from its mark, and weighs by its rarity. Texts that share no word have
a cosine of about 0, whatever they mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from consilience.answer.support_words import words_of
from consilience.operators import Vectors

DIMENSION = 512  # so that words which share a place by chance move a cosine by a few hundredths
_PLUS = 1 << 30  # the bit of a mark that is the sign


class WordVectors:
    """Text to vector without a model: unit vectors of shape (texts, 512); a text without a word of meaning is zero."""

    dimension = DIMENSION

    def encode(self, texts: Sequence[str]) -> Vectors:
        """In the order of the texts."""
        rows, weights = np.zeros((len(texts), DIMENSION), np.float32), [words_of(text).weights for text in texts]
        marks = np.fromiter(chain.from_iterable(weights), np.int64)
        told = np.fromiter(chain.from_iterable([one.values() for one in weights]), np.float32)
        begin = np.repeat(np.arange(len(texts)) * DIMENSION, np.fromiter(map(len, weights), np.intp))
        np.add.at(rows.reshape(-1), begin + marks % DIMENSION, np.where(marks & _PLUS, told, -told))
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
        return rows
