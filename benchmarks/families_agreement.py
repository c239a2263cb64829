"""Do two statements that answer one question say the same? What their values, words and rivals say of it, joined.

One statement often holds several values, and the one that answers is not marked: names that both share are mostly what
they speak of, an equal number beside an unequal one may be either; about half of the values are words. Trees weigh what
`values.compare` says of all values, with what both texts share and how far they are ahead of their rivals; then a
logistic model looks at the pair again in view of the family. Both are fitted on families of domains that are not
reported on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from families_texts import cosines, said_of, shared
from families_told import Row, facts_of, meant, number
from families_view import before_rivals, in_view
from families_words import few_share, words_near

from consilience.model import Fact
from consilience.values import compare

FOLDS = 5  # of the domains: what the second model sees of a family is told by trees that had not seen its domain
OWN_WEIGHT = 0.35  # of a pair of training/families, where agreeing statements share fewer words
_KINDS = ("name", "measured", "count", "date", "yes_no", "category", "order")
_RELATIONS = ("same", "compatible", "different")
_SURE = 9.0  # bound of log odds


@dataclass(frozen=True)
class Beside:
    """Every two statements of a family, in the order of `combinations`: figures (pairs, n), whether both answer one
    question, and whether they agree."""

    domain: str
    own: bool
    rows: np.ndarray
    same: np.ndarray
    agree: np.ndarray


def beside(family: Row, rarity: Mapping[str, float], own: bool = False) -> Beside:
    """The figures of a family; `own`: one of training/families."""
    statements = family["statements"]
    said = [said_of(one) for one in statements]
    places = list(combinations(range(len(statements)), 2))
    near = np.column_stack([[one[place] for place in places] for one in cosines(statements)])
    texts = np.array([shared(said[a], said[b], rarity) for a, b in places])
    few, words = few_share(said, rarity), words_near(family)
    ranked = np.column_stack([near, texts[:, :1], few[:, 2:], words])
    rows = np.column_stack([near, texts, _values(facts_of(family), places), few, words, before_rivals(ranked)])
    truth = np.array([meant(statements[a], statements[b]) for a, b in places])
    return Beside(family["domain"], own, rows, truth != "different", truth == "agree")


def _values(facts: Sequence[Fact], places: Sequence[tuple[int, int]]) -> np.ndarray:
    held: dict[int, list[Fact]] = {}
    for fact in facts:
        held.setdefault(number(fact), []).append(fact)
    return np.array([_compared(held.get(a, []), held.get(b, [])) for a, b in places])


def _compared(a: Sequence[Fact], b: Sequence[Fact]) -> tuple[float, ...]:
    """How many values each holds, and of the pairs of each kind how many are the same, compatible, different."""
    counts = dict.fromkeys(product(_KINDS, _RELATIONS), 0)
    for one, other in product(a, b):
        relation = compare(one.value, other.value, limits_as_values=True).relation
        if relation != "incomparable":
            counts[_group(one.value.kind), relation] += 1
    return (*map(float, sorted((len(a), len(b)))), *map(float, counts.values()))


def _group(kind: str) -> str:
    return "name" if kind == "identifier" else kind if kind in _KINDS else "measured"


def agreement(known: Sequence[Beside], asked: Sequence[Beside]) -> np.ndarray:
    """Probability that two statements agree, if they answer one question: of all pairs of the `asked` families in
    turn, by models fitted on the `known` ones."""
    in_turn = [np.zeros(len(one.same)) for one in known]
    for fold in range(FOLDS):
        domains = sorted({one.domain for one in known})[fold::FOLDS]
        trees = _trees([one for one in known if one.domain not in domains])
        for place, one in enumerate(known):
            if one.domain in domains:
                in_turn[place] = _odds(trees, one)
    trees = _trees(known)
    again = _line(known, [in_view(odds) for odds in in_turn])
    return np.concatenate([again.predict_proba(in_view(_odds(trees, one)))[:, 1] for one in asked])


def _trees(known: Sequence[Beside]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(
        max_iter=150, max_leaf_nodes=8, learning_rate=0.05, min_samples_leaf=20, random_state=0
    )
    return trees.fit(*_of_one_question(known, [one.rows for one in known]))


def _line(known: Sequence[Beside], views: Sequence[np.ndarray]) -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(max_iter=1000).fit(*_of_one_question(known, views))


def _of_one_question(
    known: Sequence[Beside], figures: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Figures, labels and weights of the pairs that answer one question."""
    pairs = [rows[one.same] for one, rows in zip(known, figures, strict=True)]
    weights = [np.full(one.same.sum(), OWN_WEIGHT if one.own else 1.0) for one in known]
    return np.concatenate(pairs), np.concatenate([one.agree[one.same] for one in known]), np.concatenate(weights)


def _odds(trees: Any, one: Beside) -> np.ndarray:
    chance = trees.predict_proba(one.rows)[:, 1]
    return np.clip(np.log(chance) - np.log1p(-chance), -_SURE, _SURE)
