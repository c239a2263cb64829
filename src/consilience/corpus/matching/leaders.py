"""Leaders: the contexts of a corpus around which its facts gather in blocks (DESIGN section 2).

They are drawn from the corpus itself by lot, so that there are many where much is said, and a lot depends on nothing
but the vector: when a document changes, the other facts keep their blocks, and a block that did not change need not be
matched again.
"""

from __future__ import annotations

import math
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from consilience.operators import Vectors

_DRAWN = 64  # facts that draw for each leader that is wanted: many of them say the same


def leaders(vectors: Vectors, count: int, block_size: int) -> Vectors | None:
    """The leaders of `count` facts, shape (leaders, dimension), from vectors that `drawn` gave; None when one block per
    group is enough.

    They are the different vectors with the smallest lots, in the order of these.
    """
    wanted = _wanted(count, block_size)
    if not wanted or not len(vectors):
        return None
    _, first = np.unique(lots(vectors), return_index=True)
    chosen: Vectors = vectors[first[:wanted]].astype(np.float32)
    return chosen


def drawn(vectors: Vectors, count: int, block_size: int) -> Vectors:
    """The rows among which the leaders of `count` facts are: enough to choose from, few enough to bring together."""
    highest = min(2**64 - 1, 2**64 * _DRAWN * _wanted(count, block_size) // max(count, 1))
    chosen: Vectors = vectors[lots(vectors) <= np.uint64(highest)]
    return chosen


def lots(vectors: Vectors) -> NDArray[np.uint64]:
    """A number for each row that depends on nothing but the row, at the precision of the cache; shape (rows,)."""
    digests = b"".join(blake2b(row.tobytes(), digest_size=8).digest() for row in vectors.astype("<f2"))
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64)


def _wanted(count: int, block_size: int) -> int:
    """A power of two, so that a corpus that grows by a document keeps its blocks; 0 when it need not be split."""
    return 0 if count < 2 * block_size else 1 << math.ceil(math.log2(count / block_size))
