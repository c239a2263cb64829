"""The joint reader of the pair network: three layers of attention over the words of both statements at once.

The first three layers of the bundled encoder read each statement by itself; here every word may look at the words of
the other statement too, and knows which of them are the same word. Trained by training/pair_train.py. Each pair is
padded to a length that depends on that pair alone, so that no score depends on what else is scored.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching.pairnet_tokens import VALUE, Floats, Tokens

WIDTH = 384
_STEP = 8  # lengths are rounded up to it
_BATCH_TOKENS = 1024
_NEVER = -1e4  # added to the attention that goes to padding: its weight underflows to exactly 0

Pair = tuple[Tokens, Tokens]
Arrays = dict[str, NDArray[Any]]


def scores(pairs: Sequence[Pair], model: Callable[[], bytes]) -> Floats:
    """Log odds that the two statements of each pair answer the same question, shape (pairs,).

    `model` gives the network's bytes; it is asked once a process.
    """
    session = _session(model, os.getpid())
    found = np.zeros(len(pairs), np.float32)
    for places, length in _batches(pairs):
        found[places] = session.run(None, batch([pairs[place] for place in places], length))[0]
    return found


def _batches(pairs: Sequence[Pair]) -> list[tuple[list[int], int]]:
    """(places, padded length) of pairs that are padded to the same length."""
    groups: dict[int, list[int]] = {}
    for place, (a, b) in enumerate(pairs):
        groups.setdefault(-(-(len(a.ids) + len(b.ids)) // _STEP) * _STEP, []).append(place)
    sizes = {length: max(1, _BATCH_TOKENS // length) for length in groups}
    return [
        (group[start : start + sizes[length]], length)
        for length, group in sorted(groups.items()) for start in range(0, len(group), sizes[length])
    ]  # fmt: skip


def batch(pairs: Sequence[Pair], length: int = 0) -> Arrays:
    """What the network is fed of n pairs, padded to `length` tokens t, or to the longest pair.

    states (n, t, 384) after the third layer; part and shared (n, t): where a token stands, and whether the other
    statement has it; padding (n, 1, 1, t); across and same (n, 1, t, t): tokens of the other statement, and those
    that are the same word piece; pool (n, 4, t): weights of the mean of each statement and of each masked value;
    known (n, 2): how many of the two values were found, and whether only one was.
    """
    n, length = len(pairs), length or max(len(a.ids) + len(b.ids) for a, b in pairs)
    states = np.zeros((n, length, WIDTH), np.float32)
    part, shared = np.zeros((n, length), np.int32), np.zeros((n, length), np.int32)
    padding = np.full((n, 1, 1, length), _NEVER, np.float32)
    across, same = (np.zeros((n, 1, length, length), np.float32) for _ in range(2))
    pool, known = np.zeros((n, 4, length), np.float32), np.zeros((n, 2), np.float32)
    for row, (a, b) in enumerate(pairs):
        middle, end = len(a.ids), len(a.ids) + len(b.ids)
        first, second = slice(0, middle), slice(middle, end)
        alike = a.ids[:, None] == b.ids[None, :]
        states[row, first], states[row, second] = a.states[:, :WIDTH], b.states[:, :WIDTH]
        part[row, first], part[row, second] = a.part, b.part
        shared[row, first], shared[row, second] = alike.any(axis=1), alike.any(axis=0)
        padding[row, 0, 0, :end] = 0
        across[row, 0, first, second], across[row, 0, second, first] = 1, 1
        same[row, 0, first, second], same[row, 0, second, first] = alike, alike.T
        pool[row, 0, first], pool[row, 1, second] = 1 / middle, 1 / len(b.ids)
        values = [(one.part == VALUE).astype(np.float32) for one in (a, b)]
        pool[row, 2, first], pool[row, 3, second] = (one / max(one.sum(), 1) for one in values)
        found = [float(one.any()) for one in values]
        known[row] = found[0] + found[1], abs(found[0] - found[1])
    return {
        "states": states, "part": part, "shared": shared, "padding": padding, "across": across, "same": same,
        "pool": pool, "known": known,
    }  # fmt: skip


@lru_cache(maxsize=2)
def _session(model: Callable[[], bytes], process: int) -> Any:
    """Once per process: a forked child may not use the threads of its parent's session."""
    from consilience.encoders.bundled import session

    return session(model(), threads=1)  # blocks are matched side by side: more threads would wait for each other
