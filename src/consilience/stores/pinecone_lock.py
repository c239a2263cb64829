"""The lock of a knowledge base in Pinecone: a record that says who writes, and until when.

Pinecone has no operation that writes only if nothing changed meanwhile, so two processes that start in the same moment
can both believe that they hold the lock. The later one wins: the other is told at its next write, since a writer looks
before each, and what it left is cleared before the winner commits.
"""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType

from consilience.stores import pinecone_rows as rows
from consilience.stores.contract import StoreError
from consilience.stores.pinecone_remote import Remote

_LEASE = 60.0  # seconds that a lock holds after its writer was last heard of; clocks differ by less
_BEAT = 15.0  # seconds between two signs of life


class Lock:
    """Held within `with`. Entering raises StoreError when another process writes."""

    def __init__(self, remote: Remote, owner: str) -> None:
        self._remote, self._owner = remote, owner
        self._over = Event()
        self._beats = Thread(target=self._beat, name="pinecone-lock", daemon=True)

    def __enter__(self) -> Lock:
        held = self._remote.noted(rows.LOCK) or {}
        before = held.get("owner", "")
        if held and held["expires"] > time.time():
            raise self._taken()
        self._renew()
        self._remote.wait(lambda: self._read() not in ("", before))
        self.check()
        self._beats.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._beats.join()
        with suppress(StoreError):  # a lock that cannot be removed ends by itself
            if self._read() == self._owner:
                self._remote.remove([rows.LOCK])
                self._remote.wait(lambda: not self._read())

    def check(self) -> None:
        """Raises StoreError when another process took the lock."""
        if self._read() != self._owner:
            raise self._taken()

    def _read(self) -> str:
        return str((self._remote.noted(rows.LOCK) or {}).get("owner", ""))

    def _renew(self) -> None:
        self._remote.note(rows.LOCK, {"owner": self._owner, "expires": time.time() + _LEASE})

    def _beat(self) -> None:
        """Signs of life while the encoder works; one that fails is followed by the next."""
        while not self._over.wait(_BEAT):
            with suppress(StoreError):
                if self._read() == self._owner:
                    self._renew()

    def _taken(self) -> StoreError:
        return StoreError(
            f"Another process is writing to the knowledge base {self._remote.place}; try again when it is done (the "
            f"lock of a run that was killed ends after {_LEASE:.0f} seconds)."
        )
