"""Do two statements that answer one question say the same? What `values` says of every two of their values, joined.

One statement often holds several values, and the one that answers is not marked: names that both share are mostly what
they speak of, an equal number beside an unequal one may be either. A small model weighs what `values.compare` says of
all of them, with what the encoder says of both texts. It is fitted on families of domains that are not reported on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from families_told import Row, facts_of, number

from consilience.encoders import load_encoder
from consilience.model import Fact
from consilience.values import compare

_GROUPS = {
    "name": "name", "identifier": "name", "date": "date", "yes_no": "yes_no", "category": "category", "order": "order",
}  # fmt: skip
_MEASURED, _COUNT = "measured", "count"
_KINDS = ("name", _MEASURED, _COUNT, "date", "yes_no", "category", "order")
_RELATIONS = ("same", "compatible", "different")
_WORD = re.compile(r"[^\W\d_]{3,}|\d+")


@dataclass(frozen=True)
class Beside:
    """Two statements of a family beside each other: what the encoder says of them, and what `values` does."""

    domain: str
    texts: tuple[float, ...]  # cosine of the texts, of headings and texts, shared words, words of both
    values: tuple[float, ...]

    @property
    def row(self) -> tuple[float, ...]:
        return self.texts + self.values


def beside(family: Row) -> Iterator[Beside]:
    """Every two statements of a family, in the order of `families_told.told_of`."""
    said = family["statements"]
    facts = facts_of(family)
    held = [[one for one in facts if number(one) == place] for place in range(len(said))]
    encoder = load_encoder("embedded")
    bare = encoder.encode([one["text"] for one in said])
    headed = encoder.encode([f"{one['heading']}. {one['text']}" for one in said])
    words = [frozenset(_WORD.findall(one["text"].lower())) for one in said]
    for a, b in combinations(range(len(said)), 2):
        sizes = sorted((len(words[a]), len(words[b])))
        shared = len(words[a] & words[b]) / max(1, sizes[0])
        texts = (float(bare[a] @ bare[b]), float(headed[a] @ headed[b]), shared, *map(float, sizes))
        yield Beside(family["domain"], texts, _values(held[a], held[b]))


def _values(a: Sequence[Fact], b: Sequence[Fact]) -> tuple[float, ...]:
    """How many values each holds, and of the pairs of each kind how many are the same, compatible, different."""
    counts = dict.fromkeys(product(_KINDS, _RELATIONS), 0)
    for one, other in product(a, b):
        relation = compare(one.value, other.value, limits_as_values=True).relation
        if relation != "incomparable":
            counts[_group(one), relation] += 1
    return (*map(float, sorted((len(a), len(b)))), *map(float, counts.values()))


def _group(fact: Fact) -> str:
    kind = fact.value.kind
    return _COUNT if kind == "count" else _GROUPS.get(kind, _MEASURED)


def agreement(fitted_on: Sequence[tuple[Beside, bool]]) -> Any:
    """A model of whether two statements that answer one question agree; `predict_proba` takes rows of `Beside`."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(
        max_iter=150, max_leaf_nodes=8, learning_rate=0.05, min_samples_leaf=20, random_state=0
    )
    return trees.fit(np.array([one.row for one, _ in fitted_on]), np.array([agrees for _, agrees in fitted_on]))
