"""Reciprocal rank fusion: one order out of several (Cormack, Clarke and Buettcher 2009)."""

from __future__ import annotations

from collections.abc import Sequence

from consilience.stores import Hit

_SMOOTHING = 60  # the constant of the paper: how little a first rank counts more than a second


def fused(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """All hits once, best first: the sum over the lists of 1 / (60 + rank); equals in order of similarity, then id."""
    points: dict[str, float] = {}
    hits: dict[str, Hit] = {}
    for found in lists:
        for rank, hit in enumerate(found, 1):
            points[hit.chunk.id] = points.get(hit.chunk.id, 0.0) + 1.0 / (_SMOOTHING + rank)
            hits.setdefault(hit.chunk.id, hit)
    return sorted(hits.values(), key=lambda one: (-points[one.chunk.id], -one.similarity, one.chunk.id))
