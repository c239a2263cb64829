"""What the pair network said of the pairs of a block, kept beside the cache: a second audit reads only new pairs.

A reading depends on two texts and on the network, and on nothing else, so each is kept under a digest of the texts:
where a block changed, what was read of its other pairs still holds. The entry of a block is named by the block,
whatever its facts: it is what the last audit left, and another corpus that leaves its own there costs time, never a
result.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from consilience.corpus import cache
from consilience.corpus.crew import Crew
from consilience.corpus.matching import pairnet
from consilience.corpus.matching.pairnet_view import View, view_of
from consilience.model import Fact

_NETWORK = ("corpus/matching", "encoders", "corpus/facts/context.py")
_KEPT = np.dtype([("pair", "<u8"), ("score", "<f8")])


class Readings:
    """Reads pairs as `pairnet.scores` does, and remembers what was read; for one block at a time."""

    def __init__(self, crew: Crew, block: str) -> None:
        self._root = crew.root()
        self._name = cache.key(block.encode(), "readings", cache.recipe(code=_NETWORK))
        packed = cache.read(self._root, self._name) if self._root else None
        self._known = unpack(packed) if packed is not None else {}
        self._used: dict[int, float] = {}

    def scores(self, pairs: Sequence[tuple[Fact, Fact]]) -> NDArray[np.float64]:
        """Log odds, shape (pairs,), as `pairnet.scores` gives them."""
        facts = {fact.id: fact for pair in pairs for fact in pair}
        views = {name: view_of(fact) for name, fact in facts.items()}
        digests = {name: _digest(view) for name, view in views.items()}
        names = [_pair(digests[a.id], digests[b.id]) for a, b in pairs]
        new = {
            name: (views[a.id], views[b.id])
            for name, (a, b) in zip(names, pairs, strict=True) if name not in self._known
        }  # fmt: skip
        read = dict(zip(new, pairnet.scores_of(list(new.values())).tolist(), strict=True))
        self._used |= {name: read[name] if name in read else self._known[name] for name in names}
        return np.array([self._used[name] for name in names], dtype=np.float64)

    def keep(self) -> None:
        """Leave what this audit used for the next one. A cache that cannot be written costs that one time."""
        if self._root and self._used and self._used != self._known:
            with suppress(OSError):
                cache.write(self._root, self._name, pack(self._used))


def _digest(view: View) -> bytes:
    return blake2b(f"{view.head} {view.start} {view.end} {view.text}".encode("utf-8", "surrogatepass")).digest()


def _pair(a: bytes, b: bytes) -> int:
    return int.from_bytes(blake2b(min(a, b) + max(a, b), digest_size=8).digest(), "little")


def pack(read: dict[int, float]) -> bytes:
    """Readings as bytes: a checksum, then digest and score of each pair."""
    data = np.array(sorted(read.items()), dtype=_KEPT).tobytes()
    return zlib.crc32(data).to_bytes(4, "little") + data


def unpack(packed: bytes) -> dict[int, float]:
    """The readings that `pack` wrote; none for other bytes: the pairs are read again."""
    data = packed[4:]
    if len(packed) < 4 or len(data) % _KEPT.itemsize or zlib.crc32(data) != int.from_bytes(packed[:4], "little"):
        return {}
    rows = np.frombuffer(data, dtype=_KEPT)
    return dict(zip(rows["pair"].tolist(), rows["score"].tolist(), strict=True))
