"""The controlled study of the paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from consilience.api.inputs import PathLike
from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.corpus.progress import ProgressReporter


def study(
    *,
    out: PathLike,
    seed: int = 0,
    settings: Settings | None = None,
    again: bool = False,
    progress: ProgressReporter | None = None,
) -> dict[str, Any]:
    """The controlled experiment, as `consilience study run` does it; gives the content of study.json.

    `out` names the folder for the corpora, their run folders and the records; what an earlier study finished there is
    not done again, unless `again` says so. Raises `consilience.study.errors.StudyError` where `out` cannot be used, and
    what `audit`, `index` and `evaluate` raise.
    """
    from consilience.report import writer
    from consilience.study.run import run_study

    return run_study(Path(out), settings or Settings(), writer, seed=seed, again=again, progress=progress)


def study_report(run: PathLike) -> dict[str, Any]:
    """What a finished study found: the tables and the figure of the paper, its figures beside those of the run, tests
    and claims, as `consilience study report` shows them (schema consilience/study-report/1).

    Raises `consilience.study.errors.StudyError` where `run` holds no finished study.
    """
    from consilience.study.results.report import study_report as report

    return report(Path(run))
