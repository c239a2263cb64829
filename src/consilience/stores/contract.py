"""What a knowledge base's store has to do: one narrow contract for every place where an index may live.

A store holds chunks with their vectors and one record about the whole (`KbInfo`). Reading sees the last version that
was committed. Writing is exclusive and all or nothing: leaving the writer without `commit` keeps what was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from consilience.model import Chunk
from consilience.operators import Vectors

EVERYONE = "*"  # the role of a document that everyone may read
SCHEMA = 2  # of what is stored; a knowledge base of another one is refused


class StoreError(Exception):
    """A knowledge base is missing, damaged, locked or cannot be reached; the message is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who asks: the roles of a user, or None for one who may read everything (an auditor, the indexer)."""

    roles: tuple[str, ...] | None

    def wanted(self, declared: bool) -> tuple[str, ...] | None:
        """The roles of which a chunk must have one to be read; None: any chunk may be read.

        Once any document of the knowledge base declares roles, a chunk without roles is read by nobody.
        """
        if self.roles is None or not declared:
            return None
        return tuple(sorted({*self.roles, EVERYONE}))


AUDITOR = Access(None)


@dataclass(frozen=True, slots=True)
class KbInfo:
    """What holds for a knowledge base as a whole.

    `encoder` names the encoder with its version; vectors of another one cannot be compared with these. `chunking` is
    the recipe by which documents were cut. `roles` are all roles that documents declare: empty when none does.
    """

    encoder: str
    dimension: int
    chunking: str
    roles: tuple[str, ...] = ()
    schema: int = SCHEMA

    @property
    def declared(self) -> bool:
        """Whether any document declares who may read it."""
        return bool(self.roles)


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk as it is stored.

    `digest` is that of the text that was embedded, `fingerprint` that of the document and how it was cut; `rest` is
    what else is needed to rebuild the document (`retrieval/rebuild.py`). A store keeps all three as they are.
    """

    chunk: Chunk
    digest: str
    fingerprint: str
    rest: str


@dataclass(frozen=True, slots=True)
class Stored:
    """What is known of a document in the store."""

    fingerprint: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    documents: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a search found, with its normalised similarity to the question in [0, 1] (`similarity`)."""

    chunk: Chunk
    similarity: float


class Reader(Protocol):
    """One committed version of a knowledge base. Every method raises StoreError when the store fails."""

    @property
    def info(self) -> KbInfo: ...

    def search(self, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        """The k chunks nearest to a unit vector, shape (dimension,), among those that may be read, nearest first.

        The filter works inside the search: whoever may read k chunks gets k. Equal similarities in order of id.
        """
        ...

    def keyword(self, words: str, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        """The k best by the store's full-text search (BM25 or what it has), best first, with their similarity to
        `vector`. Raises StoreError where the store has none.
        """
        ...

    def readable(self, ids: Sequence[str], access: Access) -> frozenset[str]:
        """Which of the chunks may be read."""
        ...

    def scan(self, access: Access) -> Iterator[Entry]:
        """Every readable chunk, by document id and ordinal, streamed."""
        ...

    def stats(self, access: Access) -> Stats: ...


class Writer(Protocol):
    """The one process that changes a knowledge base. Nothing is seen by readers before `commit`."""

    @property
    def info(self) -> KbInfo | None:
        """That of the version that is changed; None for a new knowledge base."""
        ...

    def documents(self) -> Mapping[str, Stored]: ...

    def vectors(self, docs: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        """Vectors of the documents' chunks by digest, so that what did not change is not embedded again."""
        ...

    def upsert(self, entries: Sequence[Entry], vectors: Vectors) -> None:
        """Put chunks in the place of all that is stored of their documents; a document comes in one call as a whole.

        `vectors` are unit rows, shape (len(entries), dimension).
        """
        ...

    def assign(self, roles: Mapping[str, tuple[str, ...]]) -> None:
        """New roles for the chunks of documents, by document id."""
        ...

    def delete(self, docs: Sequence[str]) -> None: ...

    def commit(self, info: KbInfo) -> None:
        """Make this the version that readers see."""
        ...


@runtime_checkable
class Store(Protocol):
    """Where a knowledge base lives. Building one connects to nothing."""

    def read(self) -> AbstractContextManager[Reader]:
        """Raises StoreError when there is no knowledge base, or it is damaged."""
        ...

    def write(self, dimension: int) -> AbstractContextManager[Writer]:
        """Raises StoreError when another process writes, or what is there is no knowledge base of ours. `dimension` is
        that of the vectors to come.
        """
        ...


def from_cosine(cosine: float) -> float:
    """Normalised similarity of a cosine (or the dot product of unit vectors): (1 + cos) / 2, in [0, 1].

    Linear, so that means and deviations keep their meaning; rounding may carry it a digit outside.
    """
    return min(1.0, max(0.0, (1.0 + cosine) / 2.0))
