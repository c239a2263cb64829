"""Blocks and candidates: which facts are worth comparing at all (DESIGN section 2).

All pairs are never compared. Facts go to blocks: the group of values that can be compared (lengths with lengths, dates
with dates) times the nearest of the corpus's leaders (`leaders.py`). A small corpus has one block per group. Inside a
block the similarities are one matrix product, and each fact keeps its nearest facts of other documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience.model import Value
from consilience.operators import Vectors

_CHUNK = 512  # rows of one matrix product
_EQUAL = 1e-5
_NEAREST = 32  # facts of other documents that are looked at for each fact


@dataclass(frozen=True, slots=True)
class Candidates:
    """Pairs of facts of a block as columns of equal length: positions `a` < `b` and how near the two are.

    Ranks count from 0 inside the other fact's document: rank 0 on both sides means that each is the best answer in the
    other's document. The margin is the cosine minus the next best of the worse side; negative where another is better.
    """

    a: NDArray[np.int64]
    b: NDArray[np.int64]
    cosine: NDArray[np.float32]
    rank_low: NDArray[np.int64]
    rank_high: NDArray[np.int64]
    margin: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.a)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Candidates:
        """The chosen pairs, by mask or by position."""
        return Candidates(
            self.a[chosen], self.b[chosen], self.cosine[chosen], self.rank_low[chosen], self.rank_high[chosen],
            self.margin[chosen],
        )  # fmt: skip


def group_of(value: Value) -> str:
    """The group within which values may be compared; values of different groups never answer the same question."""
    if value.kind == "duration" and "every" in value.tokens:
        return "interval"  # how often is another question than how long
    if value.kind == "quantity" and value.dimension in ("time", "duration"):
        return "duration"
    return f"quantity {value.dimension}" if value.kind == "quantity" else value.kind


def block_of(vectors: Vectors, leaders: Vectors | None, values: Sequence[Value]) -> list[str]:
    """The name of the block of each fact: the group of its value, and its nearest leader when there are several."""
    groups = [group_of(value) for value in values]
    if leaders is None or not len(values):
        return groups
    nearest = np.argmax(vectors.astype(np.float32) @ leaders.T, axis=1)
    return [f"{group}/{index}" for group, index in zip(groups, nearest.tolist(), strict=True)]


def candidates(vectors: Vectors, docs: Sequence[str], per_document: int, most: int, floor: float) -> Candidates:
    """Pairs worth scoring: for each fact its `per_document` nearest in every other document, at most `most`.

    A pair is kept when its cosine is at least `floor` and one of the two is among the nearest in its document for the
    other.
    """
    _, doc_index = np.unique(np.asarray(docs), return_inverse=True)
    found = [np.empty((0, 5))]
    if len(np.unique(doc_index)) > 1:
        found += list(_directions(vectors.astype(np.float32), doc_index, per_document, most, floor))
    return _joined(np.concatenate(found), len(docs), per_document)


def _directions(
    vectors: NDArray[np.float32], docs: NDArray[np.intp], per_document: int, most: int, floor: float
) -> Iterator[NDArray[np.float64]]:
    """Rows (fact, other, cosine, rank of the other in its document, margin), fact by fact, a chunk at a time."""
    nearest = min(_NEAREST, len(docs) - 1)
    for start in range(0, len(docs), _CHUNK):
        rows = np.arange(start, min(start + _CHUNK, len(docs)))
        near = vectors[rows] @ vectors.T
        near[docs[rows][:, None] == docs[None, :]] = -1.0
        others = np.argpartition(-near, nearest - 1, axis=1)[:, :nearest]
        cosine = np.take_along_axis(near, others, axis=1)
        order = np.lexsort((others, -cosine), axis=1)
        others, cosine = np.take_along_axis(others, order, axis=1), np.take_along_axis(cosine, order, axis=1)
        yield _kept(rows, others, cosine, docs, per_document, most, floor)


def _kept(
    rows: NDArray[np.int64], others: NDArray[np.int64], cosine: NDArray[np.float32], docs: NDArray[np.intp],
    per_document: int, most: int, floor: float,
) -> NDArray[np.float64]:  # fmt: skip
    doc = docs[others]
    same = np.tril(doc[:, :, None] == doc[:, None, :], -1)  # (fact, later neighbour, earlier neighbour)
    # Equal cosines are equal ranks: the values of one statement share its context, and none of them comes first.
    nearer = cosine[:, None, :] > cosine[:, :, None] + _EQUAL
    rank = (same & nearer).sum(axis=2)
    keep = (rank < per_document) & (cosine >= floor)
    keep &= np.cumsum(keep, axis=1) <= most
    # The rival is the best other fact of the same document: an earlier neighbour if there is one, else the next.
    later = np.swapaxes(same, 1, 2)
    next_one = np.where(
        later.any(axis=2), np.take_along_axis(cosine, later.argmax(axis=2), axis=1), np.maximum(cosine[:, -1:], floor)
    )
    rival = np.where(same.any(axis=2), np.take_along_axis(cosine, same.argmax(axis=2), axis=1), next_one)
    margin = cosine - rival
    at = np.nonzero(keep)
    return np.stack([rows[at[0]], others[at], cosine[at], rank[at], margin[at]], axis=1).astype(np.float64)


def _joined(near: NDArray[np.float64], count: int, behind: int) -> Candidates:
    """Both directions of each pair as one candidate; a direction that was not kept ranks behind those that were."""
    fact, other = near[:, 0].astype(np.int64), near[:, 1].astype(np.int64)
    key = np.minimum(fact, other) * count + np.maximum(fact, other)
    pairs, at, times = np.unique(key, return_index=True, return_counts=True)
    place = np.searchsorted(pairs, key)
    low, high = np.full(len(pairs), behind), np.where(times > 1, 0, behind)
    margin = np.full(len(pairs), np.inf)
    rank = near[:, 3].astype(np.int64)
    np.minimum.at(low, place, rank)
    np.maximum.at(high, place, rank)
    np.minimum.at(margin, place, near[:, 4])
    return Candidates(
        pairs // max(count, 1),
        pairs % max(count, 1),
        near[at, 2].astype(np.float32),
        low,
        high,
        margin.astype(np.float32),
    )
