"""Labelled pairs of facts for the matcher, from the audit corpora; matcher_families.py has those from slot families.

Pairs come through the package's own door (`keys.pair_rows`), so that training sees what an audit sees: neighbours in
a block. A pair is positive when truth says that its two statements answer the same question, negative when it does
not and the values differ; pairs that truth does not decide (equal values that are not listed, another value of a
listed sentence) are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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


def label_pairs(group: str, facts: Sequence[Fact], decide: Any) -> Labelled:
    """Candidates of all blocks with their labels; `decide(a, b)` gives (label, item)."""
    rows, labels, items, pairs = [], [], [], []
    for members, vectors in blocks(facts, encode(facts)):
        found, matrix = pair_rows(members, vectors, MatchingSettings())
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
