"""`near-copy`: a document against a copy with 15 changed values, and against an unchanged copy."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from figures import Figure, table
from generate import generate
from near_copy import NearCopy, near_copy
from places import Text, classes_of, covers

CHANGES = 15
FOUND, ORIGINAL, COPY = 14, "original.md", "copy.md"
DOCUMENTS = (
    "airline/docs/handling_agreement.md",
    "gxp/docs/supplier_agreement.md",
    "handbook/docs/hr_handbook.md",
    "plant/docs/operating_manual.md",
    "telecom/docs/tariff_sheet.md",
    "university/docs/admission_regulations.md",
    "warehouse/docs/carrier_contract.md",
)


def run(shared: Path, *, explain: bool = False) -> str:
    """`explain` lists what was missed and what was falsely flagged."""
    texts = dict(generate(6, shared=0).texts[::3])
    given = {name: shared / "corpora" / name for name in DOCUMENTS}
    texts |= {name: path.read_text("utf-8") for name, path in given.items() if path.is_file()}
    figures, notes = list[Figure](), list[str]()
    for name, text in texts.items():
        changed, said = _changed(name, near_copy(text, CHANGES), text)
        figures += [*changed, _unchanged(name, text)]
        notes += said
    absent = (
        "" if len(texts) > 2 else f"\nOnly generated documents: there are no corpora below {shared} (--shared DIR).\n"
    )
    return table("near-copy", figures) + absent + ("\n".join(notes) + "\n" if explain else "")


def _changed(name: str, copy: NearCopy, text: str) -> tuple[list[Figure], list[str]]:
    texts = {ORIGINAL: Text(text), COPY: Text(copy.text)}
    conflicts = _conflicts(text, copy.text)
    groups = [classes_of(conflict, texts) for conflict in conflicts]
    matched, missed = set[int](), list[str]()
    for change in copy.changes:
        places = (ORIGINAL, texts[ORIGINAL].span(*change.original)), (COPY, texts[COPY].span(*change.copy))
        hits = {index for index, classes in enumerate(groups) if covers(classes, *places)}
        matched |= hits
        if not hits:
            missed.append(f"- {name}: missed {change.kind} {change.old!r} -> {change.new!r} in: {change.old_quote}")
    false = [conflicts[index] for index in range(len(groups)) if index not in matched]
    found = len(copy.changes) - len(missed)
    figures = [
        Figure(f"{name}: found", f"{found} of {CHANGES}", f"at least {FOUND}", found >= FOUND),
        Figure(f"{name}: false alarms", str(len(false)), "none", not false),
    ]
    return figures, missed + [f"- {name}: false alarm: {conflict['explanation']}" for conflict in false]


def _unchanged(name: str, text: str) -> Figure:
    flagged = len(_conflicts(text, text))
    return Figure(f"{name}: flagged in an unchanged copy", str(flagged), "none", flagged == 0)


def _conflicts(original: str, copy: str) -> list[dict[str, Any]]:
    from consilience import audit
    from consilience.settings import RunSettings, Settings

    with tempfile.TemporaryDirectory() as folder:
        for name, text in ((ORIGINAL, original), (COPY, copy)):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        result = audit(folder, settings=Settings(run=RunSettings(cache=False)))
    conflicts: list[dict[str, Any]] = result.to_dict()["conflicts"]
    return conflicts
