"""`consilience inject`: documents in, the documents and their conflicting counterparts out, with ground truth.

The truth has the form of the audit corpora (a list of conflicts, each with the assertions that disagree), so that the
same scorer reads both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.progress import ProgressReporter, Silent
from consilience.model import Document, Fact
from consilience.settings import ReadSettings
from consilience.study import folder
from consilience.study.errors import StudyError
from consilience.study.inject.document import Change, Injected, inject_document
from consilience.study.inject.people import People
from consilience.study.material import Collection, Material, collect
from consilience.text import statements

SCHEMA = "consilience/injected/1"
_MARK = "-injected"


@dataclass(frozen=True, slots=True)
class _Copy:
    material: Material
    name: str  # of the counterpart
    injected: Injected


def inject_folder(
    paths: Sequence[Path],
    out: Path,
    *,
    changes: int,
    seed: int = 0,
    only_counterparts: bool = False,
    force: bool = False,
    settings: ReadSettings | None = None,
    progress: ProgressReporter | None = None,
) -> dict[str, Any]:
    """Write the documents below `paths` and a counterpart of each into `out`; returns the content of its truth.json.

    Raises StudyError and SourceError for what a user can do wrong, or when no document holds a value that can be
    changed; nothing is written then.
    """
    reporter = progress or Silent()
    folder.check(out, paths, force=force)
    reporter.stage("Reading", None)
    given = collect(paths, settings or ReadSettings(), reporter.update)
    copies = _copies(given, changes, seed, reporter)
    if not any(copy.injected.changes for copy in copies):
        raise StudyError(f"No value can be changed in {', '.join(map(str, paths))}; nothing is written.")
    truth = _truth(given, copies, changes, seed, only_counterparts=only_counterparts)
    files = {copy.name: copy.injected.text.encode("utf-8", "replace") for copy in copies if copy.injected.changes}
    if not only_counterparts:
        files |= {copy.material.original.id: copy.material.data for copy in copies}
    folder.write(out, files, truth)
    return truth


def _copies(given: Collection, changes: int, seed: int, reporter: ProgressReporter) -> list[_Copy]:
    reporter.stage("Reading facts", len(given.materials))
    extract = EmbeddedFacts().extract
    facts: dict[str, Sequence[Fact]] = {}
    for number, material in enumerate(given.materials, 1):
        facts[material.name] = extract(material.document)
        reporter.update(number)
    documents = [material.document for material in given.materials]
    people, names = People.of(documents, facts), _names(given)
    reporter.stage("Injecting", len(given.materials))
    copies = []
    for number, material in enumerate(given.materials, 1):
        injected = inject_document(material.document, changes, seed, facts=facts[material.name], people=people)
        copies.append(_Copy(material, names[material.name], injected))
        reporter.update(number)
    return copies


def _names(given: Collection) -> Mapping[str, str]:
    """Name of each counterpart: "rules-injected.md", with a number where a document has that name already."""
    taken = {one.original.id for one in given.materials}
    names: dict[str, str] = {}
    for material in given.materials:
        path = PurePosixPath(material.name)
        number = 1
        while (name := str(path.with_name(f"{path.stem}{_MARK}{number if number > 1 else ''}{path.suffix}"))) in taken:
            number += 1
        taken.add(name)
        names[material.name] = name
    return names


def _truth(
    given: Collection, copies: Sequence[_Copy], asked: int, seed: int, *, only_counterparts: bool
) -> dict[str, Any]:
    made = [(copy, change) for copy in copies for change in copy.injected.changes]
    written = [copy for copy in copies if copy.injected.changes]
    names = [copy.name for copy in written]
    if not only_counterparts:
        names = sorted([*names, *(copy.material.original.id for copy in copies)])
    return {
        "schema": SCHEMA,
        "version": version("consilience"),
        "seed": seed,
        "changes": asked,
        "corpus": "injected",
        "language": sorted({copy.material.document.language for copy in copies}),
        "documents": [_document(copy, asked) for copy in copies],
        "conflicts": [_conflict(f"I{number:03d}", copy, change) for number, (copy, change) in enumerate(made, 1)],
        "agreements": [],
        "near_misses": [],
        "reference_facts": [],
        "quality": {name: {"degraded": False, "operators": []} for name in names},
        "queries": [],
        "skipped": [{"path": one.path, "reason": one.reason} for one in given.skipped],
    }


def _document(copy: _Copy, asked: int) -> dict[str, Any]:
    return {
        "id": copy.name if copy.injected.changes else None,
        "source": copy.material.original.id,
        "in_place": copy.material.in_place,
        "asked": asked,
        "made": len(copy.injected.changes),
    }


def _conflict(identity: str, copy: _Copy, change: Change) -> dict[str, Any]:
    """One key: its canonical and its injected value, and who asserts which, with places in the extracted texts."""
    original = copy.material.original.text
    rendered = copy.material.rendered
    value = rendered.original(*change.original)
    statement = _statement(copy.material.original, value)
    return {
        "id": identity,
        "entity": change.entity,
        "relation": change.relation,
        "type": change.kind,
        "canonical": change.old,
        "injected": change.new,
        "assertions": [
            _assertion(copy.material.original.id, original[slice(*statement)], change.old, statement, value),
            _assertion(copy.name, change.new_quote, change.new, change.new_statement, change.copy),
        ],
    }


def _statement(document: Document, value: tuple[int, int]) -> tuple[int, int]:
    """The statement of a document in which a value stands, as an audit would quote it."""
    for said in statements(document):
        if said.start <= value[0] and value[1] <= said.end:
            return said.start, said.end
    return value


def _assertion(doc: str, quote: str, value: str, statement: tuple[int, int], place: tuple[int, int]) -> dict[str, Any]:
    return {
        "doc": doc,
        "start": statement[0],
        "end": statement[1],
        "quote": quote,
        "value": value,
        "value_start": place[0],
        "value_end": place[1],
    }
