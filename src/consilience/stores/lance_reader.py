"""Reading one committed version of a Lance table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow.compute as pc
from lancedb import background_loop
from numpy.typing import NDArray

from consilience.stores import lance_index, lance_rows
from consilience.stores.contract import Access, Entry, Hit, Stats, from_cosine
from consilience.stores.lance_errors import plain_errors
from consilience.stores.lance_head import TABLE, Head

_LOOP: Any = background_loop.LOOP
_SCANNED = 100  # documents that a scan fetches at once


class LanceReader:
    """One committed version of the table."""

    def __init__(self, folder: Path, head: Head) -> None:
        self._folder, self._head, self.info = folder, head, head.info
        self._counts: dict[tuple[str, ...] | None, int] = {}
        with plain_errors(folder):
            self._table = lancedb.connect(folder).open_table(TABLE)
            self._table.checkout(head.version)
            self._nearby = _LOOP.run(_opened(folder, head.version))

    def search(self, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        if k < 1:
            return []
        asked = k + 1
        while True:
            rows = self._nearest(vector, asked, access)
            # Of chunks that are equally near, Lance returns any: it has to return all, for the first by id to be taken.
            if len(rows) < asked or rows[k - 1]["_distance"] < rows[-1]["_distance"]:
                break
            asked *= 2
        with plain_errors(self._folder):
            hits = [Hit(lance_rows.chunk(row), from_cosine(1.0 - row["_distance"])) for row in rows]
        return sorted(hits, key=lambda one: (-one.similarity, one.chunk.id))[:k]

    def _nearest(self, vector: NDArray[np.float32], k: int, access: Access) -> list[dict[str, Any]]:
        where, columns = lance_rows.having(access.wanted(self.info.declared)), list(lance_rows.SHOWN)
        with plain_errors(self._folder):
            allowed = self._count(access)
            every = lance_index.partitions(self._head.trained)
            few = min(every, lance_index.probes(self._head.trained, allowed, k))
            # What a user may read can lie in partitions far from the question: then all are looked at.
            for looked_at in sorted({few, every}):
                found = _LOOP.run(lance_index.nearest(self._nearby, vector, k, looked_at, where, columns))
                if len(found) >= min(k, allowed):
                    break
        rows: list[dict[str, Any]] = found.to_pylist()
        return sorted(rows, key=lambda row: row["_distance"])

    def keyword(self, words: str, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        with plain_errors(self._folder):
            query = self._allowed(lance_index.matching(self._table, words), access).limit(k)
            rows = query.select([*lance_rows.SHOWN, "vector", "_score"]).to_arrow().to_pylist()
            rows.sort(key=lambda row: (-row["_score"], row["id"]))
            return [
                Hit(lance_rows.chunk(row), from_cosine(float(np.asarray(row["vector"], np.float32) @ vector)))
                for row in rows
            ]

    def readable(self, ids: Sequence[str], access: Access) -> frozenset[str]:
        if not ids:
            return frozenset()
        with plain_errors(self._folder):
            query = self._allowed(self._table.search(), access, lance_rows.among_ids(ids))
            return frozenset(query.select(["id"]).limit(len(ids)).to_arrow()["id"].to_pylist())

    def scan(self, access: Access) -> Iterator[Entry]:
        docs = sorted(set(self._docs(access).to_pylist()))
        for start in range(0, len(docs), _SCANNED):
            with plain_errors(self._folder):
                among = lance_rows.among("doc", docs[start : start + _SCANNED])
                found = self._allowed(self._table.search(), access, among).select(list(lance_rows.STORED)).limit(None)
                rows = sorted(found.to_arrow().to_pylist(), key=lambda row: (row["doc"], row["ordinal"]))
                entries = list(map(lance_rows.entry, rows))
            yield from entries

    def stats(self, access: Access) -> Stats:
        docs = self._docs(access)
        return Stats(pc.count_distinct(docs).as_py(), len(docs))

    def _docs(self, access: Access) -> Any:
        """The document of every readable chunk: a column."""
        with plain_errors(self._folder):
            return self._allowed(self._table.search(), access).select(["doc"]).limit(None).to_arrow()["doc"]

    def _count(self, access: Access) -> int:
        """Chunks that may be read; counted once, since a committed version does not change."""
        wanted = access.wanted(self.info.declared)
        if wanted not in self._counts:
            self._counts[wanted] = int(self._table.count_rows(lance_rows.having(wanted)))
        return self._counts[wanted]

    def _allowed(self, query: Any, access: Access, also: str | None = None) -> Any:
        """The query with the filter inside the search, before any row is taken."""
        both = [one for one in (lance_rows.having(access.wanted(self.info.declared)), also) if one]
        return query.where(" AND ".join(both), prefilter=True) if both else query


async def _opened(folder: Path, version: int) -> Any:
    """The table for searches by vector: through this door of Lance a search is one step, through the other seven."""
    table = await (await lancedb.connect_async(folder)).open_table(TABLE)
    await table.checkout(version)
    return table
