"""`pairs`: do two statements contradict each other? Small corpora of single statements, through matching and decision.

Every statement is a document of its own; assertion pairs and questions with evidence are corpora of a few documents.
The rules for qualifiers were written with all assertion pairs at hand. Slot families: run_families.py.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from figures import Figure, at_least, at_most, table

from consilience.corpus import keys
from consilience.corpus.conflicts import Decision, decide
from consilience.corpus.facts import EmbeddedFacts
from consilience.encoders import load_encoder
from consilience.model import Document, Fact
from consilience.operators import Encoder
from consilience.settings import ReadSettings, Settings
from consilience.sources import read_bytes

SETTINGS = Settings()
EVIDENCE = 40  # questions of each state that are asked of the two sets of evidence
Row = dict[str, Any]


def run(shared: Path, *, explain: bool = False) -> str:
    """`explain` lists the assertion pairs that are judged wrongly."""
    data = shared / "data"
    if not (data / "assertion_pairs.jsonl").is_file():
        return f"## pairs\n\nSkipped: there is no assertion_pairs.jsonl in {data} (--shared DIR).\n"
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    figures, notes = _assertions(_rows(data / "assertion_pairs.jsonl"))
    figures += _evidence("fitz-gov", "state", _rows(data / "fitz_gov.jsonl"))
    figures += _ramdocs(_rows(data / "ramdocs.jsonl"))
    return table("pairs", figures) + ("\n".join(notes) + "\n" if explain else "")


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def judge(documents: Sequence[Document]) -> Decision:
    """The stages of an audit on documents in memory: extract, encode, block, match, decide."""
    operator = EmbeddedFacts()
    facts = sorted((one for document in documents for one in operator.extract(document)), key=lambda fact: fact.id)
    matches = tuple(_matched(facts)) if facts else ()
    by_id = {fact.id: fact for fact in facts}
    return decide(by_id, matches, {one.id: one for one in documents}, SETTINGS)


def _matched(facts: Sequence[Fact]) -> Iterator[keys.Match]:
    vectors = _encoder().encode([fact.context for fact in facts])
    names = keys.block_of(vectors, None, [fact.value for fact in facts])
    for name in sorted(set(names)):
        block = [index for index, one in enumerate(names) if one == name]
        yield from keys.match([facts[index] for index in block], vectors[block], SETTINGS.matching)


@lru_cache(maxsize=1)
def _encoder() -> Encoder:
    return load_encoder("embedded")


def _page(name: str, text: str) -> Document:
    (document,) = read_bytes(text.encode("utf-8"), name, "markdown", ReadSettings())
    assert isinstance(document, Document)
    return document


def _flagged(texts: Sequence[str]) -> bool:
    return bool(judge([_page(f"{n}.md", text) for n, text in enumerate(texts)]).conflicts)


def _assertions(rows: Sequence[Row]) -> tuple[list[Figure], list[str]]:
    flagged = {row["id"]: _flagged([row["a"], row["b"]]) for row in rows}
    true, false = ([row["id"] for row in rows if row["conflict"] is value] for value in (True, False))
    found, alarms = sum(flagged[id] for id in true), sum(flagged[id] for id in false)
    figures = [
        at_least(f"assertion pairs (read): recall ({found} of {len(true)})", found / len(true), 0.5),
        at_most(f"assertion pairs (read): false positives ({alarms} of {len(false)})", alarms / len(false), 0.05),
    ]
    wrong = [row for row in rows if flagged[row["id"]] is not row["conflict"]]
    return figures, [f"- {row['id']}: {'missed' if row['conflict'] else 'flagged'}" for row in wrong]


def _evidence(name: str, key: str, rows: Sequence[Row]) -> list[Figure]:
    """How many questions of each state have a conflict flagged in their evidence; the first few of each state."""
    figures = []
    for state in sorted({row[key] for row in rows}):
        chosen = [row for row in rows if row[key] == state][:EVIDENCE]
        hits = sum(_flagged([one["text"] for one in row["evidence"]]) for row in chosen)
        figures.append(Figure(f"{name}: flagged where {state}", f"{hits} of {len(chosen)}"))
    return figures


def _ramdocs(rows: Sequence[Row]) -> list[Figure]:
    """Evidence with a document that misinforms must disagree; the same evidence without it must not."""
    lied = [row for row in rows if any(one["role"] == "misinfo" for one in row["evidence"])][:EVIDENCE]
    true = [[one["text"] for one in row["evidence"] if one["role"] != "misinfo"] for row in lied]
    every = [[one["text"] for one in row["evidence"]] for row in lied]
    return [
        Figure(f"ramdocs: flagged {words}", f"{sum(map(_flagged, texts))} of {len(texts)}")
        for words, texts in (("with misinformation", every), ("without it", true))
    ]


__all__ = ["run"]
