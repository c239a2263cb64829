"""Print the figures of docs/benchmarks.md: `python benchmarks/bench.py all|NAME... [--shared DIR] [--explain]`.

Writes nothing but stdout. A benchmark that fails says so and the others go on; the exit code is then 1. A missed target
is no failure: it is printed as MISS.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import run_answers
import run_cases
import run_corpora
import run_families
import run_indexing
import run_judge_speed
import run_latency
import run_near_copy
import run_pairs
import run_quality
import run_retrieval
import run_scale
import run_speed
import run_startup
import run_study
import run_support

BENCHMARKS: dict[str, Callable[[Path], str]] = {
    "startup": run_startup.run,
    "near-copy": run_near_copy.run,
    "corpora": run_corpora.run,
    "pairs": run_pairs.run,
    "families": run_families.run,
    "quality": run_quality.run,
    "retrieval": run_retrieval.run,
    "support": run_support.run,
    "answers": run_answers.run,
    "cases": run_cases.run,
    "study": run_study.run,
    "judge-speed": run_judge_speed.run,
    "speed": run_speed.run,
    "scale": run_scale.run,
    "latency": run_latency.run,
    "indexing": run_indexing.run,
}
SHARED = Path(__file__).parents[2] / "shared"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Print measured figures beside their targets.")
    parser.add_argument(
        "names", nargs="+", choices=["all", *BENCHMARKS], metavar="all|NAME", help=", ".join(BENCHMARKS)
    )
    parser.add_argument(
        "--shared", type=Path, default=SHARED, help="folder with corpora/ and tools/ (default: %(default)s)"
    )
    parser.add_argument("--explain", action="store_true", help="near-copy, pairs, retrieval: list what was missed")
    chosen = parser.parse_args(arguments)
    names = list(BENCHMARKS) if "all" in chosen.names else chosen.names
    work = BENCHMARKS | {
        "near-copy": partial(run_near_copy.run, explain=chosen.explain),
        "pairs": partial(run_pairs.run, explain=chosen.explain),
        "retrieval": partial(run_retrieval.run, explain=chosen.explain),
        "answers": partial(run_answers.run, explain=chosen.explain),
    }
    return max([_printed(name, work[name], chosen.shared) for name in names])


def _printed(name: str, work: Callable[[Path], str], shared: Path) -> int:
    try:
        print(work(shared), flush=True)
    except subprocess.CalledProcessError as error:
        print(f"## {name}\n\nFailed: {Path(error.cmd[0]).name} ended with code {error.returncode}.\n", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
