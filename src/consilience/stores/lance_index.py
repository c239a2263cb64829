"""The indexes of a Lance table: nearest vectors and full text.

A small table is searched exactly. From `_INDEXED` rows on, vectors are kept in partitions, whole (no quantisation),
and a search looks at the nearest partitions.
"""

from __future__ import annotations

import math
from typing import Any

import lancedb.index as kinds
import numpy as np
from lancedb.query import MatchQuery
from numpy.typing import NDArray

_INDEXED = 10_000  # rows; below, an exact search takes a few hundredths of a second
_PROBES = 0.1  # share of the partitions that a search looks at
_FEWEST = 8
_WORDS = 64  # of a question that full-text search looks at


def build(table: Any) -> None:
    """Indexes that fit what the table holds now; rows that no index knows are searched too, but slower."""
    rows = table.count_rows()
    if not rows:
        return
    table.create_index("text", config=kinds.FTS(), replace=True)
    table.create_index("doc", config=kinds.BTree(), replace=True)
    if rows >= _INDEXED:
        table.create_index("roles", config=kinds.LabelList(), replace=True)
        parts = kinds.IvfFlat(distance_type="cosine", num_partitions=_partitions(rows))
        table.create_index("vector", config=parts, replace=True)
    table.optimize()


def nearest(table: Any, vector: NDArray[np.float32], k: int) -> Any:
    """The query for the k nearest vectors."""
    rows = table.count_rows()
    probes = max(_FEWEST, math.ceil(_PROBES * _partitions(rows)))
    return table.search(vector, vector_column_name="vector").distance_type("cosine").nprobes(probes).limit(k)


def matching(table: Any, words: str) -> Any:
    """The query for the rows whose text has some of the words, best by BM25 first; no word is an operator."""
    asked = MatchQuery(" ".join(words.split()[:_WORDS]), "text")  # type: ignore[call-arg]
    return table.search(asked, query_type="fts")


def _partitions(rows: int) -> int:
    return max(1, round(math.sqrt(rows) / 2))
