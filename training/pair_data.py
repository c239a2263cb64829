"""Examples for the pair network: pairs of views with a label and a weight (shared/data/README.md, training/corpora).

From slot families: all pairs inside a family, each statement with the question of its slot and with another, and the
candidates of a domain. From the corpora in training/corpora: the statements that truth sets beside each other, its near
misses, the nearest of what is left, the candidates, and near copies. The shared audit corpora are not touched, so that
they can say what the network is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from matcher_copies import copy_pairs
from matcher_data import (
    CorpusTruth,
    Labelled,
    corpus_pairs,
    encode,
    equal_values,
    facts_of,
    own_corpora,
    read_folder,
    says,
)
from matcher_families import row_text, slot_document, slot_families, slot_pairs, value_span

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.matching.blocks import group_of
from consilience.corpus.matching.pairnet_view import ANYTHING, View, masked_view, unmasked_view, view_of
from consilience.model import Fact

_NEAREST, _ASKED = 3, 150  # neighbours of a fact, and facts of a corpus, that give negatives
_COPY = 0.5  # without them, the network would take words that are all alike for the mark of a near miss
_INSIDE, _QUESTION, _CANDIDATE, _OWN_CANDIDATE, _TRUTH, _NEAR_MISS, _NEIGHBOUR = 1.0, 0.5, 0.7, 2.0, 3.0, 2.0, 1.0


@dataclass
class Examples:
    """Pairs as columns: positions in `views`, label, weight, and the part (a domain or a corpus) that is held back as
    one."""

    views: dict[View, int] = field(default_factory=dict)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    inside: list[bool] = field(default_factory=list)  # two statements of one slot family

    def add(self, a: View, b: View, label: bool, weight: float, part: str, inside: bool = False) -> None:
        self.pairs.append((self.views.setdefault(a, len(self.views)), self.views.setdefault(b, len(self.views))))
        self.labels.append(float(label))
        self.weights.append(weight)
        self.parts.append(part)
        self.inside.append(inside)


def examples(shared: Path) -> Examples:
    made = Examples()
    for family in slot_families(shared):
        _of_family(made, family)
    for group in slot_pairs(shared):
        _of_candidates(made, group, _CANDIDATE)
    for folder in own_corpora():
        _of_candidates(made, corpus_pairs(folder), _OWN_CANDIDATE)
        _of_corpus(made, folder)
    for folder in own_corpora()[::3]:
        for group in copy_pairs(folder):
            _of_candidates(made, group, _COPY, folder.name)
    return made


def _of_family(made: Examples, family: Mapping[str, Any]) -> None:
    said = family["statements"]
    views = [statement_view(family["id"], one) for one in said]
    for (one, a), (other, b) in combinations(zip(said, views, strict=True), 2):
        made.add(a, b, one["slot"] == other["slot"], _INSIDE, family["domain"], inside=True)
    for one, view in list(zip(said, views, strict=True))[::2]:  # half of them: the pairs inside teach more
        wrong = next((name for name in family["slots"] if name != one["slot"]), None)
        for name in (one["slot"], wrong):
            if name is not None:
                asked = unmasked_view("", family["slots"][name])
                made.add(view, asked, name == one["slot"], _QUESTION, family["domain"])


def statement_view(name: str, statement: Mapping[str, str]) -> View:
    """The view of the fact that states the value; of the text as it stands where no fact was found."""
    facts = EmbeddedFacts().extract(slot_document(f"{name}.md", statement))
    stating = [fact for fact in facts if says(fact, statement["value"])]
    path, *columns = (part.strip() for part in statement["heading"].split(" | "))
    return view_of(stating[0]) if stating else _quoted(path, row_text(statement["text"], columns), statement["value"])


def _quoted(section: str, quote: str, value: str) -> View:
    """A quote with the value masked where it stands word for word."""
    start, end = value_span(quote, value)
    return masked_view(section, quote, start, end, ANYTHING) if start < end else unmasked_view(section, quote)


def _of_candidates(made: Examples, group: Labelled, weight: float, part: str = "") -> None:
    for (a, b), label in zip(group.facts, group.labels.tolist(), strict=True):
        if label >= 0:
            made.add(view_of(a), view_of(b), label == 1, weight, part or group.group)


def _of_corpus(made: Examples, folder: Path) -> None:
    documents = read_folder(folder / "docs")
    facts, truth = facts_of(documents), CorpusTruth(folder, documents)
    for kind in ("conflicts", "agreements"):
        for item in truth.truth[kind]:
            told = [(one["doc"], _assertion_view(truth, facts, one)) for one in item["assertions"]]
            for (doc, a), (other, b) in combinations(told, 2):
                if doc != other:
                    made.add(a, b, True, _TRUTH, folder.name)
    for miss in truth.truth["near_misses"]:
        one, other = (_inside(truth, facts, miss[side]) for side in "ab")
        apart = [
            (a, b) for a in one for b in other if group_of(a.value) == group_of(b.value) and not equal_values(a, b)
        ]
        for a, b in apart[:2]:
            made.add(view_of(a), view_of(b), False, _NEAR_MISS, folder.name)
    for a, b in _neighbours(truth, facts):
        made.add(view_of(a), view_of(b), False, _NEIGHBOUR, folder.name)


def _inside(truth: CorpusTruth, facts: Sequence[Fact], quoted: Mapping[str, str]) -> list[Fact]:
    spans = truth.spans(quoted["doc"], quoted["quote"])
    return [
        one for one in facts if one.doc == quoted["doc"] and any(a < one.end and one.start < b for a, b in spans)
    ]  # fmt: skip


def _assertion_view(truth: CorpusTruth, facts: Sequence[Fact], told: Mapping[str, str]) -> View:
    there = _inside(truth, facts, told)
    stating = [fact for fact in there if says(fact, told["value"])]
    section = there[0].section if there else ""
    return view_of(stating[0]) if stating else _quoted(section, told["quote"], told["value"])


def _neighbours(truth: CorpusTruth, facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """The nearest facts of other documents that truth does not set beside a fact, of facts drawn by their ids."""
    vectors = encode(facts)
    near = vectors @ vectors.T
    docs, groups = np.array([one.doc for one in facts]), np.array([group_of(one.value) for one in facts])
    near[(docs[:, None] == docs[None, :]) | (groups[:, None] != groups[None, :])] = -1
    places = [set(truth.places(one)) for one in facts]
    for i in sorted(range(len(facts)), key=lambda i: facts[i].id)[:_ASKED]:
        for j in np.argsort(-near[i], kind="stable")[:_NEAREST].tolist():
            if near[i, j] >= 0 and not places[i] & places[j] and not equal_values(facts[i], facts[j]):
                yield facts[i], facts[j]
