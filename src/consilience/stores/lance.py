"""A knowledge base in a folder: LanceDB, embedded (the default store).

Lance keeps every version of a table. `kb.json` says which one is committed: a reader opens that one, whatever a writer
does meanwhile, and a writer first goes back to it, which undoes a run that was killed. The file is replaced in one
step, so there is always a good one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("LANCEDB_LOG", "error")  # before the import: it says on stderr that a new table is new

import lancedb
import numpy as np
import pyarrow.compute as pc
from filelock import FileLock, Timeout
from lancedb import background_loop
from numpy.typing import NDArray

from consilience.operators import Vectors
from consilience.stores import lance_head, lance_index, lance_rows, lance_versions
from consilience.stores.contract import Access, Entry, Hit, KbInfo, Stats, Stored, StoreError, from_cosine
from consilience.stores.lance_errors import plain_errors
from consilience.stores.lance_head import Head

_LOOP: Any = background_loop.LOOP
_TABLE = "chunks"
_LOCK = ".lock"
_OURS = (_LOCK, f"{_TABLE}.lance", lance_head.NEW)  # what a first run that was killed may have left
_BATCH = 2_000  # rows that are held at once
_SCANNED = 100  # documents that a scan fetches at once


def open_at(kb: str) -> LanceStore:
    """The store in the folder `kb`."""
    return LanceStore(kb)


class LanceStore:
    """A folder with a Lance table and `kb.json`."""

    def __init__(self, kb: str) -> None:
        self._folder = Path(kb)

    @contextmanager
    def read(self) -> Iterator[LanceReader]:
        yield LanceReader(self._folder, lance_head.read(self._folder))

    @contextmanager
    def write(self, dimension: int) -> Iterator[LanceWriter]:
        self._make_room()
        try:
            with FileLock(self._folder / _LOCK, timeout=0):
                known = lance_head.read(self._folder) if (self._folder / lance_head.NAME).exists() else None
                yield LanceWriter(self._folder, known, dimension)
        except Timeout as error:
            raise StoreError(
                f"Another process is writing to the knowledge base {self._folder}; try again when it is done."
            ) from error

    def _make_room(self) -> None:
        """The folder, if it may become a knowledge base: a user's own files are never mixed with it."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            strange = sorted(one.name for one in self._folder.iterdir() if one.name not in _OURS)
        except OSError as error:
            said = (error.strerror or "unknown error").lower()
            raise StoreError(f"The knowledge base {self._folder} cannot be made: {said}.") from error
        if strange and lance_head.NAME not in strange:
            raise StoreError(
                f"{self._folder} is no knowledge base and not empty ({strange[0]} is in it); give another folder."
            )


class LanceReader:
    """One committed version of the table."""

    def __init__(self, folder: Path, head: Head) -> None:
        self._folder, self._head, self.info = folder, head, head.info
        self._counts: dict[tuple[str, ...] | None, int] = {}
        with plain_errors(folder):
            self._table = lancedb.connect(folder).open_table(_TABLE)
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
                rows = found.to_arrow().to_pylist()
            yield from map(lance_rows.entry, sorted(rows, key=lambda row: (row["doc"], row["ordinal"])))

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


class LanceWriter:
    """Changes the newest version of the table; `commit` makes it the one that readers see."""

    def __init__(self, folder: Path, known: Head | None, dimension: int) -> None:
        self._folder, self._known = folder, known
        self.info = known.info if known else None
        with plain_errors(folder):
            base = lancedb.connect(folder)
            if known:
                self._table = base.open_table(_TABLE)
                if self._table.version != known.version:
                    self._table.restore(known.version)
            else:
                _check_ours(base, folder)
                self._table = base.create_table(_TABLE, schema=lance_rows.schema(dimension), mode="overwrite")
            self._docs = {str(row["doc"]) for row in self._rows("ordinal = 0", ["doc"])}

    def documents(self) -> Mapping[str, Stored]:
        wanted = ["doc", "fingerprint", "roles"]
        with plain_errors(self._folder):
            rows = self._rows("ordinal = 0", wanted)
            return {row["doc"]: Stored(row["fingerprint"], tuple(row["roles"])) for row in rows}

    def vectors(self, docs: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        with plain_errors(self._folder):
            rows = self._rows(lance_rows.among("doc", docs), ["digest", "vector"]) if docs else ()
            return {row["digest"]: np.asarray(row["vector"], np.float32) for row in rows}

    def upsert(self, entries: Sequence[Entry], vectors: Vectors) -> None:
        docs = {one.chunk.doc for one in entries}
        self.delete(sorted(docs))
        with plain_errors(self._folder):
            for start in range(0, len(entries), _BATCH):
                batch = entries[start : start + _BATCH]
                self._table.add(lance_rows.rows(batch, vectors[start : start + _BATCH]))
        self._docs |= docs

    def assign(self, roles: Mapping[str, tuple[str, ...]]) -> None:
        docs: dict[tuple[str, ...], list[str]] = {}
        for doc, given in sorted(roles.items()):
            docs.setdefault(given, []).append(doc)
        with plain_errors(self._folder):
            for given, named in sorted(docs.items()):
                for start in range(0, len(named), _BATCH):
                    among = lance_rows.among("doc", named[start : start + _BATCH])
                    self._table.update(where=among, values_sql={"roles": lance_rows.listed(given)})

    def delete(self, docs: Sequence[str]) -> None:
        there = [doc for doc in docs if doc in self._docs]  # to look for the others would read the whole table
        with plain_errors(self._folder):
            for start in range(0, len(there), _BATCH):
                self._table.delete(lance_rows.among("doc", there[start : start + _BATCH]))
        self._docs -= set(there)

    def commit(self, info: KbInfo) -> None:
        before = (*self._known.earlier, self._known.version) if self._known else ()
        trained = self._known.trained if self._known else 0
        with plain_errors(self._folder):
            *kept, _ = lance_versions.needed(self._table, tuple(dict.fromkeys((*before, self._table.version))))
            gone = {*before} - {*kept, self._table.version}
            tidy = bool(gone) and lance_versions.wasteful(self._table, self._folder)
            made = lance_index.follow(self._table, trained, anyway=tidy)
            head = Head(self._table.version, info, trained if made is None else made, tuple(kept))
        lance_head.write(self._folder, head)
        self._known, self.info = head, info
        if made is not None:
            with plain_errors(self._folder):
                lance_versions.prune(self._table, (*kept, head.version))

    def _rows(self, where: str, columns: list[str]) -> Iterator[dict[str, Any]]:
        for batch in self._table.search().where(where).select(columns).limit(None).to_batches():
            yield from batch.to_pylist()


async def _opened(folder: Path, version: int) -> Any:
    """The table for searches by vector: through this door of Lance a search is one step, through the other seven."""
    table = await (await lancedb.connect_async(folder)).open_table(_TABLE)
    await table.checkout(version)
    return table


def _check_ours(base: Any, folder: Path) -> None:
    """A table that is there without `kb.json` was left by a first run that was killed, or is another program's."""
    if not (folder / f"{_TABLE}.lance" / "_versions").exists():
        return
    if not {*lance_rows.STORED} <= {*base.open_table(_TABLE).schema.names}:
        raise StoreError(f"{folder} holds a Lance table of another program; give another folder.")
