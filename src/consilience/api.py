"""The Python interface: the same flow as the command line, without the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.corpus.audit import AuditResult
    from consilience.corpus.progress import ProgressReporter

PathLike = str | os.PathLike[str]


def audit(
    paths: PathLike | Iterable[PathLike],
    *,
    out: PathLike | None = None,
    settings: Settings | None = None,
    progress: ProgressReporter | None = None,
) -> AuditResult:
    """Audit files and folders (level 1: document quality, facts, conflicts, scores).

    `paths` is one path or several. `out` names the run folder to write; None writes nothing. `settings` default to
    those of the package; the environment is read only by `consilience.settings.resolve`. The result has `to_dict()`
    (the content of audit.json) and `facts()` (the rows of facts.jsonl).

    Raises `consilience.sources.SourceError` when a path does not exist or nothing could be read,
    `consilience.operators.OperatorError` when an operator is unknown or not installed, and
    `consilience.report.writer.RunError` when `out` cannot be written.
    """
    from consilience.corpus.audit import run_audit
    from consilience.report.writer import RunError, write_run

    if out is not None and Path(out).exists() and not Path(out).is_dir():
        raise RunError(f"The run cannot be written to {out}: it is a file, not a folder.")
    given: Sequence[PathLike] = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    result = run_audit([Path(path) for path in given], settings or Settings(), progress=progress)
    if out is not None:
        write_run(Path(out), result.to_dict(), result.facts())
    return result
