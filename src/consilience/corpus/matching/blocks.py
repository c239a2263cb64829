"""Blocks and candidates: which facts are worth comparing at all (DESIGN section 2).

All pairs are never compared. Facts go to blocks: the group of values that can be compared (lengths with lengths,
dates with dates) times the nearest coarse centroid of their context vectors. A small corpus has one block per group.
Inside a block the similarities are one matrix product, and each fact keeps its nearest facts of other documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience.model import Fact, Value
from consilience.operators import Vectors

_ROUNDS = 8
_CHUNK = 1024


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two facts of a block (positions a < b) with their cosine, the rank of each among the other's neighbours, and the
    margin.

    Ranks count from 0 inside the other fact's document: rank 0 on both sides means each is the best answer in the
    other's document. The margin is the cosine minus the next best of the worse side.
    """

    a: int
    b: int
    cosine: float
    rank_low: int
    rank_high: int
    margin: float


def group_of(value: Value) -> str:
    """The group within which values may be compared; values of different groups never answer the same question."""
    if value.kind == "duration" and "every" in value.tokens:
        return "interval"  # how often is another question than how long
    if value.kind == "quantity" and value.dimension in ("time", "duration"):
        return "duration"
    return f"quantity {value.dimension}" if value.kind == "quantity" else value.kind


def fit_centroids(vectors: Vectors, count: int, block_size: int) -> Vectors | None:
    """Coarse centroids for `count` facts from a sample of their vectors; None when one block per group is enough.

    Spherical k-means from evenly spaced starting points: deterministic, a few rounds, because blocks need only be
    coarse.
    """
    wanted = count // block_size
    if wanted < 2 or len(vectors) < 2 * wanted:
        return None
    centroids = vectors[np.linspace(0, len(vectors) - 1, wanted).astype(int)].astype(np.float32)
    for _ in range(_ROUNDS):
        nearest = np.argmax(vectors.astype(np.float32) @ centroids.T, axis=1)
        sums = np.zeros_like(centroids)
        np.add.at(sums, nearest, vectors)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centroids = np.where(norms > 0, sums / np.maximum(norms, 1e-9), centroids).astype(np.float32)
    return centroids


def block_of(vectors: Vectors, centroids: Vectors | None, facts: Sequence[Fact]) -> list[str]:
    """The name of the block of each fact: its group, and its nearest centroid when there are several."""
    groups = [group_of(fact.value) for fact in facts]
    if centroids is None or not len(facts):
        return groups
    nearest = np.argmax(vectors.astype(np.float32) @ centroids.T, axis=1)
    return [f"{group}/{index}" for group, index in zip(groups, nearest.tolist(), strict=True)]


def candidates(vectors: Vectors, docs: Sequence[str], per_document: int, most: int, floor: float) -> list[Candidate]:
    """Pairs worth scoring: for each fact its `per_document` nearest in every other document, at most `most`, above
    `floor`."""
    if len(docs) < 2:
        return []
    _, doc_index = np.unique(np.asarray(docs), return_inverse=True)
    near: dict[tuple[int, int], tuple[float, int, float]] = {}
    for start in range(0, len(docs), _CHUNK):
        block = vectors[start : start + _CHUNK].astype(np.float32) @ vectors.astype(np.float32).T
        for offset, row in enumerate(block):
            near.update(_neighbours(start + offset, row, doc_index, per_document, most, floor))
    return _joined(near)


def _neighbours(
    fact: int, row: NDArray[np.float32], docs: NDArray[np.intp], per_document: int, most: int, floor: float
) -> dict[tuple[int, int], tuple[float, int, float]]:
    """{(fact, other): (cosine, rank in the other's document, margin to the next in that document)}."""
    allowed = np.flatnonzero((docs != docs[fact]) & (row >= floor))
    if not len(allowed):
        return {}
    if len(allowed) > 8 * most:
        allowed = allowed[np.argpartition(-row[allowed], 8 * most)[: 8 * most]]
    order = allowed[np.lexsort((allowed, -row[allowed]))]
    seen: dict[int, list[int]] = {}
    kept: list[int] = []
    for other in order.tolist():
        listed = seen.setdefault(int(docs[other]), [])
        listed.append(other)
        if len(listed) <= per_document:
            kept.append(other)
    result = {}
    for other in kept[:most]:
        listed = seen[int(docs[other])]
        rank = listed.index(other)
        rival = listed[1] if rank == 0 and len(listed) > 1 else listed[0] if rank else None
        margin = float(row[other] - row[rival]) if rival is not None else float(row[other] - floor)
        result[(fact, other)] = (float(row[other]), rank, margin)
    return result


def _joined(near: dict[tuple[int, int], tuple[float, int, float]]) -> list[Candidate]:
    """Both directions of each pair as one candidate; a direction that was not kept ranks behind those that were."""
    behind = max((rank for _, rank, _ in near.values()), default=0) + 1
    pairs = sorted({(min(pair), max(pair)) for pair in near})
    found = []
    for a, b in pairs:
        sides = [near[side] for side in ((a, b), (b, a)) if side in near]
        ranks = sorted([rank for _, rank, _ in sides] + [behind] * (2 - len(sides)))
        found.append(Candidate(a, b, sides[0][0], ranks[0], ranks[1], min(margin for _, _, margin in sides)))
    return found
