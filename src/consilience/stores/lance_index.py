"""The indexes of a Lance table: nearest vectors and full text.

A small table is searched exactly. From `_INDEXED` rows on, vectors are kept in partitions, whole (no quantisation),
and a search looks at the nearest partitions. Rows that no index knows are searched too, exactly: a small change costs
no index work, and indexes follow once such rows are many.
"""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

import lancedb.index as kinds
import pyarrow as pa
from lancedb.query import MatchQuery
from numpy.typing import NDArray

_INDEXED = 10_000  # rows; below, an exact search takes a few hundredths of a second
_PROBES = 0.15  # share of the partitions that a search looks at
_SEEN, _SEEN_EACH = 6_000, 20  # rows that it should see at least: in all, and for each of the k that are wanted
_BEHIND, _BEHIND_SHARE = 1_000, 0.05  # rows that no index knows: what is left alone, in all or as a share
_FRAGMENTS = 20  # files that a table may have before they are put together
_DELTAS = 4  # parts of a vector index, each of which is probed
_GROWTH = 2.0  # by which partitions are made anew
_WORDS = 64  # of a question that full-text search looks at
_NEVER = timedelta(days=36_500)  # old versions are removed elsewhere, once no one needs them (lance_versions)


def follow(table: Any, trained: int, *, anyway: bool = False) -> int | None:
    """Bring files and indexes up with what the table holds, when they are far behind or `anyway`.

    Returns for how many rows the vector index is made now (0: there is none); None when nothing was done.
    """
    rows = table.count_rows()
    if not rows or not (anyway or _behind(table, rows)):
        return None
    table.optimize(cleanup_older_than=_NEVER)
    names = {one.name for one in table.list_indices()}
    if "text_idx" not in names:
        table.create_index("text", config=kinds.FTS(), replace=True)
        table.create_index("doc", config=kinds.BTree(), replace=True)
    if rows < _INDEXED:
        return trained if "vector_idx" in names else 0
    if "vector_idx" in names and not _outgrown(table, rows, trained):
        return trained
    _partition(table, rows, names)
    return int(rows)


def _behind(table: Any, rows: int) -> bool:
    told = table.index_stats("text_idx") if "text_idx" in {one.name for one in table.list_indices()} else None
    if told is None or told.num_unindexed_rows > max(_BEHIND, _BEHIND_SHARE * rows):
        return True
    return bool(table.stats()["fragment_stats"]["num_fragments"] > _FRAGMENTS)


def _outgrown(table: Any, rows: int, trained: int) -> bool:
    parts = table.index_stats("vector_idx").num_indices or 1
    return parts > _DELTAS or not trained / _GROWTH <= rows <= trained * _GROWTH


def _partition(table: Any, rows: int, names: set[str]) -> None:
    if "roles_idx" not in names:
        table.create_index("roles", config=kinds.LabelList(), replace=True)
    parts = kinds.IvfFlat(distance_type="cosine", num_partitions=partitions(rows))
    table.create_index("vector", config=parts, replace=True)


def partitions(trained: int) -> int:
    """Partitions of a vector index that was made for so many rows."""
    return max(1, round(math.sqrt(trained)))


def probes(trained: int, allowed: int, k: int) -> int:
    """How many partitions to look at for k rows, when `allowed` rows may be found: the fewer, the more partitions."""
    wanted = max(_SEEN, _SEEN_EACH * k)
    share = max(_PROBES, min(1.0, wanted / max(allowed, 1)))
    return max(1, math.ceil(share * partitions(trained)))


async def nearest(
    table: Any, vector: NDArray[Any], k: int, looked_at: int, where: str | None, columns: list[str]
) -> pa.Table:
    """The k nearest rows among those that `where` allows, with `_distance`; filtered before any row is taken."""
    query = table.query().nearest_to(vector).column("vector").distance_type("cosine").nprobes(looked_at).limit(k)
    found: pa.Table = await (query.where(where) if where else query).select([*columns, "_distance"]).to_arrow()
    return found


def matching(table: Any, words: str) -> Any:
    """The query for the rows whose text has some of the words, best by BM25 first; no word is an operator."""
    asked = MatchQuery(" ".join(words.split()[:_WORDS]), "text")  # type: ignore[call-arg]
    return table.search(asked, query_type="fts")
