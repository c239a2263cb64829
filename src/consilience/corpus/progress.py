"""How far a run is: what a front end has to offer to be told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class ProgressReporter(Protocol):
    """Told of every stage in turn. Called from one thread at a time; must not raise.

    A front end decides whether anything is shown (the command line: only after two seconds, on a terminal, without
    `--quiet`).
    """

    def stage(self, name: str, total: int | None) -> None:
        """A stage begins, named in words for a reader; `total` steps, or None where the number is not known."""
        ...

    def update(self, done: int) -> None:
        """So many steps of the current stage are done, counted from its beginning."""
        ...


class Silent:
    """Tells nobody."""

    def stage(self, name: str, total: int | None) -> None:
        return None

    def update(self, done: int) -> None:
        return None


class Stopwatch:
    """Times the stages of a run and tells the reporter of each."""

    def __init__(self, reporter: ProgressReporter) -> None:
        self.reporter = reporter
        self._began = time.perf_counter()
        self._stages: list[tuple[str, float]] = []

    @contextmanager
    def stage(self, name: str, total: int | None = None) -> Iterator[None]:
        """One stage: its name in words becomes a key of the timings ("Matching" -> "matching")."""
        self.reporter.stage(name, total)
        began = time.perf_counter()
        yield
        self._stages.append((name.lower().replace(" ", "_"), _seconds(began)))

    def timings(self) -> tuple[tuple[str, float], ...]:
        """Seconds of every stage and of the run so far."""
        return (*self._stages, ("total", _seconds(self._began)))


def _seconds(began: float) -> float:
    return round(time.perf_counter() - began, 3)
