"""Several pieces of work that wait for a model wait together; the order of what comes back is that of what went in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

_AHEAD = 2  # items a thread that may be read ahead: one slow piece of work must not hold up all threads


def abreast(work: Callable[[Item], Done], items: Iterable[Item], threads: int) -> Iterator[Done]:
    """`work` of each item, in their order, up to `threads` of them at once; few are read ahead of what is taken.

    What `work` raises goes through; work that has not begun by then is not done.
    """
    if threads < 2:
        yield from map(work, items)
        return
    waiting: deque[Future[Done]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= threads * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
