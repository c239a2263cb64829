"""How near each word of a claim is to each word of a statement, read in their sentences (cosines of token states).

A word that a statement says in other words ("bought", "purchased") has a near one there; one that was exchanged has a
neighbour of the same kind, but farther off.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from consilience.answer.support_words import words_of
from consilience.encoders import token_states
from consilience.encoders.vocabulary import pieces

_LONGEST = 1_000  # characters of a text that are read, about as many as the encoder reads

Cosines = NDArray[np.float32]


def alike(claim: str, statement: str) -> Cosines:
    """Cosines of the words of a claim with those of a statement, shape (words of the claim, words of the statement).

    A word that the encoder does not read, at the end of a very long text, is like nothing: 0.
    """
    return np.asarray(_by_word(claim) @ _by_word(statement).T, np.float32)


@lru_cache(maxsize=500)
def _by_word(text: str) -> Cosines:
    """A unit vector for each word, the mean of its pieces: (words, 384)."""
    told = text[:_LONGEST]
    (states,) = token_states.states([told])
    read, words = pieces(told), words_of(text).all
    rows = np.zeros((len(words), states.shape[1] if len(states) else 384), np.float32)
    place = 0
    for row, word in enumerate(words):
        while place < len(read) and read[place][2] <= word.start:
            place += 1
        end = place
        while end < len(read) and read[end][1] < word.end:
            end += 1
        if end > place:
            rows[row] = states[place:end].mean(axis=0)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
