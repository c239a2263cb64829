"""Do two statements that answer one question say the same? What `values` says of every two of their values, joined.

One statement often holds several values, and the one that answers is not marked: names that both share are mostly what
they speak of, an equal number beside an unequal one may be either. A small model weighs what `values.compare` says of
all of them, with what both texts share. It is fitted on families of domains that are not reported on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from families_texts import cosines, said_of, shared
from families_told import Row, facts_of, number

from consilience.model import Fact
from consilience.values import compare

_KINDS = ("name", "measured", "count", "date", "yes_no", "category", "order")
_RELATIONS = ("same", "compatible", "different")


@dataclass(frozen=True)
class Beside:
    """Two statements of a family beside each other: what they share as texts, and what `values` says."""

    texts: tuple[float, ...]
    values: tuple[float, ...]

    @property
    def row(self) -> tuple[float, ...]:
        return self.texts + self.values


def beside(family: Row, rarity: Mapping[str, float]) -> Iterator[Beside]:
    """Every two statements of a family, in the order of `combinations`."""
    statements = family["statements"]
    facts = facts_of(family)
    held = [[one for one in facts if number(one) == place] for place in range(len(statements))]
    said = [said_of(one) for one in statements]
    near = cosines(statements)
    for a, b in combinations(range(len(statements)), 2):
        texts = (*(float(one[a, b]) for one in near), *shared(said[a], said[b], rarity))
        yield Beside(texts, _values(held[a], held[b]))


def _values(a: Sequence[Fact], b: Sequence[Fact]) -> tuple[float, ...]:
    """How many values each holds, and of the pairs of each kind how many are the same, compatible, different."""
    counts = dict.fromkeys(product(_KINDS, _RELATIONS), 0)
    for one, other in product(a, b):
        relation = compare(one.value, other.value, limits_as_values=True).relation
        if relation != "incomparable":
            counts[_group(one.value.kind), relation] += 1
    return (*map(float, sorted((len(a), len(b)))), *map(float, counts.values()))


def _group(kind: str) -> str:
    return "name" if kind == "identifier" else kind if kind in _KINDS else "measured"


def agreement(rows: Sequence[tuple[float, ...]], agree: Sequence[bool]) -> Any:
    """A model of whether two statements that answer one question agree, from rows of `Beside`."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(
        max_iter=150, max_leaf_nodes=8, learning_rate=0.05, min_samples_leaf=20, random_state=0
    )
    return trees.fit(np.array(rows), np.array(agree))
