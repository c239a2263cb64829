"""What the package says of every two statements of a slot family: the pair network of their texts, the matcher of their
facts. run_families.py makes figures of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.keys import pair_rows
from consilience.corpus.matching import model, pairnet
from consilience.corpus.qualify import reason_apart
from consilience.encoders import load_encoder
from consilience.model import Fact
from consilience.settings import MatchingSettings
from consilience.values import compare

sys.path.append(str(Path(__file__).parents[1] / "training"))

_EVERY = MatchingSettings(per_document=8, neighbours=32, floor=0.0)
Row = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """What the package says of two statements: the score of the pair network; of their facts, if two can be compared,
    the features, the score of the trees, how the values relate, and whether a rule sets them apart."""

    domain: str
    meant: str
    read: float
    features: np.ndarray | None = None
    trees: float = 0.0
    relation: str = ""
    apart: bool = False


def told_of(family: Row) -> Iterator[Told]:
    """Every two statements of a family."""
    from pair_data import statement_view

    views = [statement_view(family["id"], one) for one in family["statements"]]
    places = list(combinations(range(len(views)), 2))
    read = pairnet.scores_of([(views[a], views[b]) for a, b in places])
    best = _best(family)
    for (a, b), score in zip(places, read.tolist(), strict=True):
        truth = meant(family["statements"][a], family["statements"][b])
        yield Told(family["domain"], truth, score, *best.get((a, b), ()))


def meant(a: Row, b: Row) -> str:
    if a["slot"] != b["slot"]:
        return "different"
    return "agree" if a["value"] == b["value"] else "conflict"


def _best(family: Row) -> dict[tuple[int, int], tuple[np.ndarray, float, str, bool]]:
    """Of every two statements the facts that the trees think most of: features, score, relation, whether set apart."""
    facts = facts_of(family)
    if not facts:
        return {}
    vectors = load_encoder("embedded").encode([fact.context for fact in facts])
    pairs, rows = pair_rows(facts, vectors, _EVERY, every=True)
    scores = model.raw_scores(rows)
    found: dict[tuple[int, int], tuple[np.ndarray, float, str, bool]] = {}
    for place in np.argsort(scores, kind="stable").tolist():
        a, b = facts[pairs.a[place]], facts[pairs.b[place]]
        relation = compare(a.value, b.value, limits_as_values=True).relation
        if relation != "incomparable":
            where = (min(number(a), number(b)), max(number(a), number(b)))
            found[where] = (rows[place], float(scores[place]), relation, reason_apart(a, b) is not None)
    return found


def facts_of(family: Row) -> list[Fact]:
    from matcher_families import slot_document

    operator = EmbeddedFacts()
    pages = [slot_document(f"{number}.md", one) for number, one in enumerate(family["statements"])]
    return [fact for page in pages for fact in operator.extract(page)]


def number(fact: Fact) -> int:
    return int(fact.doc.split(".")[0])
