"""How far a run is: what a front end has to offer to be told."""

from __future__ import annotations

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
