"""Reading one generation of a knowledge base in Pinecone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.stores import pinecone_rows as rows
from consilience.stores.contract import SCHEMA, Access, Entry, Hit, KbInfo, Stats, StoreError, from_cosine
from consilience.stores.pinecone_place import Place
from consilience.stores.pinecone_remote import MOST_FOUND, Remote

_KEPT = 1  # generations that stay whole after a newer one came


@dataclass(frozen=True, slots=True)
class Manifest:
    """The committed generation and what holds for the knowledge base."""

    generation: int
    info: KbInfo


@dataclass(frozen=True, slots=True)
class Held:
    """A document that is stored: what its first record says of all of them."""

    doc: str
    generation: int
    chunks: int
    fingerprint: str
    roles: tuple[str, ...]

    def ids(self) -> list[str]:
        return rows.record_ids(self.doc, self.generation, range(self.chunks))


def read_manifest(remote: Remote) -> Manifest | None:
    """The committed version; None where nothing was committed. Raises StoreError when it is damaged or not ours."""
    told = remote.noted(rows.MANIFEST)
    if told is None:
        return None
    with whole(remote.place):
        info = json.loads(rows.text(told, "info"))
        if info["schema"] != SCHEMA:
            raise StoreError(
                f"The knowledge base {remote.place} was written by another version of consilience; index it anew into "
                "another namespace."
            )
        return Manifest(int(told["generation"]), KbInfo(**info | {"roles": tuple(info["roles"])}))


def write_manifest(remote: Remote, manifest: Manifest) -> None:
    """Commit: this one record decides what readers see."""
    info = json.dumps(asdict(manifest.info), sort_keys=True)
    remote.note(rows.MANIFEST, {"generation": manifest.generation} | rows.packed("info", info))


def held(remote: Remote, generation: int, roles: tuple[str, ...] | None) -> list[Held]:
    """The documents of a generation of which somebody with one of the roles may read, by id."""
    found = remote.matching([{"ordinal": {"$eq": 0}}, *rows.within(generation), *rows.having(roles)])
    with whole(remote.place):
        return sorted((_held(record["metadata"]) for record in found), key=lambda one: one.doc)


class PineconeReader:
    """One committed generation."""

    def __init__(self, remote: Remote, manifest: Manifest) -> None:
        self._remote, self._generation = remote, manifest.generation
        self.info = manifest.info

    def search(self, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        if k < 1:
            return []
        found = self._nearest(vector, k, [*rows.within(self._generation), *self._having(access)])
        self._check()
        with whole(self._remote.place):
            hits = [Hit(rows.chunk(record["metadata"]), from_cosine(score)) for score, record in found]
        return sorted(hits, key=lambda one: (-one.similarity, one.chunk.id))[:k]

    def _nearest(
        self, vector: NDArray[np.float32], k: int, conditions: Sequence[rows.Filter]
    ) -> list[tuple[float, rows.Record]]:
        """The k nearest and all that are as near as the last of them: of such, Pinecone returns any."""
        asked = k + 1
        while True:
            found = self._remote.query(vector, min(asked, MOST_FOUND), conditions)
            if len(found) < min(asked, MOST_FOUND) or found[k - 1][0] > found[-1][0] or asked >= MOST_FOUND:
                return found
            asked *= 2

    def keyword(self, words: str, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        raise StoreError(
            "Hybrid search needs full text, which a Pinecone index for vectors does not have; use the mode dense "
            "(retrieval.mode), or a knowledge base in a folder or in PostgreSQL."
        )

    def readable(self, ids: Sequence[str], access: Access) -> frozenset[str]:
        if not ids:
            return frozenset()
        conditions = [{"id": {"$in": sorted(set(ids))}}, *rows.within(self._generation), *self._having(access)]
        found = frozenset(record["metadata"]["id"] for record in self._remote.matching(conditions))
        self._check()
        return found

    def scan(self, access: Access) -> Iterator[Entry]:
        docs = held(self._remote, self._generation, access.wanted(self.info.declared))
        ids = [one for doc in docs for one in doc.ids()]
        missing = len(ids)
        for record in self._remote.fetch(ids):
            with whole(self._remote.place):
                found = rows.entry(record["metadata"])
            missing -= 1
            yield found
        self._check()
        if missing:
            raise damaged(self._remote.place)

    def stats(self, access: Access) -> Stats:
        docs = held(self._remote, self._generation, access.wanted(self.info.declared))
        self._check()
        return Stats(len(docs), sum(one.chunks for one in docs))

    def _having(self, access: Access) -> list[rows.Filter]:
        return rows.having(access.wanted(self.info.declared))

    def _check(self) -> None:
        """After a read: records of this generation were not cleared meanwhile, so that it was whole."""
        manifest = read_manifest(self._remote)
        if manifest is None or manifest.generation > self._generation + _KEPT:
            raise StoreError(
                f"The knowledge base {self._remote.place} was written anew since it was opened; open it again."
            )


@contextmanager
def whole(place: Place) -> Iterator[None]:
    """What is wrong with a record, said as one sentence."""
    try:
        yield
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise damaged(place) from error


def damaged(place: Place) -> StoreError:
    return StoreError(f"The knowledge base {place} is damaged; index its documents anew into another namespace.")


def _held(told: dict[str, Any]) -> Held:
    roles = tuple(told.get("roles", ()))
    return Held(told["doc"], int(told["from"]), int(told["chunks"]), told["fingerprint"], roles)
