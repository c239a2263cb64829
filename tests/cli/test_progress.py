"""Progress bars: nothing at first, one bar a stage later, nothing left behind."""

from __future__ import annotations

import io

from rich.console import Console

from consilience.cli.progress import Bars
from consilience.corpus.progress import ProgressReporter


def shown(delay: float, wait: bool) -> str:
    """What a terminal receives while two stages run."""
    stream = io.StringIO()
    with Bars(Console(file=stream, force_terminal=True, width=80), delay=delay) as bars:
        reporter: ProgressReporter = bars
        reporter.stage("Reading", 10)
        if wait:
            bars._timer.join()
        reporter.update(4)
        reporter.stage("Matching", None)
        reporter.update(1)
    return stream.getvalue()


def test_quick_work_shows_nothing() -> None:
    """Before the delay has passed, the terminal is left alone."""
    assert shown(delay=60.0, wait=False) == ""


def test_slow_work_shows_its_stage() -> None:
    """After the delay, the stage under way is named."""
    assert "Matching" in shown(delay=0.0, wait=True)


def test_work_of_unknown_length_is_counted() -> None:
    """A log is read as it comes: how many records are done is shown, without saying of how many."""
    stream = io.StringIO()
    with Bars(Console(file=stream, force_terminal=True, width=80), delay=0.0) as bars:
        bars._timer.join()
        bars.stage("Judging", None)
        bars.update(1_234)
    assert "1,234" in stream.getvalue() and "1,234/" not in stream.getvalue()
