"""A knowledge base in a folder: LanceDB, embedded (the default store).

Lance keeps every version of a table. `kb.json` says which one is committed: a reader opens that one, whatever a writer
does meanwhile, and a writer first goes back to it, which undoes a run that was killed. The file is replaced in one
step, so there is always a good one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from consilience.stores import lance_head
from consilience.stores.contract import StoreError
from consilience.stores.lance_reader import LanceReader
from consilience.stores.lance_writer import LanceWriter

_LOCK = ".lock"
_OURS = (_LOCK, f"{lance_head.TABLE}.lance", lance_head.NEW)  # what a first run that was killed may have left


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
