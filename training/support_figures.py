"""How well claims are told apart by a model that has not seen them: balanced accuracy and area under the curve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from support_data import Labelled


def figures(found: Sequence[Labelled], told: np.ndarray, truth: np.ndarray) -> dict[str, Any]:
    """Balanced accuracy at even odds and area under the curve of each set; of summaries, all of whose sentences must
    be supported, beside that of their sentences."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(found):
        places[one.set].append(place)
    table = {name: _figures(told[some], truth[some]) for name, some in sorted(places.items())}
    whole: dict[str, list[int]] = defaultdict(list)
    for place in places.get("summedits", []):
        whole[found[place].answer].append(place)
    if whole:
        least = np.array([told[some].min() for some in whole.values()])
        table["summedits, whole"] = _figures(least, np.array([found[some[0]].right for some in whole.values()]))
    return table


def _figures(told: np.ndarray, truth: np.ndarray) -> dict[str, Any]:
    if len(set(truth.tolist())) < 2:
        return {"claims": len(truth), "accuracy": round(float(((told >= 0.5) == truth).mean()), 3)}
    return {
        "claims": len(truth), "supported": int(truth.sum()),
        "balanced_accuracy": round(float(balanced_accuracy_score(truth, told >= 0.5)), 3),
        "auc": round(float(roc_auc_score(truth, told)), 3),
    }  # fmt: skip
