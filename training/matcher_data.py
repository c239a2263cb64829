"""Labelled pairs of facts for the matcher: from the audit corpora and from the slot families (shared/data/README.md).

Pairs come through the package's own door (`keys.pair_rows`), so that training sees what an audit sees: neighbours in
a block. A pair is positive when truth says that its two statements answer the same question, negative when it does
not and the values differ; pairs that truth does not decide (equal values that are not listed, another value of a
listed sentence) are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from consilience import sources, values
from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.keys import block_of, pair_rows
from consilience.encoders import load_encoder
from consilience.model import Document, Fact
from consilience.settings import MatchingSettings, ReadSettings

_EVERY = MatchingSettings(per_document=8, neighbours=32, floor=0.0)
CORPORA = ("airline", "gxp", "handbook", "opensource", "plant", "telecom", "university", "warehouse")


@dataclass(frozen=True)
class Labelled:
    """Pairs of one group (a corpus, or a domain of slot families): features (n, f), labels in {0, 1}, -1 for
    undecided."""

    group: str
    facts: tuple[tuple[Fact, Fact], ...]
    rows: np.ndarray
    labels: np.ndarray
    item: tuple[str, ...]  # the truth item a positive belongs to, "" otherwise


def norm(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def read_folder(folder: Path) -> dict[str, Document]:
    settings = ReadSettings()
    found = sources.discover([folder], settings)
    documents = [one for file in found.files for one in sources.read(file, settings)]
    return {one.id: one for one in documents if isinstance(one, Document)}


def facts_of(documents: Mapping[str, Document]) -> list[Fact]:
    operator = EmbeddedFacts()
    return [fact for document in documents.values() for fact in operator.extract(document)]


@lru_cache(maxsize=1)
def encoder() -> Any:
    return load_encoder("embedded")


def encode(facts: Sequence[Fact]) -> np.ndarray:
    contexts = sorted({fact.context for fact in facts})
    index = {context: row for row, context in enumerate(contexts)}
    vectors = encoder().encode(contexts)
    return vectors[[index[fact.context] for fact in facts]]


def blocks(facts: Sequence[Fact], vectors: np.ndarray) -> Iterator[tuple[list[Fact], np.ndarray]]:
    names = block_of(vectors, None, [fact.value for fact in facts])
    for name in sorted(set(names)):
        members = [index for index, one in enumerate(names) if one == name]
        yield [facts[index] for index in members], vectors[members]


def label_pairs(group: str, facts: Sequence[Fact], decide: Any, every: MatchingSettings | None = None) -> Labelled:
    """Candidates of all blocks with their labels; `decide(a, b)` gives (label, item). With `every`, settings of
    the search, all pairs it finds, however few words they share."""
    rows, labels, items, pairs = [], [], [], []
    for members, vectors in blocks(facts, encode(facts)):
        found, matrix = pair_rows(members, vectors, every or MatchingSettings(), every=every is not None)
        for first, second, row in zip(found.a.tolist(), found.b.tolist(), matrix, strict=True):
            a, b = members[first], members[second]
            label, item = decide(a, b)
            rows.append(row)
            labels.append(label)
            items.append(item)
            pairs.append((a, b))
    return Labelled(group, tuple(pairs), np.asarray(rows, np.float32), np.asarray(labels), tuple(items))


def equal_values(a: Fact, b: Fact) -> bool:
    return values.compare(a.value, b.value).relation in ("same", "compatible")


def says(fact: Fact, value: str) -> bool:
    """Whether a fact's value is the one that truth states."""
    if fact.value.kind == "yes_no":
        no = re.match(r"(no|not|never|nobody|prohibited|forbidden|nein|non|nee)\b", value.lower())
        yes = re.match(r"(yes|allowed|works|possible|required|permitted|ja|oui|s[ií])\b", value.lower())
        return fact.value.normalized == ("no" if no else "yes" if yes else "")
    if fact.value.kind == "order":
        return bool(re.search(r"first|then|before|last|begin|start|,", value))
    said, meant = norm(fact.value.text), norm(value)
    if said and meant and ((said in meant and 2 * len(said) >= len(meant)) or meant in said):
        return True
    stated = (one.value for one in values.scan(value))
    return any(
        one.kind != "name" and values.compare(fact.value, one).relation in ("same", "compatible") for one in stated
    )


class CorpusTruth:
    """Which pairs of a corpus answer the same question, by the positions of the quotes in the documents."""

    def __init__(self, folder: Path, documents: Mapping[str, Document]) -> None:
        self.truth = json.loads((folder / "truth.json").read_text("utf-8"))
        self.text = {name: _Positions(document.text) for name, document in documents.items()}
        self.items = [
            (one["id"], kind, [(a["doc"], a["value"], self.spans(a["doc"], a["quote"])) for a in one["assertions"]])
            for kind in ("conflicts", "agreements")
            for one in self.truth[kind]
        ]

    def spans(self, doc: str, quote: str) -> list[tuple[int, int]]:
        return self.text[doc].find(quote) if doc in self.text else []

    def places(self, fact: Fact) -> dict[str, bool]:
        """{item: whether the fact's value is the stated one} for every item that quotes the fact's statement."""
        found = {}
        for item, _, assertions in self.items:
            for doc, value, spans in assertions:
                if doc == fact.doc and any(start < fact.end and fact.start < end for start, end in spans):
                    found[item] = found.get(item, False) or says(fact, value)
        return found

    def decide(self, a: Fact, b: Fact) -> tuple[int, str]:
        in_a, in_b = self.places(a), self.places(b)
        shared = sorted(set(in_a) & set(in_b))
        for item in shared:
            if in_a[item] and in_b[item]:
                return 1, item
        if shared or equal_values(a, b):
            return -1, ""
        return 0, ""


