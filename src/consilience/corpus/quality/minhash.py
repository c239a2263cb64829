"""Near-duplicate documents without comparing all pairs: MinHash signatures in bands, then the exact overlap.

The signature of a set of hashes is made by one permutation (Li, Owen and Zhang 2012): the hashes are cut into SLOTS
ranges after mixing and the least of each range is kept. Documents that agree in all slots of one band are compared by
the Jaccard overlap of their sets, so that the signature decides only what is compared, never what is reported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]

SLOTS, ROWS = 64, 4  # sixteen bands of four: at an overlap of 0.8 a pair shares a band with a probability of 0.9998
_CROWD = 50  # documents in a band that are compared each with the first: more are copies of one text
_EMPTY = np.uint32(0xFFFFFFFF)


def near(sets: Sequence[Hashes], least: float) -> Iterator[tuple[int, int, float]]:
    """(later, earlier, overlap) for each set that overlaps an earlier one by at least `least`: with the nearest,
    the first of equals. Sets are sorted and without repetition; empty ones have no neighbour."""
    bands: dict[tuple[int, bytes], list[int]] = defaultdict(list)
    for position, own in enumerate(sets):
        if not len(own):
            continue
        signature = _signature(own)
        keys = [(band, signature[band : band + ROWS].tobytes()) for band in range(0, SLOTS, ROWS)]
        others = sorted({other for key in keys for other in bands[key]})
        scored = [(overlap(own, sets[other]), -other) for other in others]
        best = max(scored, default=(0.0, 0))
        if best[0] >= least:
            yield position, -best[1], best[0]
        for key in keys:
            if len(bands[key]) < _CROWD:
                bands[key].append(position)


def overlap(one: Hashes, other: Hashes) -> float:
    """Jaccard overlap of two sorted sets, in [0, 1]; 0 if both are empty."""
    if not len(one) or not len(other) or not min(len(one), len(other)) * 2 > max(len(one), len(other)):
        return 0.0  # no more than half of the larger can be common
    common = len(np.intersect1d(one, other, assume_unique=True))
    return common / (len(one) + len(other) - common)


def _signature(own: Hashes) -> Hashes:
    mixed = (own.astype(np.uint64) * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(16)
    slots = (mixed % np.uint64(SLOTS)).astype(np.intp)
    signature = np.full(SLOTS, _EMPTY, dtype=np.uint32)
    np.minimum.at(signature, slots, ((mixed >> np.uint64(8)) & np.uint64(0xFFFFFFFF)).astype(np.uint32))
    return signature
