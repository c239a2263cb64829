"""The benchmarks are scripts beside the package: their folder goes on the path, as when they are run."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
