"""A namespace of a Pinecone index that another program filled: what is known of a record is in its metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from consilience.stores import pinecone_rows
from consilience.stores.foreign import only
from consilience.stores.pinecone_place import place, reached
from consilience.stores.pinecone_remote import Remote

_DEFAULT = "__default__"  # how Pinecone calls the namespace without a name


@contextmanager
def opened(kb: str, table: str) -> Iterator[PineconeForeign | None]:
    """The namespace that `table` or the address names; where none is named, that of our own or the only one."""
    told = place(kb)
    with reached(told) as (index, stats):
        names = [name or _DEFAULT for name in stats.namespaces]
        wanted = table or (told.namespace if told.named or told.namespace in names else "")
        if not names:
            yield None
            return
        where = f"the Pinecone index '{told.index}'"
        name = only(names, wanted, where, f"pinecone://{told.index}/NAMESPACE")
        remote = Remote(index, replace(told, namespace="" if name == _DEFAULT else name), stats.dimension or 1)
        yield None if _ours(remote) else PineconeForeign(remote, name)


class PineconeForeign:
    """The records of one namespace, by id."""

    def __init__(self, remote: Remote, name: str) -> None:
        self._remote, self.name = remote, f"the namespace '{name}'"

    def rows(self) -> Iterator[Mapping[str, Any]]:
        for page in self._remote.ids():
            for record in self._remote.fetch(page):
                yield record["metadata"] | {"id": record["id"]}


def _ours(remote: Remote) -> bool:
    """Whether a knowledge base of ours is there, or what a first run of ours left that was killed."""
    first = next(remote.ids(), [])
    return "generation" in (remote.noted(pinecone_rows.MANIFEST) or {}) or all(map(pinecone_rows.ours, first))
