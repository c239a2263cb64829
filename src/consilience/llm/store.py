"""Replies and spending on disk: one SQLite file, safe for several threads and processes at once.

A reply is found by the content of its request, so that a run that was killed does not pay twice. The ledger reserves a
call before it is sent: a ceiling holds however many calls are on their way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from consilience.llm.errors import CeilingReached
from consilience.llm.spending import Spending
from consilience.operators import OperatorError

_FILE = "llm.sqlite3"
_WAIT = 60.0  # seconds that a writer waits for another
_NOTHING_LOST = "Nothing is lost: run it again with a higher ceiling, and the replies so far are used again."
_SPENT = "calls, reused, failed, saved, repaired, dropped, input_tokens, output_tokens"
_NOTED = ("reused", "failed", "saved", "repaired", "dropped")
_TABLES = """
CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger (
  run TEXT PRIMARY KEY, calls INTEGER NOT NULL DEFAULT 0, reused INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0, saved INTEGER NOT NULL DEFAULT 0, repaired INTEGER NOT NULL DEFAULT 0,
  dropped INTEGER NOT NULL DEFAULT 0, input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0,
  cost REAL NOT NULL DEFAULT 0, unpriced INTEGER NOT NULL DEFAULT 0, reserved REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Store:
    """The file in a folder; every method opens it, does one thing and closes it."""

    folder: Path

    def reply(self, key: str) -> str | None:
        """The reply that was kept for a request; None when there is none."""
        if not (self.folder / _FILE).exists():
            return None
        with self._open() as file:
            row = file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def keep(self, key: str, reply: str) -> None:
        with self._open() as file:
            file.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, reply))

    def forget(self, keys: Iterable[str]) -> None:
        """Replies that could not be used must not be taken again by the next run."""
        with self._open() as file:
            file.executemany("DELETE FROM replies WHERE key = ?", [(key,) for key in keys])

    def reserve(self, run: str, cost: float, max_calls: int | None, max_cost: float | None) -> None:
        """Room for one more call that may cost up to `cost`. Raises CeilingReached when there is none."""
        with self._open() as file:
            file.execute("INSERT OR IGNORE INTO ledger (run) VALUES (?)", (run,))
            calls, spent = file.execute("SELECT calls, cost + reserved FROM ledger WHERE run = ?", (run,)).fetchone()
            if max_calls is not None and calls >= max_calls:
                raise CeilingReached(f"The ceiling of {max_calls} calls (--max-calls) is reached. {_NOTHING_LOST}")
            if max_cost is not None and spent + cost > max_cost:
                raise CeilingReached(
                    f"After {calls} calls the next one could pass the ceiling of ${max_cost:g} (--max-cost). "
                    + _NOTHING_LOST
                )
            file.execute("UPDATE ledger SET calls = calls + 1, reserved = reserved + ? WHERE run = ?", (cost, run))

    def settle(self, run: str, reserved: float, cost: float | None, input_tokens: int, output_tokens: int) -> None:
        """What a reserved call came to. `cost` is None where nobody knows the price."""
        with self._open() as file:
            file.execute(
                "UPDATE ledger SET reserved = max(0, reserved - ?), cost = cost + ?, unpriced = unpriced + ?, "
                "input_tokens = input_tokens + ?, output_tokens = output_tokens + ? WHERE run = ?",
                (reserved, cost or 0.0, int(cost is None), input_tokens, output_tokens, run),
            )

    def suppose(self, run: str, calls: int, cost: float | None, input_tokens: int, output_tokens: int) -> None:
        """Count calls that are not made, for an estimate."""
        with self._open() as file:
            file.execute("INSERT OR IGNORE INTO ledger (run) VALUES (?)", (run,))
            file.execute("UPDATE ledger SET calls = calls + ? WHERE run = ?", (calls, run))
        self.settle(run, 0.0, cost, input_tokens, output_tokens)

    def note(self, run: str, **counts: int) -> None:
        """Count what costs nothing: `reused`, `failed`, `saved`, `repaired`, `dropped` (see Spending)."""
        wanted = {name: counts.pop(name, 0) for name in _NOTED}
        assert not counts, f"not counted: {sorted(counts)}"
        if not any(wanted.values()):
            return
        added = ", ".join(f"{name} = {name} + :{name}" for name in _NOTED)
        with self._open() as file:
            file.execute("INSERT OR IGNORE INTO ledger (run) VALUES (?)", (run,))
            file.execute(f"UPDATE ledger SET {added} WHERE run = :run", {"run": run, **wanted})  # noqa: S608

    def spending(self, run: str) -> Spending:
        """All that the run has spent so far."""
        if not (self.folder / _FILE).exists():
            return Spending(cost=0.0)
        with self._open() as file:
            row = file.execute(f"SELECT {_SPENT}, cost, unpriced FROM ledger WHERE run = ?", (run,)).fetchone()  # noqa: S608
        if row is None:
            return Spending(cost=0.0)
        counts = dict(zip(_SPENT.split(", "), row, strict=False))
        return Spending(**counts, cost=None if row[-1] else float(row[-2]))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The file in one transaction that begins by locking: what is read in it is still true when it writes."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = sqlite3.connect(self.folder / _FILE, timeout=_WAIT, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise OperatorError(f"The replies of models cannot be kept in {self.folder}: {error}.") from error
        try:
            file.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + _TABLES)
            file.execute("BEGIN IMMEDIATE")
            yield file
            file.execute("COMMIT")
        except sqlite3.Error as error:
            raise OperatorError(
                f"The kept replies of models in {self.folder / _FILE} cannot be used: {error}. Delete that file."
            ) from error
        finally:
            file.close()
