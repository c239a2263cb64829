"""One audit in a process of its own: `child.py FOLDER [--cache DIR]` prints seconds, peak memory and counts as JSON.

A process of its own because peak memory is kept per process, and because a second audit must find nothing in memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def measure(folder: Path, cache: Path | None = None) -> dict[str, Any]:
    """Audit `folder` in a new process; seconds, peak_bytes, documents, flagged. Raises when the audit fails."""
    command = [sys.executable, __file__, str(folder), *(["--cache", str(cache)] if cache else [])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path)
    chosen = parser.parse_args()

    from consilience import audit
    from consilience.settings import RunSettings, Settings

    run = RunSettings(cache=chosen.cache is not None, cache_dir=str(chosen.cache or ""))
    start = time.perf_counter()
    result = audit(chosen.folder, settings=Settings(run=run)).to_dict()
    seconds = time.perf_counter() - start
    # Kilobytes on Linux; children count too, should a part of the plan run in them.
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) * 1024
    counts = result["counts"]
    print(json.dumps({"seconds": seconds, "peak_bytes": peak, "counts": counts, "conflicts": result["conflicts"]}))


if __name__ == "__main__":
    main()
