"""Changing a knowledge base in Pinecone: all is written into the next generation, which the manifest then names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from consilience.operators import Vectors
from consilience.stores import pinecone_rows as rows
from consilience.stores.contract import Entry, KbInfo, Stored, StoreError
from consilience.stores.pinecone_lock import Lock
from consilience.stores.pinecone_reader import Held, Manifest, held, read_manifest, whole, write_manifest
from consilience.stores.pinecone_remote import Remote


class PineconeWriter:
    """Writes generation G+1 beside G. Nothing of G changes but `until`, which readers of G do not mind."""

    def __init__(self, remote: Remote, lock: Lock, run: str) -> None:
        self._remote, self._lock, self._run = remote, lock, run
        manifest = read_manifest(remote)
        self.info: KbInfo | None = manifest.info if manifest else None
        self._base = manifest.generation if manifest else 0
        if manifest is None:
            _check_empty(remote)
        self._clear()
        self._held = {one.doc: one for one in (held(remote, self._base, None) if manifest else ())}
        self._gone: set[str] = set()  # documents of which the records of the base generation end with it
        self._last: rows.Record | None = None  # that was written

    @property
    def _next(self) -> int:
        return self._base + 1

    def documents(self) -> Mapping[str, Stored]:
        return {doc: Stored(one.fingerprint, one.roles) for doc, one in self._held.items()}

    def vectors(self, docs: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        found = self._records(docs)
        with whole(self._remote.place):
            return {record["metadata"]["digest"]: np.asarray(record["values"], np.float32) for record in found}

    def upsert(self, entries: Sequence[Entry], vectors: Vectors) -> None:
        placed = sorted(enumerate(entries), key=lambda pair: (pair[1].chunk.doc, pair[1].chunk.ordinal))
        made: list[rows.Record] = []
        new: list[Held] = []
        for doc, group in groupby(placed, key=lambda pair: pair[1].chunk.doc):
            places = [place for place, _ in group]
            parts = [entries[place] for place in places]
            made += rows.records(parts, vectors[places], self._next, self._run)
            new.append(Held(doc, self._next, len(parts), parts[0].fingerprint, parts[0].chunk.roles))
        self.delete([one.doc for one in new])
        self._put(made)
        self._held |= {one.doc: one for one in new}

    def assign(self, roles: Mapping[str, tuple[str, ...]]) -> None:
        known = [doc for doc in sorted(roles) if doc in self._held]
        made = (rows.again(one, roles[one["metadata"]["doc"]], self._next, self._run) for one in self._records(known))
        with whole(self._remote.place):
            self._put(made)
        for doc in known:
            self._end(self._held[doc])
            self._held[doc] = replace(self._held[doc], generation=self._next, roles=roles[doc])

    def delete(self, docs: Sequence[str]) -> None:
        ended = [self._held.pop(doc) for doc in docs if doc in self._held]
        for one in ended:
            self._end(one)
        self._remote.remove([record for one in ended if one.generation == self._next for record in one.ids()])

    def commit(self, info: KbInfo) -> None:
        """See the module; in this order, so that a run that is killed at any place leaves a whole version.

        1 what strangers left is cleared, and no old record is marked to end, 2 those that were replaced are, 3 queries
        see all of this, 4 the manifest names the new generation. Only then old records are removed.
        """
        self._lock.check()
        self._clear()
        self._remote.mark(rows.ending(self._base), rows.FOREVER)
        self._remote.mark(rows.current(self._base), self._next, [rows.key(doc) for doc in sorted(self._gone)])
        self._remote.settle(self._last)
        self._lock.check()
        write_manifest(self._remote, Manifest(self._next, info))
        self._base, self.info, self._gone, self._last = self._next, info, set(), None
        with suppress(StoreError):  # the version is committed; the next run clears and waits again
            self._remote.wait(lambda: self._committed() >= self._base)
            self._remote.remove_matching(rows.ended(self._base - 1))

    def _committed(self) -> int:
        manifest = read_manifest(self._remote)
        return manifest.generation if manifest else 0

    def _records(self, docs: Sequence[str]) -> Iterator[rows.Record]:
        return self._remote.fetch([one for doc in docs if doc in self._held for one in self._held[doc].ids()])

    def _put(self, records: Sequence[rows.Record] | Iterator[rows.Record]) -> None:
        for batch in rows.batches(records):
            self._lock.check()
            self._remote.put(batch)
            self._last = batch[-1]

    def _end(self, one: Held) -> None:
        if one.generation <= self._base:
            self._gone.add(one.doc)

    def _clear(self) -> None:
        """Remove what a run left that did not commit."""
        self._remote.remove_matching(rows.left(self._base, self._run))


def _check_empty(remote: Remote) -> None:
    """A user's own vectors are never mixed with a knowledge base."""
    strange = [one for one in next(remote.ids(), []) if not rows.ours(one)]
    if strange:
        raise StoreError(
            f"{remote.place} is no knowledge base and not empty; give another namespace: pinecone://INDEX/NAMESPACE."
        )
