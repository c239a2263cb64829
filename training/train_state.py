"""Fit the model of the evidence's state: `python training/train_state.py [--shared DIR]` writes answer/data/state.json.

Rows: fitz_gov.jsonl of the shared data (MIT). A multinomial logistic regression on standardised features; how strongly
it is held back, and the figure of the card, come from ten-fold cross-validation by question.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from consilience.answer import evidence
from consilience.answer.state import STATES
from consilience.answer.state_features import NAMES, features
from consilience.model import Passage

_OUT = Path(__file__).parents[1] / "src/consilience/answer/data/state.json"
_SHARED = Path(__file__).parents[2] / "shared"
_HELD = (0.03, 0.1, 0.3, 1.0)
_FOLDS = 10
_DIGITS = 5


def rows(shared: Path) -> list[dict[str, Any]]:
    with (shared / "data/fitz_gov.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def table(found: Sequence[dict[str, Any]]) -> np.ndarray:
    return np.array([features(row["question"], evidence.read(passages(row))) for row in found])


def passages(row: dict[str, Any]) -> list[Passage]:
    return [Passage(f"context {number}", one["text"]) for number, one in enumerate(row["evidence"], 1)]


def crossed(x: np.ndarray, y: np.ndarray, questions: Sequence[str], held: float) -> np.ndarray:
    """What a model says of each row that has not seen its question."""
    groups = np.unique([question.casefold() for question in questions], return_inverse=True)[1]
    folds = GroupKFold(_FOLDS, shuffle=True, random_state=0)
    return np.asarray(cross_val_predict(_model(held), x, y, groups=groups, cv=folds))


def accuracy(found: Sequence[dict[str, Any]], held: float = 0.03) -> float:
    """Share of rows whose state is told right by a model that has not seen their question."""
    y = np.array([row["state"] for row in found])
    return float((crossed(table(found), y, [row["question"] for row in found], held) == y).mean())


def _model(held: float) -> Any:
    return make_pipeline(StandardScaler(), LogisticRegression(C=held, max_iter=1000))


def fitted(x: np.ndarray, y: np.ndarray, held: float) -> dict[str, Any]:
    model = _model(held).fit(x, y)
    scaler, logistic = model[0], model[1]
    order = [list(logistic.classes_).index(state) for state in STATES]
    weights = logistic.coef_[order] / scaler.scale_
    return {
        "mean": np.round(scaler.mean_, _DIGITS).tolist(),
        "weights": np.round(weights, _DIGITS).tolist(),
        "shift": np.round(logistic.intercept_[order], _DIGITS).tolist(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=_SHARED)
    found = rows(parser.parse_args().shared)
    x, y = table(found), np.array([row["state"] for row in found])
    right = {held: float((crossed(x, y, [row["question"] for row in found], held) == y).mean()) for held in _HELD}
    held = max(right, key=lambda one: right[one])
    for one, share in right.items():
        print(f"C {one}: accuracy {share:.4f}, ten-fold by question")
    card = {
        "name": "state", "version": "1", "rows": len(found), "C": held, "accuracy_crossed": round(right[held], 4),
        "states": list(STATES), "features": list(NAMES), **fitted(x, y, held),
    }  # fmt: skip
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
