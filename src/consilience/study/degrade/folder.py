"""`consilience degrade`: documents in, degraded copies and their ground truth out."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from consilience.corpus.progress import ProgressReporter, Silent
from consilience.settings import ReadSettings
from consilience.study import folder
from consilience.study.degrade.apply import Change, Degraded, degrade_document, names_of
from consilience.study.material import Collection, Material, collect

SCHEMA = "consilience/degraded/1"


def degrade_folder(
    paths: Sequence[Path],
    out: Path,
    *,
    operators: Sequence[str],
    strength: float,
    seed: int = 0,
    force: bool = False,
    settings: ReadSettings | None = None,
    progress: ProgressReporter | None = None,
) -> dict[str, Any]:
    """Write a degraded copy of every document below `paths` into `out` and return the content of its truth.json.

    Raises StudyError and SourceError for what a user can do wrong; nothing is written then.
    """
    reporter, names = progress or Silent(), names_of(operators)
    folder.check(out, paths, force=force)
    reporter.stage("Reading", None)
    given = collect(paths, settings or ReadSettings(), reporter.update)
    reporter.stage("Degrading", len(given.materials))
    copies = []
    for number, material in enumerate(given.materials, 1):
        copies.append((material, degrade_document(material.document, names, strength, seed)))
        reporter.update(number)
    truth = _truth(given, copies, names, strength, seed)
    folder.write(out, {one.name: copy.text.encode("utf-8", "replace") for one, copy in copies}, truth)
    return truth


def _truth(
    given: Collection, copies: Sequence[tuple[Material, Degraded]], names: Sequence[str], strength: float, seed: int
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "version": version("consilience"),
        "seed": seed,
        "strength": strength,
        "operators": list(names),
        "documents": [_document(material, copy) for material, copy in copies],
        "quality": {
            material.name: {"degraded": bool(copy.changes), "operators": list(copy.operators)}
            for material, copy in copies
        },
        "skipped": [{"path": one.path, "reason": one.reason} for one in given.skipped],
    }


def _document(material: Material, copy: Degraded) -> dict[str, Any]:
    return {
        "id": material.name,
        "source": material.original.id,
        "in_place": material.in_place,
        "operators": list(copy.operators),
        "changes": [_change(change) for change in copy.changes],
    }


def _change(change: Change) -> dict[str, Any]:
    (start, end), (new_start, new_end) = change.before, change.after
    return {
        "operator": change.operator,
        "before": {"start": start, "end": end, "text": change.old},
        "after": {"start": new_start, "end": new_end, "text": change.new},
    }
