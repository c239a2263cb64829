"""Progress bars on stderr, for work that takes longer than a person waits without asking."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console

DELAY = 2.0  # seconds of silence before the bars appear


class _Count(MofNCompleteColumn):
    """Steps done of all; steps done, for a stage that does not know how many there are and does count."""

    def render(self, task: Task) -> Text:
        if task.total is not None:
            return super().render(task)
        return Text(f"{int(task.completed):,}" if task.completed else "")


class Bars:
    """A `corpus.progress.ProgressReporter` with one bar a stage. Nothing appears before `delay` seconds have passed.

    Use as a context manager; the bars vanish when it closes.
    """

    def __init__(self, console: Console, delay: float = DELAY) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), _Count(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True)
        self._timer = threading.Timer(delay, self._progress.start)
        self._timer.daemon = True
        self._current: TaskID | None = None

    def __enter__(self) -> Bars:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        self._timer.join()
        self._progress.stop()

    def stage(self, name: str, total: int | None) -> None:
        """Close the bar of the stage before and begin another."""
        if self._current is not None:
            self._progress.remove_task(self._current)
        self._current = self._progress.add_task(name, total=total)

    def update(self, done: int) -> None:
        """Move the bar of the current stage to `done` steps."""
        if self._current is not None:
            self._progress.update(self._current, completed=done)


@contextmanager
def shown(silent: bool) -> Iterator[Bars | None]:
    """Bars on a terminal; None where nobody would see them, or where the user wants none."""
    from rich.console import Console

    console = Console(stderr=True)
    if silent or not console.is_terminal:
        yield None
        return
    with Bars(console) as bars:
        yield bars


@contextmanager
def waiting(name: str, silent: bool) -> Iterator[None]:
    """One bar for work whose end nobody knows beforehand."""
    with shown(silent) as bars:
        if bars is not None:
            bars.stage(name, None)
        yield
