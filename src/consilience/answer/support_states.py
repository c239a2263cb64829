"""The words of a text as the bundled encoder reads them in their sentence.

A word that a statement says in other words ("bought", "purchased") has a near one there; one that was exchanged has a
neighbour of the same kind, but farther off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from consilience.answer.support_words import words_of
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_aligned import project
from consilience.encoders import token_states, vocabulary

DIRECTIONS = 192  # 96 main directions of either layer
_LONGEST = 1_000  # characters of a text that are read, about as many as the encoder reads
_WIDTH = 384

Floats = NDArray[np.float32]
Cosines = Floats


@dataclass(frozen=True, slots=True)
class States:
    """A row for each word of a text, the mean of its pieces: `last` (words, 384) unit vectors of the last layer,
    `both` (words, 192) the third and the last layer on their main directions, those of the pair network.

    A word that the encoder does not read, at the end of a very long text, is like nothing: 0.
    """

    last: Floats
    both: Floats


def alike(claim: str, statement: str) -> Cosines:
    """Cosines of the words of a claim with those of a statement, shape (words of the claim, words of the statement)."""
    return np.asarray(states_of(claim).last @ states_of(statement).last.T, np.float32)


@lru_cache(maxsize=1_000)
def states_of(text: str) -> States:
    """Raises OperatorError when the encoder's files are missing."""
    told = text[:_LONGEST]
    (layers,) = token_states.layers([told])
    spans = _spans(text, vocabulary.pieces(told)[: len(layers)])
    last, both = np.zeros((len(spans), _WIDTH), np.float32), np.zeros((len(spans), DIRECTIONS), np.float32)
    if len(layers):
        high, projected = unit(layers[:, _WIDTH:]), project(layers, pairnet.weights())
        for row, (start, end) in enumerate(spans):
            if end > start:
                last[row], both[row] = high[start:end].mean(axis=0), projected[start:end].mean(axis=0)
    return States(unit(last), both)


def _spans(text: str, pieces: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """First piece of each word, and the piece behind its last."""
    found, place = [], 0
    for word in words_of(text).all:
        while place < len(pieces) and pieces[place][2] <= word.start:
            place += 1
        end = place
        while end < len(pieces) and pieces[end][1] < word.end:
            end += 1
        found.append((place, end))
    return found


def unit(rows: Floats) -> Floats:
    """The rows at length 1; a row of zeros stays one."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
