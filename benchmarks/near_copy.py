"""Documents and their conflict-injected counterparts, audited pair by pair: what was found, missed and falsely flagged.

The counterparts are those of `consilience inject`; its truth.json says where the two values of every key stand. Values
are chosen with the package's own facts, so these figures measure matching and deciding and not extraction.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consilience import audit
from consilience.settings import RunSettings, Settings
from consilience.study.inject.folder import inject_folder


@dataclass(frozen=True)
class Outcome:
    """One document against its counterpart and against an unchanged copy; `missed` are conflicts of the truth."""

    document: str
    injected: int
    missed: tuple[Mapping[str, Any], ...]
    flagged: int
    false: tuple[Mapping[str, Any], ...]
    unchanged: tuple[Mapping[str, Any], ...]

    @property
    def found(self) -> int:
        return self.injected - len(self.missed)


def near_copies(docs: Path, work: Path, changes: int, seed: int = 0) -> Iterator[Outcome]:
    """One outcome per document below `docs` that has a counterpart; `work` is an empty folder."""
    truth = inject_folder([docs], work / "injected", changes=changes, seed=seed)
    for document in truth["documents"]:
        if document["made"]:
            conflicts = [one for one in truth["conflicts"] if one["assertions"][1]["doc"] == document["id"]]
            yield _outcome(work, document, conflicts)


def _outcome(work: Path, document: Mapping[str, Any], conflicts: Sequence[Mapping[str, Any]]) -> Outcome:
    given = work / "injected" / "docs"
    original, copy = document["source"], document["id"]
    found = _audit(work / "pair", {original: given / original, copy: given / copy})
    hits = [[index for index, one in enumerate(found) if covers(one, truth)] for truth in conflicts]
    matching = {index for places in hits for index in places}
    twin = f"unchanged-{Path(original).name}"
    return Outcome(
        document=original,
        injected=len(conflicts),
        missed=tuple(truth for truth, places in zip(conflicts, hits, strict=True) if not places),
        flagged=len(found),
        false=tuple(one for index, one in enumerate(found) if index not in matching),
        unchanged=tuple(_audit(work / "pair", {original: given / original, twin: given / original})),
    )


def covers(conflict: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
    """Whether the two assertions of the truth lie in two different value classes of a conflict of audit.json."""
    one, other = (
        {index for index, said in _places(conflict) if _overlap(said, place)} for place in truth["assertions"]
    )
    return any(a != b for a in one for b in other)


def _places(conflict: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    return [(index, said) for index, value in enumerate(conflict["values"]) for said in value["assertions"]]


def _overlap(said: Mapping[str, Any], place: Mapping[str, Any]) -> bool:
    return bool(said["doc"] == place["doc"] and said["start"] < place["end"] and place["start"] < said["end"])


def _audit(folder: Path, files: Mapping[str, Path]) -> list[Mapping[str, Any]]:
    """The conflicts among copies of the files under the given names."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, path in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)
    return list(audit(folder, settings=Settings(run=RunSettings(cache=False))).to_dict()["conflicts"])
