"""The parts of a comparison on a terminal: plain lines, titles, and lists of which the first are shown."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from consilience.report.terminal import clean

SHOWN = 5  # of each list; --json has them all


class Page:
    """Prints the parts; holds the console, nothing else."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def clean(self, text: object) -> str:
        return clean(str(text), self.console.encoding)

    def say(self, *parts: Text | Table | Padding) -> None:
        for part in parts:
            self.console.print(part, highlight=False, markup=False, emoji=False)

    def title(self, text: str) -> None:
        self.say(Text(), Text(text, "bold"))

    def items(self, head: str, lines: Sequence[str], total: int | None = None) -> None:
        """A list with its first lines and how many more there are; nothing for an empty one."""
        count = len(lines) if total is None else total
        if not count:
            return
        self.say(Text(self.clean(f"{head} ({count:,})")))
        for line in lines[:SHOWN]:
            self.say(Padding(Text(self.clean(line)), (0, 0, 0, 2), expand=False))
        if count > SHOWN:
            self.say(Padding(Text(f"and {count - SHOWN:,} more", "dim"), (0, 0, 0, 2), expand=False))


def signed(value: float | None, places: int = 3) -> str:
    """A difference, with its sign."""
    return "n/a" if value is None else f"{value:+.{places}f}"


def figure(value: float | None, places: int = 3) -> str:
    """A score."""
    return "n/a" if value is None else f"{value:.{places}f}"


def chance(p: float | None) -> str:
    """A p value."""
    return "n/a" if p is None else "<.001" if p < 0.001 else f"{p:.3f}"
