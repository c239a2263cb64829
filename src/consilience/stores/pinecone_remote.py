"""One namespace of a Pinecone index over the official client: the requests that the store makes, with plain errors.

The service is eventually consistent: what was written is seen a little later. Writes answer with their place in the
namespace's log, queries with how far the log has been taken in; `settle` waits for the one to reach the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pinecone
from numpy.typing import NDArray

from consilience.stores import pinecone_rows as rows
from consilience.stores.contract import StoreError
from consilience.stores.pinecone_place import Place, plain_errors

MOST_FOUND = 10_000  # records of a query: more are not given
_PATIENCE = 60.0  # seconds to wait for a write to be seen
_PAUSE = 0.25  # seconds between two looks
_FETCHED = 100  # ids of a fetch: they travel in the URL
_DELETED = 1_000  # ids of a deletion
_KEYS = 500  # of a condition
_SHOWN = 80  # records whose metadata fits into the 4 MB of an answer, however large each is


class Remote:
    """Requests to one namespace. Each raises StoreError when the service refuses, fails or cannot be reached."""

    def __init__(self, index: pinecone.Index, place: Place, dimension: int) -> None:
        self._index, self.place = index, place
        self._any = [1.0] + [0.0] * (dimension - 1)  # a vector where one must be given
        self._written: int | None = None  # place in the log of the last write

    def query(self, vector: NDArray[Any], k: int, conditions: Sequence[rows.Filter]) -> list[tuple[float, rows.Record]]:
        """The k nearest records that meet all conditions, with their cosines."""
        with plain_errors(self.place):
            found = self._index.query(
                vector=rows.numbers(vector), top_k=k, filter=rows.every(conditions),
                namespace=self.place.namespace, include_metadata=k <= _SHOWN,
            ).matches  # fmt: skip
        if k <= _SHOWN:
            return [(one.score, {"id": one.id, "metadata": one.metadata or {}}) for one in found]
        full = {record["id"]: record for record in self.fetch([one.id for one in found])}
        return [(one.score, full[one.id]) for one in found if one.id in full]

    def fetch(self, ids: Sequence[str]) -> Iterator[rows.Record]:
        """Records by id, in this order; what is not there is left out."""
        for start in range(0, len(ids), _FETCHED):
            part = ids[start : start + _FETCHED]
            with plain_errors(self.place):
                found = self._index.fetch(ids=part, namespace=self.place.namespace).vectors
            yield from (_record(found[one]) for one in part if one in found)

    def matching(self, conditions: Sequence[rows.Filter]) -> Iterator[rows.Record]:
        """Every record that meets all conditions, in no order, page by page."""
        token: str | None = None
        while True:
            with plain_errors(self.place):
                page = self._index.fetch_by_metadata(
                    filter=rows.every(conditions), namespace=self.place.namespace, limit=_FETCHED,
                    pagination_token=token,
                )  # fmt: skip
            yield from map(_record, page.vectors.values())
            token = page.pagination.next if page.pagination else None
            if not token:
                return

    def ids(self) -> Iterator[list[str]]:
        """All ids of the namespace in their order, page by page."""
        token: str | None = None
        while True:
            with plain_errors(self.place):
                page = self._index.list_paginated(
                    namespace=self.place.namespace, limit=_FETCHED, pagination_token=token
                )
            yield [one.id for one in page.vectors if one.id]
            token = page.pagination.next if page.pagination else None
            if not token:
                return

    def put(self, records: Sequence[rows.Record]) -> None:
        with plain_errors(self.place):
            told = self._index.upsert(vectors=records, namespace=self.place.namespace)
        self._wrote(told.response_info)

    def note(self, name: str, told: dict[str, Any]) -> None:
        """Put the record of the manifest or the lock, which has a vector only because it must."""
        self.put([{"id": name, "values": self._any, "metadata": told}])

    def noted(self, name: str) -> dict[str, Any] | None:
        """What the manifest or the lock says; None where there is none."""
        found = list(self.fetch([name]))
        return found[0]["metadata"] if found else None

    def remove(self, ids: Sequence[str]) -> None:
        for start in range(0, len(ids), _DELETED):
            with plain_errors(self.place):
                self._index.delete(ids=list(ids[start : start + _DELETED]), namespace=self.place.namespace)

    def remove_matching(self, conditions: Sequence[rows.Filter]) -> None:
        """Remove every record that meets the conditions, and wait until none is left that does."""
        wanted = rows.every(conditions)
        if self._matched(wanted):
            with plain_errors(self.place):
                self._index.delete(filter=wanted, namespace=self.place.namespace)
            self.wait(lambda: not self._matched(wanted))

    def mark(self, conditions: Sequence[rows.Filter], until: float, keys: Sequence[str] | None = None) -> None:
        """Set `until` of every record that meets the conditions, and wait until none is left that does.

        With `keys`: of these documents alone.
        """
        parts = [None] if keys is None else [keys[at : at + _KEYS] for at in range(0, len(keys), _KEYS)]
        wanted = [rows.every([*conditions, *([{"key": {"$in": list(part)}}] if part else [])]) for part in parts]
        for one in wanted:
            if self._matched(one):
                self._update(one, until)
        self.wait(lambda: not any(map(self._matched, wanted)))

    def settle(self, last: rows.Record | None) -> None:
        """Wait until queries see what was written; `last` is the last chunk, to look for where the service does not
        say how far it is. Raises StoreError when it takes too long.
        """
        self.wait(lambda: self._reached(last))

    def _reached(self, last: rows.Record | None) -> bool:
        told = last["metadata"] if last else {"key": "", "from": 0}
        with plain_errors(self.place):
            found = self._index.query(
                vector=last["values"] if last else self._any, top_k=1, namespace=self.place.namespace,
                filter=rows.every([{name: {"$eq": told[name]}} for name in ("key", "from")]),
            )  # fmt: skip
        info = found.response_info
        if self._written is not None and info is not None and info.lsn_reconciled is not None:
            return info.is_reconciled(self._written)
        return last is None or bool(found.matches)

    def _matched(self, condition: rows.Filter) -> bool:
        with plain_errors(self.place):
            told = self._index.update(
                filter=condition, set_metadata={"until": 0}, namespace=self.place.namespace, dry_run=True
            )
        return bool(told.matched_records)

    def _update(self, condition: rows.Filter, until: float) -> None:
        with plain_errors(self.place):
            told = self._index.update(filter=condition, set_metadata={"until": until}, namespace=self.place.namespace)
        self._wrote(told.response_info)

    def _wrote(self, info: Any) -> None:
        committed = info.lsn_committed if info else None
        self._written = committed if committed is not None else self._written

    def wait(self, done: Callable[[], bool]) -> None:
        """Look until it is done. Raises StoreError when that takes too long."""
        end = time.monotonic() + _PATIENCE
        while not done():
            if time.monotonic() > end:
                raise StoreError(
                    f"Pinecone has not taken in what was written to {self.place} within {_PATIENCE:g} seconds; "
                    "the last version stays as it was, try again later."
                )
            time.sleep(_PAUSE)


def _record(vector: Any) -> rows.Record:
    return {"id": vector.id, "values": vector.values, "metadata": vector.metadata or {}}
