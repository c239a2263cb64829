"""What callers give: paths, questions, and the run folder of an audit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from consilience.answer.trace import Known
    from consilience.corpus.progress import ProgressReporter
    from consilience.retrieval.queries import Query

PathLike = str | os.PathLike[str]


def listed(paths: PathLike | Iterable[PathLike]) -> list[Path]:
    return [Path(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)]


def listed_queries(
    queries: PathLike | Iterable[Mapping[str, Any]], progress: ProgressReporter | None
) -> Sequence[Query]:
    """The queries of a file, or of mappings, of which `progress` is told how many there are."""
    from consilience.retrieval.queries import read_queries, to_queries

    asked = read_queries(Path(queries)) if isinstance(queries, str | os.PathLike) else to_queries(queries)
    if progress is not None:
        progress.stage("Asking", len(asked))
    return asked


def counted(lines: Iterator[dict[str, Any]], progress: ProgressReporter | None) -> Iterator[dict[str, Any]]:
    """The lines, of each of which `progress` is told when it is taken."""
    for done, line in enumerate(lines, 1):
        yield line
        if progress is not None:
            progress.update(done)


def audit_in(out: PathLike | None) -> Path | None:
    """The run folder, where an audit lies in it already."""
    return Path(out) if out is not None and (Path(out) / "audit.json").is_file() else None


def known_by_place(run: PathLike | None) -> Known:
    """The conflicts of the audit in a run folder, by where their statements stand."""
    from consilience.answer.trace import Known

    return Known.of(conflicts_of(run))


def conflicts_of(run: PathLike | None) -> Sequence[Mapping[str, Any]]:
    from consilience.report.writer import load_run

    found: Sequence[Mapping[str, Any]] = () if run is None else load_run(Path(run))["conflicts"]
    return found
