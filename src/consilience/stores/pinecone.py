"""A knowledge base in Pinecone: pinecone://INDEX[/NAMESPACE], through the official client (the store of the paper).

Pinecone has no transactions. Every record therefore says in which generations it is seen, and one record, the
manifest, says which generation is committed: replacing it is the commit. A version before the last one stays whole
until the next commit, for readers that opened it; an older reader is told to open again. So what was removed from a
knowledge base can be asked for no more, but is out of the index itself only after one more run.

The index must exist and rank by cosine; it is not made here, because it costs money. Its score is the cosine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from consilience.stores.contract import StoreError
from consilience.stores.pinecone_lock import Lock
from consilience.stores.pinecone_place import Place, connected, place
from consilience.stores.pinecone_reader import PineconeReader, read_manifest
from consilience.stores.pinecone_remote import Remote
from consilience.stores.pinecone_writer import PineconeWriter


def open_at(kb: str) -> PineconeStore:
    """The store that `kb` names. Raises StoreError for a name that there cannot be."""
    return PineconeStore(place(kb))


class PineconeStore:
    """A namespace of a Pinecone index. The key is read from the environment when the index is opened, and not kept."""

    def __init__(self, place: Place) -> None:
        self._place = place

    @contextmanager
    def read(self) -> Iterator[PineconeReader]:
        with connected(self._place) as (index, dimension):
            remote = Remote(index, self._place, dimension)
            manifest = read_manifest(remote)
            if manifest is None:
                raise StoreError(
                    f"There is no knowledge base in {self._place}; make one with: consilience index PATH --kb "
                    f"{self._place}."
                )
            yield PineconeReader(remote, manifest)

    @contextmanager
    def write(self, dimension: int) -> Iterator[PineconeWriter]:
        run = uuid4().hex
        with connected(self._place, dimension) as (index, _):
            remote = Remote(index, self._place, dimension)
            with Lock(remote, run) as lock:
                yield PineconeWriter(remote, lock, run)
