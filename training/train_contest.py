"""Fit when two values are told to be a conflict about a question: `python training/train_contest.py [--shared DIR]`
writes answer/data/contest.json.

Fitted on the questions of training/questions alone; printed are their figures with one corpus left out at a time, and
those of the questions of the shared audit corpora, which take no part. A logistic regression for each way to read a
pair, on standardised features. The same data give the same weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from contest_questions import READERS, Question, held_back, own
from run_answers import auc
from sklearn.linear_model import LogisticRegression

from consilience.answer.contest import THRESHOLD
from consilience.answer.contest_features import Features

_OUT = Path(__file__).parents[1] / "src/consilience/answer/data/contest.json"
_SHARED = Path(__file__).parents[2] / "shared"
_HELD = 1.0
_DIGITS = 4
_THRESHOLDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4)

Model = tuple[np.ndarray, float]  # weights (f,), shift


def fitted(found: Sequence[Question], reader: str) -> Model:
    x, y = (np.concatenate([getattr(one, name)[reader] for one in found]) for name in ("features", "labels"))
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    model = LogisticRegression(C=_HELD, max_iter=3000).fit((x - mean) / scale, y)
    weights = model.coef_[0] / scale
    return weights.round(_DIGITS), round(float(model.intercept_[0] - weights @ mean), _DIGITS)


def told(found: Sequence[Question], reader: str, model: Model) -> list[np.ndarray]:
    """The probabilities of the pairs of every question."""
    weights, shift = model
    return [1 / (1 + np.exp(-(one.features[reader] @ weights + shift))) for one in found]


def crossed(found: Sequence[Question], reader: str) -> list[np.ndarray]:
    """The same by models that have not seen the question's corpus."""
    models = {
        name: fitted([one for one in found if one.corpus != name], reader) for name in {one.corpus for one in found}
    }
    return [told([one], reader, models[one.corpus])[0] for one in found]


def figures(found: Sequence[Question], reader: str, probabilities: Sequence[np.ndarray]) -> dict[str, float]:
    """AUC of the best pair of targeted against control questions; for each threshold, how many name their conflict and
    how many controls are alarmed; and how many targeted questions have the pair at all."""
    best = [max(each, default=0.0) for each in probabilities]
    hits, rest = ([p for one, p in zip(found, best, strict=True) if one.targeted is kind] for kind in (True, False))
    made = {"auc": auc(rest, hits), "paired": np.mean([one.labels[reader].any() for one in found if one.targeted])}
    for least in _THRESHOLDS:
        named = [bool((p[one.labels[reader]] >= least).any()) for one, p in zip(found, probabilities, strict=True)]
        made[f"named_{least}"] = sum(named) / len(hits)
        made[f"alarmed_{least}"] = sum(p >= least for p in rest) / len(rest)
    return {name: round(float(value), 3) for name, value in made.items()}


def _printed(title: str, found: Sequence[Question], made: dict[str, float]) -> None:
    targeted = sum(one.targeted for one in found)
    print(f"{title}: {targeted} targeted and {len(found) - targeted} control questions")
    print(f"  conflict among the pairs: {made['paired']:.3f}; AUC of the best pair: {made['auc']:.3f}")
    for least in _THRESHOLDS:
        mark = " <" if least == THRESHOLD else ""
        print(f"  from {least}: {made[f'named_{least}']:.3f} named, {made[f'alarmed_{least}']:.3f} alarmed{mark}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=_SHARED)
    parser.add_argument("--jobs", type=int, default=2, help="corpora that are read at the same time")
    told_by = parser.parse_args()
    ours, others = own(told_by.jobs), held_back(told_by.shared, told_by.jobs)
    models: dict[str, Any] = {}
    for reader in READERS:
        weights, shift = model = fitted(ours, reader)
        parts = {"crossed": (ours, crossed(ours, reader)), "held_back": (others, told(others, reader, model))}
        made = {name: figures(found, reader, each) for name, (found, each) in parts.items() if found}
        models[reader] = {"weights": weights.tolist(), "shift": shift, "figures": made}
        for name, each in made.items():
            _printed(f"{reader}, {name.replace('_', ' ')}", parts[name][0], each)
    card = {
        "name": "contest", "version": "2", "C": _HELD, "corpora": sorted({one.corpus for one in ours}),
        "questions": len(ours), "features": list(Features._fields), "models": models,
    }  # fmt: skip
    _OUT.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
