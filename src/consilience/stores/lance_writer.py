"""Changing a Lance table: the newest version is changed, and the commit makes it the one that readers see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
from numpy.typing import NDArray

from consilience.operators import Vectors
from consilience.stores import lance_head, lance_index, lance_rows, lance_versions
from consilience.stores.contract import Entry, KbInfo, Stored, StoreError
from consilience.stores.lance_errors import plain_errors
from consilience.stores.lance_head import TABLE, Head

_BATCH = 2_000  # rows that are held at once


class LanceWriter:
    """Changes the newest version of the table; `commit` makes it the one that readers see."""

    def __init__(self, folder: Path, known: Head | None, dimension: int) -> None:
        self._folder, self._known = folder, known
        self.info = known.info if known else None
        with plain_errors(folder):
            base = lancedb.connect(folder)
            if known:
                self._table = base.open_table(TABLE)
                if self._table.version != known.version:
                    self._table.restore(known.version)
            else:
                _check_ours(base, folder)
                self._table = base.create_table(TABLE, schema=lance_rows.schema(dimension), mode="overwrite")
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


def _check_ours(base: Any, folder: Path) -> None:
    """A table that is there without `kb.json` was left by a first run that was killed, or is another program's."""
    if not (folder / f"{TABLE}.lance" / "_versions").exists():
        return
    if not {*lance_rows.STORED} <= {*base.open_table(TABLE).schema.names}:
        raise StoreError(f"{folder} holds a Lance table of another program; give another folder.")
