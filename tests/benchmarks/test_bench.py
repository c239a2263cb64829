"""The command that prints the figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from figures import Figure, at_least, at_most, table


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (at_most("a", 2.0, 2.0), "PASS"),
        (at_most("a", 2.001, 2.0), "MISS"),
        (at_least("a", 0.5, 0.5), "PASS"),
        (at_least("a", 0.49, 0.5), "MISS"),
        (Figure("a", "1"), ""),
    ],
)
def test_a_figure_says_whether_its_target_is_met(figure: Figure, verdict: str) -> None:
    """The target itself is met; a figure without a target has no verdict."""
    assert figure.verdict == verdict
    assert table("t", [figure]).splitlines()[-1].split("|")[4].strip() == verdict


def test_absent_corpora_are_skipped_with_a_sentence(repository: Path, tmp_path: Path) -> None:
    """Where the shared corpora are not there, `corpora` says so and is no failure."""
    command = [sys.executable, str(repository / "benchmarks" / "bench.py"), "corpora", "--shared", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"Skipped: there are no audit corpora below {tmp_path}" in done.stdout


def test_an_unknown_benchmark_is_refused(repository: Path) -> None:
    """A name that there is not is wrong usage."""
    command = [sys.executable, str(repository / "benchmarks" / "bench.py"), "nothing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "invalid choice" in done.stderr
