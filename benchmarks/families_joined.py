"""One probability that two statements answer the same question, out of all that the package says of them.

First of each pair by itself; then of a family as a whole, as an audit sees all statements of a corpus at once: two
statements that both answer a third one's question answer one another's. Every domain is told by models that were
fitted on others, two left out at a time, and what the second model is fitted on comes from an inner round of the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from families_agreement import Beside
from families_told import Told

from consilience.corpus.matching.features import NAMES

FOLDS = 5
_MEMBERS = 8  # statements of a family
_PAIRS = _MEMBERS * (_MEMBERS - 1) // 2


def joined(told: Sequence[Told], texts: Sequence[Beside]) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities of every pair by itself, and of every pair with its family in view."""
    truth = np.array([one.meant != "different" for one in told])
    rows = np.stack([np.append(_row(one), both.texts) for one, both in zip(told, texts, strict=True)])
    domains = np.array([one.domain for one in told])
    alone, together = np.zeros(len(told)), np.zeros(len(told))
    for fit, test in _folds(domains):
        inner = np.zeros(len(fit))
        for some, rest in _folds(domains[fit]):
            inner[rest] = _probability(_fitted(rows[fit][some], truth[fit][some]), rows[fit][rest])
        alone[test] = _probability(_fitted(rows[fit], truth[fit]), rows[test])
        second = _fitted(_in_view(rows[fit], inner), truth[fit])
        together[test] = _probability(second, _in_view(rows[test], alone[test]))
    return alone, together


def _row(one: Told) -> np.ndarray:
    known = np.full(len(NAMES), np.nan) if one.features is None else one.features
    relations = [one.relation == name for name in ("same", "compatible", "different")]
    return np.array([one.read, one.features is not None, one.trees, one.apart, *relations, *known], float)


def _folds(domains: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    from sklearn.model_selection import GroupKFold

    return list(GroupKFold(FOLDS).split(domains, groups=domains))


def _fitted(rows: np.ndarray, truth: np.ndarray) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(
        max_iter=120, max_leaf_nodes=8, learning_rate=0.05, min_samples_leaf=30, max_features=0.4, random_state=0
    )
    return trees.fit(rows, truth)


def _probability(model: Any, rows: np.ndarray) -> np.ndarray:
    told: np.ndarray = model.predict_proba(rows)[:, 1]
    return told


def _in_view(rows: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """The rows with what the family says: rows of a family stand together, in the order of `combinations`."""
    odds = np.log(probabilities / (1 - probabilities))
    whole = [_family(odds[start : start + _PAIRS]) for start in range(0, len(odds), _PAIRS)]
    return np.column_stack([rows, odds, np.concatenate(whole)])


def _family(odds: np.ndarray) -> np.ndarray:
    """For each pair: how many partners each statement likes better, the best two that both like, how alike they judge
    the others."""
    places = list(combinations(range(_MEMBERS), 2))
    table = np.full((_MEMBERS, _MEMBERS), -np.inf)
    for (a, b), value in zip(places, odds.tolist(), strict=True):
        table[a, b] = table[b, a] = value
    return np.array([_pair(table, a, b) for a, b in places])


def _pair(table: np.ndarray, a: int, b: int) -> list[float]:
    others = [c for c in range(_MEMBERS) if c not in (a, b)]
    of_a, of_b = table[a, others], table[b, others]
    better = sorted(int((of > table[a, b]).sum()) for of in (of_a, of_b))
    linked = np.sort(np.minimum(of_a, of_b))[::-1][:2]
    spread = np.std(of_a) * np.std(of_b)
    alike = float(np.mean((of_a - of_a.mean()) * (of_b - of_b.mean())) / spread) if spread > 0 else 0.0
    return [*map(float, better), *linked.tolist(), float(np.abs(of_a - of_b).mean()), alike]
