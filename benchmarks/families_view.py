"""Two statements of a family in view of the other six: rivals of a pair are the pairs that share a statement with it.

How near two statements come says little by itself, since some families speak of one thing in many words and others in
few. That they come nearer than each does to anything else says more, as in the second look of the matcher
(docs/decisions/0008-second-look.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

import numpy as np


def before_rivals(rows: np.ndarray) -> np.ndarray:
    """How far each figure of a pair is ahead of the same figure of its best rival; rows (pairs, figures) of a family in
    the order of `combinations`."""
    return np.asarray(rows - rows[_rivals(len(rows))].max(axis=(1, 2)))


def in_view(odds: np.ndarray) -> np.ndarray:
    """Log odds of the pairs of a family, and how far they are ahead of the best rival of either side: (pairs, 3)."""
    ahead = np.sort(odds[:, None] - odds[_rivals(len(odds))].max(axis=2), axis=1)
    return np.column_stack([odds, ahead])


@lru_cache
def _rivals(pairs: int) -> np.ndarray:
    """The places of the rivals of each pair, by the statement that is shared: (pairs, 2, statements - 2)."""
    statements = next(n for n in range(3, pairs + 3) if n * (n - 1) // 2 == pairs)
    ordered = list(combinations(range(statements), 2))
    place = {pair: at for at, pair in enumerate(ordered)}
    return np.array([[_with_others(one, pair, statements, place) for one in pair] for pair in ordered])


def _with_others(one: int, pair: tuple[int, int], statements: int, place: Mapping[tuple[int, int], int]) -> list[int]:
    return [place[min(one, other), max(one, other)] for other in range(statements) if other not in pair]
