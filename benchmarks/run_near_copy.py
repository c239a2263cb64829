"""`near-copy`: every document of the corpora against a counterpart with 15 other values, and an unchanged copy."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from figures import Figure, at_least, table
from generate import generate
from near_copy import Outcome, near_copies

CHANGES = 15
RECALL = PRECISION = 0.95


def run(shared: Path, *, explain: bool = False) -> str:
    """`explain` lists what was missed and what was falsely flagged, with the share that was found of each kind."""
    with tempfile.TemporaryDirectory() as folder:
        groups = {"generated": _generated(Path(folder))}
        groups |= {docs.parent.name: docs for docs in sorted((shared / "corpora").glob("*/docs"))}
        outcomes = {name: _measured(docs, Path(folder) / f"work-{name}") for name, docs in groups.items()}
    figures = [figure for name, found in outcomes.items() for figure in _figures(name, found)]
    everything = [one for found in outcomes.values() for one in found]
    absent = (
        "" if len(groups) > 1 else f"\nOnly generated documents: there are no corpora below {shared} (--shared DIR).\n"
    )
    return table("near-copy", [*figures, *_totals(everything)]) + absent + (_explained(everything) if explain else "")


def _generated(folder: Path) -> Path:
    """Two generated documents of different kinds."""
    docs = folder / "generated"
    docs.mkdir()
    for name, text in generate(6, shared=0).texts[::3]:
        (docs / name).write_text(text, encoding="utf-8")
    return docs


def _measured(docs: Path, work: Path) -> list[Outcome]:
    work.mkdir()
    return list(near_copies(docs, work, CHANGES))


def _figures(name: str, outcomes: Sequence[Outcome]) -> list[Figure]:
    injected, found = sum(one.injected for one in outcomes), sum(one.found for one in outcomes)
    false, unchanged = sum(len(one.false) for one in outcomes), sum(len(one.unchanged) for one in outcomes)
    said = f"{found} of {injected} found, {false} false alarms, {unchanged} in unchanged copies"
    return [Figure(f"{name}, {len(outcomes)} documents", said)]


def _totals(outcomes: Sequence[Outcome]) -> list[Figure]:
    injected, flagged = sum(one.injected for one in outcomes), sum(one.flagged for one in outcomes)
    false, unchanged = sum(len(one.false) for one in outcomes), sum(len(one.unchanged) for one in outcomes)
    return [
        at_least("recall, all", sum(one.found for one in outcomes) / max(1, injected), RECALL, digits=3),
        at_least("precision, all", (flagged - false) / max(1, flagged), PRECISION, digits=3),
        Figure("flagged in unchanged copies", str(unchanged), "none", unchanged == 0),
    ]


def _explained(outcomes: Sequence[Outcome]) -> str:
    lines = []
    for one in outcomes:
        lines += [
            f"- {one.document}: missed {miss['type']} {miss['canonical']!r} -> {miss['injected']!r} in: "
            f"{' '.join(miss['assertions'][0]['quote'].split())}"
            for miss in one.missed
        ]
        lines += [f"- {one.document}: false alarm: {false['explanation']}" for false in one.false]
        lines += [f"- {one.document}: in an unchanged copy: {false['explanation']}" for false in one.unchanged]
    missed = Counter(miss["type"] for one in outcomes for miss in one.missed)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(missed.items()))
    return "\n".join(["", f"Missed by kind: {kinds or 'none'}.", "", *lines, ""])
