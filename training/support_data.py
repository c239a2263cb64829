"""Claims with their evidence and their label, from the development data (shared/data/README.md).

label: supported, contradicted or unsupported. A summary is read sentence by sentence: a sentence of a wrong summary is
right where a right summary of the same source has it too, and was edited otherwise.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from consilience.answer.claims import split
from consilience.answer.evidence import read
from consilience.answer.support_windows import Ground
from consilience.answer.support_words import words_of
from consilience.model import Passage

OWN = Path(__file__).parent / "families"
MISMATCHED = 700  # claims beside the evidence of another
FOLDS = 3
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A claim, its evidence as (section, text), and what the evidence says of it. `group`: what must stay together in
    cross-validation: a source, a family. `answer` and `right`: the text that it is a sentence of, and its own label."""

    set: str
    group: str
    claim: str
    evidence: tuple[tuple[str, str], ...]
    label: str
    answer: str = ""
    right: bool = True


def fold_of(group: str) -> int:
    """The part of the data that a source or family is in, the same for every model and benchmark."""
    return crc32(f"f{group}".encode()) % FOLDS


def labelled(shared: Path) -> list[Labelled]:
    """Every claim, in a fixed order."""
    data = shared / "data"
    found = [*wice(_rows(data / "wice.jsonl")), *claims(_rows(data / "claims.jsonl"))]
    found += summaries(_rows(data / "summedits.jsonl"))
    mixed = list(mismatched(found))
    return [*found, *mixed, *slots(family_rows(shared))]


def family_rows(shared: Path) -> list[Row]:
    """The shared slot families, then our own."""
    return [
        row for path in (shared / "data" / "slot_families.jsonl", *sorted(OWN.glob("*.jsonl"))) for row in _rows(path)
    ]


@lru_cache(maxsize=4)
def ground_of(evidence: tuple[tuple[str, str], ...]) -> Ground:
    """The evidence as the judge reads it."""
    return Ground(read([Passage(str(place), text, section=head) for place, (head, text) in enumerate(evidence)]))


def nearest(one: Labelled) -> list[str]:
    """The statements nearest to a claim, best first."""
    ground = ground_of(one.evidence)
    (vector,) = ground.evidence.encode([one.claim])
    return [near.said.text for near in ground.nearest(words_of(one.claim), vector)]


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _evidence(row: Row) -> tuple[tuple[str, str], ...]:
    return tuple(("", one["text"]) for one in row["evidence"])


def _mark(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def source_group(name: str, row: Row) -> str:
    """The rows of one source."""
    return f"{name} {_mark(row['evidence'][0]['text'])}"


def wice(rows: Sequence[Row]) -> Iterator[Labelled]:
    for row in rows:
        label = "supported" if row["label"] == "supported" else "unsupported"
        group = source_group("wice", row)
        yield Labelled("wice", group, row["answer"], _evidence(row), label, row["id"], label == "supported")


def claim_groups(rows: Sequence[Row]) -> list[str]:
    """Claims that share evidence, and evidence that shares claims, stay together."""
    joined: dict[str, str] = {}

    def head(name: str) -> str:
        while joined.setdefault(name, name) != name:
            name = joined[name]
        return name

    for row in rows:
        joined[head("claim " + row["answer"])] = head("evidence " + row["evidence"][0]["text"])
    return [_mark(head("claim " + row["answer"])) for row in rows]


def claims(rows: Sequence[Row]) -> Iterator[Labelled]:
    for row, group in zip(rows, claim_groups(rows), strict=True):
        right = row["label"] == "supported"
        yield Labelled(row["set"], group, row["answer"], _evidence(row), row["label"], row["id"], right)


def summaries(rows: Sequence[Row]) -> Iterator[Labelled]:
    told = {row["id"]: [one.plain for one in split(row["answer"]).claims] for row in rows}
    right: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["label"] == "supported":
            right[row["evidence"][0]["text"]].update(told[row["id"]])
    for row in rows:
        source = row["evidence"][0]["text"]
        invented = row["edit_types"] == ["hallucinated_fact_insertion"]
        for claim in told[row["id"]]:
            fine = row["label"] == "supported" or claim in right[source]
            label = "supported" if fine else "unsupported" if invented else "contradicted"
            group = source_group("summedits", row)
            answer, correct = row["id"], row["label"] == "supported"
            yield Labelled("summedits", group, claim, _evidence(row), label, answer, correct)


def mismatched(found: Sequence[Labelled]) -> Iterator[Labelled]:
    """Claims beside evidence that speaks of something else."""
    chance = random.Random(5)
    by_set: dict[str, list[Labelled]] = defaultdict(list)
    for one in found:
        by_set[one.set].append(one)
    for one in chance.sample(list(found), MISMATCHED):
        other = chance.choice(by_set[one.set])
        if other.group != one.group:
            yield Labelled("mismatched", one.group, one.claim, other.evidence, "unsupported")


def slots(families: Sequence[Row]) -> Iterator[Labelled]:
    """Of each family one pair of statements of each label: same question and value, other value, other question."""
    chance = random.Random(5)
    for family in families:
        said = family["statements"]
        pairs = [(a, b) for a in said for b in said if a is not b]
        chance.shuffle(pairs)
        known: Counter[str] = Counter()
        for a, b in pairs:
            label = label_of(a, b)
            if not known[label]:
                yield Labelled("slots", f"slots {family['id']}", a["text"], ((b.get("heading", ""), b["text"]),), label)
            known[label] += 1


def label_of(a: Row, b: Row) -> str:
    """What one statement of a family says of the other."""
    if a["slot"] != b["slot"]:
        return "unsupported"
    return "supported" if a["value"] == b["value"] else "contradicted"
