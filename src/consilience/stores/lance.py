"""A knowledge base in a folder: LanceDB, embedded (the default store).

Lance keeps every version of a table. `kb.json` says which one is committed: a reader opens that one, whatever a writer
does meanwhile, and a writer first goes back to it, which undoes a run that was killed. The file is replaced in one
step, so there is always a good one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

os.environ.setdefault("LANCEDB_LOG", "error")  # before the import: it says on stderr that a new table is new

import lancedb
import numpy as np
import pyarrow as pa
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from consilience.operators import Vectors
from consilience.stores import lance_index, lance_rows
from consilience.stores.contract import SCHEMA, Access, Entry, Hit, KbInfo, Stats, Stored, StoreError, from_cosine

_TABLE = "chunks"
_HEAD = "kb.json"
_LOCK = ".lock"
_OURS = (_LOCK, f"{_TABLE}.lance", f"{_HEAD}.new")  # what a first run that was killed may have left
_BATCH = 2_000  # rows that are held at once
_KEPT = 3  # versions besides the committed one that stay for readers who opened them


def open_at(kb: str) -> LanceStore:
    """The store in the folder `kb`."""
    return LanceStore(kb)


class LanceStore:
    """A folder with a Lance table and `kb.json`."""

    def __init__(self, kb: str) -> None:
        self._folder = Path(kb)

    @contextmanager
    def read(self) -> Iterator[LanceReader]:
        version, info = self._head()
        with plain_errors(self._folder):
            table = lancedb.connect(self._folder).open_table(_TABLE)
            table.checkout(version)
        yield LanceReader(table, info, self._folder)

    @contextmanager
    def write(self, dimension: int) -> Iterator[LanceWriter]:
        self._make_room()
        try:
            with FileLock(self._folder / _LOCK, timeout=0):
                known = self._head() if (self._folder / _HEAD).exists() else None
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
        if strange and _HEAD not in strange:
            raise StoreError(
                f"{self._folder} is no knowledge base and not empty ({strange[0]} is in it); give another folder."
            )

    def _head(self) -> tuple[int, KbInfo]:
        """The committed version and what holds for it. Raises StoreError."""
        path = self._folder / _HEAD
        try:
            told = json.loads(path.read_text("utf-8"))
            if told["info"]["schema"] != SCHEMA:
                raise StoreError(
                    f"The knowledge base {self._folder} was written by another version of consilience; index it anew "
                    "into an empty folder."
                )
            info = told["info"] | {"roles": tuple(told["info"]["roles"])}
            return int(told["version"]), KbInfo(**info)
        except FileNotFoundError as error:
            raise StoreError(
                f"There is no knowledge base in {self._folder}; make one with: consilience index PATH --kb "
                f"{self._folder}."
            ) from error
        except OSError as error:
            said = (error.strerror or "unknown error").lower()
            raise StoreError(f"The knowledge base {self._folder} cannot be read: {said}.") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise damaged(self._folder) from error


class LanceReader:
    """One committed version of the table."""

    def __init__(self, table: Any, info: KbInfo, folder: Path) -> None:
        self._table, self.info, self._folder = table, info, folder

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
        with plain_errors(self._folder):
            query = self._allowed(lance_index.nearest(self._table, vector, k), access)
            rows: list[dict[str, Any]] = query.select([*lance_rows.SHOWN, "_distance"]).to_arrow().to_pylist()
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
            query = self._allowed(self._table.search(), access, lance_rows.among("id", ids))
            return frozenset(query.select(["id"]).limit(len(ids)).to_arrow()["id"].to_pylist())

    def scan(self, access: Access) -> Iterator[Entry]:
        with plain_errors(self._folder):
            query = self._allowed(self._table.search(), access).select(["doc"]).limit(self._count(access))
            docs = sorted(set(query.to_arrow()["doc"].to_pylist()))
        for doc in docs:
            with plain_errors(self._folder):
                found = self._allowed(self._table.search(), access, lance_rows.among("doc", [doc]))
                rows = found.select(list(lance_rows.STORED)).limit(self._count(access)).to_arrow().to_pylist()
            yield from (lance_rows.entry(row) for row in sorted(rows, key=lambda row: row["ordinal"]))

    def stats(self, access: Access) -> Stats:
        with plain_errors(self._folder):
            count = self._count(access)
            docs = self._allowed(self._table.search(), access).select(["doc"]).limit(max(count, 1)).to_arrow()["doc"]
            return Stats(len(set(docs.to_pylist())), count)

    def _count(self, access: Access) -> int:
        return int(self._table.count_rows(lance_rows.having(access.wanted(self.info.declared))))

    def _allowed(self, query: Any, access: Access, also: str | None = None) -> Any:
        """The query with the filter inside the search, before any row is taken."""
        both = [one for one in (lance_rows.having(access.wanted(self.info.declared)), also) if one]
        return query.where(" AND ".join(both), prefilter=True) if both else query


class LanceWriter:
    """Changes the newest version of the table; `commit` makes it the one that readers see."""

    def __init__(self, folder: Path, known: tuple[int, KbInfo] | None, dimension: int) -> None:
        self._folder = folder
        self.info = known[1] if known else None
        with plain_errors(folder):
            base = lancedb.connect(folder)
            if known:
                self._table = base.open_table(_TABLE)
                if self._table.version != known[0]:
                    self._table.restore(known[0])
            else:
                _check_ours(base, folder)
                self._table = base.create_table(_TABLE, schema=lance_rows.schema(dimension), mode="overwrite")

    def documents(self) -> Mapping[str, Stored]:
        wanted = ["doc", "fingerprint", "roles"]
        with plain_errors(self._folder):
            rows = self._rows("ordinal = 0", wanted)
        return {row["doc"]: Stored(row["fingerprint"], tuple(row["roles"])) for row in rows}

    def vectors(self, docs: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        with plain_errors(self._folder):
            rows = self._rows(lance_rows.among("doc", docs), ["digest", "vector"]) if docs else []
        return {row["digest"]: np.asarray(row["vector"], np.float32) for row in rows}

    def upsert(self, entries: Sequence[Entry], vectors: Vectors) -> None:
        self.delete(sorted({one.chunk.doc for one in entries}))
        with plain_errors(self._folder):
            for start in range(0, len(entries), _BATCH):
                batch = entries[start : start + _BATCH]
                self._table.add(lance_rows.rows(batch, vectors[start : start + _BATCH]))

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
        with plain_errors(self._folder):
            for start in range(0, len(docs), _BATCH):
                self._table.delete(lance_rows.among("doc", docs[start : start + _BATCH]))

    def commit(self, info: KbInfo) -> None:
        with plain_errors(self._folder):
            lance_index.build(self._table)
        told = {"version": self._table.version, "info": asdict(info)}
        new = self._folder / f"{_HEAD}.new"
        try:
            new.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", "utf-8")
            new.replace(self._folder / _HEAD)
        except OSError as error:
            said = (error.strerror or "unknown error").lower()
            raise StoreError(f"The knowledge base {self._folder} cannot be written: {said}.") from error
        self.info = info

    def _rows(self, where: str, columns: list[str]) -> list[dict[str, Any]]:
        count = self._table.count_rows(where)
        if not count:
            return []
        table: pa.Table = self._table.search().where(where).select(columns).limit(count).to_arrow()
        return list(table.to_pylist())


def _check_ours(base: Any, folder: Path) -> None:
    """A table that is there without `kb.json` was left by a first run that was killed, or is another program's."""
    if not (folder / f"{_TABLE}.lance" / "_versions").exists():
        return
    if not {*lance_rows.STORED} <= {*base.open_table(_TABLE).schema.names}:
        raise StoreError(f"{folder} holds a Lance table of another program; give another folder.")


@contextmanager
def plain_errors(folder: Path) -> Iterator[None]:
    """Lance raises errors of several kinds with long traces; to a user they are one: the folder is damaged."""
    try:
        yield
    except (OSError, ValueError, RuntimeError, pa.ArrowException) as error:
        raise damaged(folder) from error


def damaged(folder: Path) -> StoreError:
    return StoreError(f"The knowledge base {folder} is damaged; index its documents anew into an empty folder.")
