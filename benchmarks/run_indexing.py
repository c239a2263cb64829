"""`indexing`: 200,000 chunks into a knowledge base: peak memory, ten runs with one document changed, bytes on disk."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from child_index import measure
from figures import Figure, at_least, at_most, table
from run_speed import write

DOCUMENTS, WORDS = 3_100, 20  # short chunks, so that fewer documents have to be read for as many of them
CHUNKS, AGAIN = 200_000, 10


def run(shared: Path) -> str:
    with tempfile.TemporaryDirectory() as name:
        docs, kb = Path(name) / "docs", Path(name) / "kb"
        docs.mkdir()
        write(docs, DOCUMENTS)
        first = measure(docs, kb, WORDS)
        size = _bytes(kb)
        later = []
        for number in range(AGAIN):
            _change(docs, number)
            later.append(measure(docs, kb, WORDS))
        grown = _bytes(kb)
    return table(
        "indexing",
        [
            at_least("chunks", first["chunks"], CHUNKS, digits=0),
            at_most("peak memory", first["peak_bytes"] / 1e9, 2.0, "GB"),
            Figure("first run, with a stand-in for the encoder", f"{first['seconds']:.1f} s"),
            at_most(
                "one document changed : first run", median(one["seconds"] for one in later) / first["seconds"], 0.5
            ),
            Figure("chunks embedded then (median)", f"{median(one['embedded'] for one in later):.0f}"),
            Figure("on disk", f"{size / 1e6:,.0f} MB"),
            at_most(f"on disk after {AGAIN} more runs : before", grown / size, 1.5),
        ],
    )


def _change(docs: Path, number: int) -> None:
    """Another sentence at the end of one document."""
    path = sorted(docs.iterdir())[number]
    path.write_text(path.read_text("utf-8") + f"\nRevision {number} was approved by the board.\n", encoding="utf-8")


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
