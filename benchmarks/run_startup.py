"""`startup`: how long a person waits before anything happens. Whole processes, interpreter included; median of five."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from figures import at_most, table

REPEATS = 5


def run(shared: Path) -> str:
    program = Path(sys.executable).with_name("consilience")
    return table(
        "startup",
        [
            at_most("import consilience", _median([sys.executable, "-c", "import consilience"]), 0.3, "s"),
            at_most("consilience --help", _median([str(program), "--help"]), 0.5, "s"),
        ],
    )


def _median(command: list[str]) -> float:
    """Seconds, after one run that fills the file cache."""
    return median([_seconds(command) for _ in range(REPEATS + 1)][1:])


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
