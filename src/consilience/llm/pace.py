"""How fast calls go out: so many at a time, so many a minute."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_FIRST_WAIT, _LONGEST_WAIT = 0.5, 30.0  # seconds
PATIENCE = 120.0  # seconds of Retry-After that are waited for; a provider that asks for more has closed for now


class Pace:
    """For one event loop. Not shared between processes: each keeps to the settings by itself."""

    def __init__(self, concurrency: int, per_minute: int) -> None:
        self._room = asyncio.Semaphore(concurrency)
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._next = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Room for one call, when its time has come."""
        async with self._room:
            await self._slot()
            yield

    async def _slot(self) -> None:
        if not self._gap:
            return
        now = asyncio.get_running_loop().time()
        mine = max(now, self._next)
        self._next = mine + self._gap
        await asyncio.sleep(mine - now)


def backoff(attempt: int, asked: float | None) -> float:
    """Seconds to wait before trying again: what the provider asked for, else twice as long each time.

    The random part keeps calls that failed together from coming back together; it decides nothing but the time.
    """
    if asked is not None:
        return asked
    wait: float = min(_FIRST_WAIT * 2**attempt, _LONGEST_WAIT)
    return wait * random.uniform(0.75, 1.25)