class _Positions:
    """Finds a quote in a text by its letters and digits, and gives spans in the text."""

    def __init__(self, text: str) -> None:
        self.at = [index for index, char in enumerate(text) if char.lower().isalnum()]
        self.text = "".join(text[index].lower()[:1] for index in self.at)

    def find(self, quote: str) -> list[tuple[int, int]]:
        wanted = "".join(char.lower()[:1] for char in quote if char.lower().isalnum())
        if not wanted:
            return []
        hits = [match.start() for match in re.finditer(re.escape(wanted), self.text)]
        return [(self.at[hit], self.at[hit + len(wanted) - 1] + 1) for hit in hits]


def corpus_pairs(folder: Path) -> Labelled:
    """The pairs of a corpus: a folder with `docs/` and `truth.json`."""
    documents = read_folder(folder / "docs")
    truth = CorpusTruth(folder, documents)
    cache: dict[str, dict[str, bool]] = {}
    places = truth.places
    truth.places = lambda fact: cache.setdefault(fact.id, places(fact))  # type: ignore[method-assign]
    return label_pairs(folder.name, facts_of(documents), truth.decide)


def own_corpora() -> list[Path]:
    """The corpora that were written to train on (training/corpora), sorted."""
    return sorted(path.parent for path in (Path(__file__).parent / "corpora").glob("*/truth.json"))


def slot_families(shared: Path) -> list[dict[str, Any]]:
    """The shared families, then those that were written to train on (training/families)."""
    paths = [shared / "data" / "slot_families.jsonl", *sorted((Path(__file__).parent / "families").glob("*.jsonl"))]
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def held_back_domains(shared: Path) -> frozenset[str]:
    """The domains of the shared families that no model is trained on: one in five."""
    path = shared / "data" / "slot_families.jsonl"
    domains = {json.loads(line)["domain"] for line in path.read_text("utf-8").splitlines()}
    return frozenset(sorted(domains)[::5])


def slot_pairs(shared: Path) -> Iterator[Labelled]:
    """One labelled group per domain; every statement is a document of its own."""
    families = slot_families(shared)
    for domain in sorted({family["domain"] for family in families}):
        yield _domain(domain, [family for family in families if family["domain"] == domain])


def inside_pairs(families: Sequence[Mapping[str, Any]]) -> Iterator[Labelled]:
    """One labelled group per family: every two facts of two of its statements whose values can be compared."""
    for family in families:
        told, facts = _told([family])
        if facts:
            yield label_pairs(family["domain"], facts, _decide(told, undecided=False), _EVERY)


def _domain(domain: str, families: Sequence[Mapping[str, Any]]) -> Labelled:
    told, facts = _told(families)
    return label_pairs(domain, facts, _decide(told, undecided=True))


def _told(families: Sequence[Mapping[str, Any]]) -> tuple[dict[str, tuple[str, str, str]], list[Fact]]:
    """(family, slot, value) of every statement by the name of its document, and all facts."""
    meant: dict[str, tuple[str, str, str]] = {}
    facts: list[Fact] = []
    for family in families:
        for index, statement in enumerate(family["statements"]):
            document = slot_document(f"{family['id']}-{index}.md", statement)
            meant[document.id] = (family["id"], statement["slot"], statement["value"])
            facts.extend(EmbeddedFacts().extract(document))
    return meant, facts


def _decide(meant: Mapping[str, tuple[str, str, str]], undecided: bool) -> Any:
    """The labels of pairs; with `undecided` those of values that no truth states are left open."""

    def decide(a: Fact, b: Fact) -> tuple[int, str]:
        (family_a, slot_a, value_a), (family_b, slot_b, value_b) = meant[a.doc], meant[b.doc]
        same = family_a == family_b and slot_a == slot_b
        stated = says(a, value_a) and says(b, value_b)
        if same:
            return (1, f"{family_a}/{slot_a}") if stated or not undecided else (-1, "")
        return (-1, "") if undecided and equal_values(a, b) and family_a == family_b and not stated else (0, "")

    return decide


def slot_document(name: str, statement: Mapping[str, str]) -> Document:
    """A statement of a family as a document: its heading path as headings, a row under its column heads."""
    heading, text = statement["heading"], statement["text"]
    path, *columns = [part.strip() for part in heading.split(" | ")]
    lines = [
        f"{'#' * min(level, 6)} {part.strip()}\n" for level, part in enumerate(path.split(" > "), 1) if part.strip()
    ]
    if text.lstrip().startswith("|"):
        width = text.strip().strip("|").count("|") + 1
        head = (columns + [""] * width)[:width]
        lines.append(f"| {' | '.join(head)} |\n|{'---|' * width}\n{text.strip()}")
    else:
        lines.append(text)
    read = sources.read_bytes("\n".join(lines).encode("utf-8"), name, "markdown", ReadSettings())
    document = next(one for one in read if isinstance(one, Document))
    return replace(document, title="") if not path else document


__all__ = [
    "CORPORA",
    "Labelled",
    "corpus_pairs",
    "held_back_domains",
    "inside_pairs",
    "own_corpora",
    "slot_families",
    "slot_pairs",
]
