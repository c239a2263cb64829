"""Old versions of a Lance table: kept while a reader may have them open, removed after.

Lance removes versions by their age, of which the one a reader opened says nothing: the version that was committed a
month ago is open until a new one is. So a committed version counts as needed until a later one has stood for `READING`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

READING = timedelta(hours=1)  # how long a reader may take with a version that is no longer the committed one
_WASTE, _LITTLE = 2.0, 64 * 1024 * 1024  # bytes on disk to bytes of data, above which files are put in order; or less


def needed(table: Any, heads: Sequence[int]) -> tuple[int, ...]:
    """Of the versions committed so far, oldest first, those that a reader may have open; the last one always is."""
    made = _made(table)
    known = [version for version in heads if version in made]
    limit = datetime.now() - READING
    return tuple(one for one, after in zip(known, [*known[1:], None], strict=True) if not after or made[after] > limit)


def prune(table: Any, heads: Sequence[int]) -> None:
    """Remove what only versions before the oldest of `heads` need. Call it when files and indexes are in order, since
    Lance puts them in order by the way.
    """
    oldest = min(made for version, made in _made(table).items() if version in heads)
    age = max(datetime.now() - oldest, timedelta())  # clocks are put back
    table.optimize(cleanup_older_than=age + timedelta(seconds=1))


def wasteful(table: Any, folder: Path) -> bool:
    """Whether the folder holds far more than the data of the newest version."""
    used = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return used > max(_LITTLE, _WASTE * int(table.stats()["total_bytes"]))


def _made(table: Any) -> dict[int, datetime]:
    return {one["version"]: one["timestamp"] for one in table.list_versions()}
