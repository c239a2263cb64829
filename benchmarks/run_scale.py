"""`scale`: 500 against 2,000 documents of 1,000 words, peak memory, and a second audit after one document changed."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from child import measure
from figures import Figure, at_most, table
from generate import Shared, generate
from places import Place, Text, classes_of, covers
from run_speed import change_one, write

SMALL, LARGE = 500, 2000


def run(shared: Path) -> str:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for count in (SMALL, LARGE):
            (root / str(count)).mkdir()
            write(root / str(count), count)
        small = measure(root / str(SMALL), root / "cache of the small one")
        large = measure(root / str(LARGE), root / "cache")
        change_one(root / str(LARGE))
        again = measure(root / str(LARGE), root / "cache")
    return table(
        "scale",
        [
            Figure(f"{SMALL:,} documents", f"{small['seconds']:.1f} s"),
            Figure(f"{LARGE:,} documents", f"{large['seconds']:.1f} s ({large['counts']['facts']:,} facts)"),
            at_most("growth of the time", large["seconds"] / small["seconds"], 4.6),
            at_most("peak memory", large["peak_bytes"] / 1e9, 2.0, "GB"),
            at_most("second audit, one document changed : first", again["seconds"] / large["seconds"], 0.1, digits=3),
            *_accuracy(large["conflicts"]),
        ],
    )


def _accuracy(conflicts: Sequence[Mapping[str, Any]]) -> list[Figure]:
    """What was found of the conflicts that were put in; the rest of what was flagged is false."""
    generated = generate(LARGE)
    texts = {name: Text(text) for name, text in generated.texts}
    groups = [classes_of(conflict, texts) for conflict in conflicts]
    matched, found = set[int](), 0
    planted = [key for key in generated.shared if key.conflicting]
    for key in planted:
        one, other = _places(key, texts)
        hits = {index for index, classes in enumerate(groups) if covers(classes, one, other)}
        matched |= hits
        found += bool(hits)
    return [
        Figure("planted conflicts found", f"{found} of {len(planted)}"),
        Figure("flagged beside them", str(len(groups) - len(matched))),
    ]


def _places(key: Shared, texts: Mapping[str, Text]) -> tuple[Place, Place]:
    one, other = ((name, texts[name].find(quote)[0]) for name, quote in zip(key.documents, key.quotes, strict=True))
    return one, other
