"""Train the support model that ships in the package: `python training/train_support.py --shared ../shared`.

Two logistic models over the features of a claim beside its evidence: is it supported, and if not, is it contradicted?
The sign of most weights is given, so that no chance of the data lets a word that is missing speak for a claim. Figures
are of rows whose source or family the model had not seen. The same data give the same weights.
Writes src/consilience/answer/data/support.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import GroupKFold
from support_data import Labelled, labelled

from consilience.answer.evidence import read
from consilience.answer.support_features import NAMES, seen
from consilience.answer.support_windows import Ground
from consilience.answer.support_words import words_of
from consilience.model import Passage
from consilience.text.wordlists import words

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/answer/data"
RIDGE = 30.0
FOLDS = 5
SHARE = {"wice": 1.0, "fool_me_twice": 1.0, "fever_symmetric": 1.0, "summedits": 3.0, "slots": 0.7, "mismatched": 1.0}
# What can only speak for a verdict, or only against it: a tree may not learn the reverse from a chance of the data.
FOR = words(
    """
    cover_best cover_window cover_context cover_passage soft_mean soft_min soft_second soft_best read_mean read_min
    cosine_best cosine_max pairs_kept in_order runs values_same exchanged_near verbatim
    """
)
AGAINST = words(
    """
    missing_window missing_second missing_context missing_passage count_window count_passage values_different
    values_absent figures_missing figures_passage negation_differs turning_missing opposites exchanged
    exchanged_weight inserted inserted_weight
    """
)
TURNS = words("values_different negation_differs opposites exchanged cover_best cover_context cosine_best soft_mean")
ABSENT = words("missing_passage count_passage figures_passage inserted inserted_weight")
Signs = Sequence[int | None]  # 1: for, -1: against, 0: either; None: not looked at
BOUNDS = {1: (0, None), -1: (None, 0), 0: (None, None), None: (0, 0)}
Model = dict[str, list[float]]


def rows_of(found: Sequence[Labelled]) -> np.ndarray:
    """Features, shape (claims, len(NAMES))."""
    rows, last, ground = [], None, None
    for one in found:
        if one.evidence != last or ground is None:
            passages = [Passage(str(place), text, section=head) for place, (head, text) in enumerate(one.evidence)]
            ground, last = Ground(read(passages)), one.evidence
        (vector,) = ground.evidence.encode([one.claim])
        words = words_of(one.claim)
        rows.append(seen(one.claim, words, ground.nearest(words, vector), ground).features)
    return np.asarray(rows, np.float32)


def weights(found: Sequence[Labelled], truth: np.ndarray) -> np.ndarray:
    """Each set by its share, both labels of a set alike, so that even odds are the place to decide."""
    marks = [(one.set, bool(label)) for one, label in zip(found, truth, strict=True)]
    counts = Counter(marks)
    sets = Counter(name for name, _ in counts)
    weight = [SHARE[name] / sets[name] / counts[name, label] for name, label in marks]
    return np.array(weight) * len(found) / sum(weight)


SUPPORT = [-1 if " " in name else (name in FOR) - (name in AGAINST) for name in NAMES]
CONTRADICTION = [1 if name in TURNS or " " in name else -1 if name in ABSENT else None for name in NAMES]


def fit(found: Sequence[Labelled], rows: np.ndarray, truth: np.ndarray, signs: Signs) -> Model:
    """Weights of the features in their own units, under a ridge on the weights of the scaled ones."""
    weight, sign = weights(found, truth), np.where(truth, 1.0, -1.0)
    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)
    scaled = np.column_stack([(rows - mean) / scale, np.ones(len(rows))])

    def loss(told: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (scaled @ told)
        slope = scaled.T @ (-weight * sign * expit(-margin))
        penalty = np.append(told[:-1], 0.0) * RIDGE
        return float(weight @ np.logaddexp(0, -margin) + penalty @ told / 2), slope + penalty

    bounds = [BOUNDS[one] for one in [*signs, 0]]
    told = minimize(loss, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x
    own = told[:-1] / scale
    return {"weights": own.round(5).tolist(), "shift": [round(float(told[-1] - own @ mean), 5)]}


def odds(model: Model, rows: np.ndarray) -> np.ndarray:
    return np.asarray(expit(rows @ np.array(model["weights"]) + model["shift"][0]))


def held_back(found: Sequence[Labelled], rows: np.ndarray, truth: np.ndarray, signs: Signs) -> np.ndarray:
    """Probabilities of every claim by a model that saw no claim of its group."""
    told = np.zeros(len(found))
    groups = [one.group for one in found]
    for seen_rows, left_out in GroupKFold(FOLDS, shuffle=True, random_state=7).split(rows, truth, groups):
        model = fit([found[place] for place in seen_rows], rows[seen_rows], truth[seen_rows], signs)
        told[left_out] = odds(model, rows[left_out])
    return told


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    found = labelled(parser.parse_args().shared)
    train(found, rows_of(found))


def measured(found: Sequence[Labelled], rows: np.ndarray) -> tuple[dict[str, Any], dict[str, Any]]:
    """Figures of held-back claims: supported or not, and of those that are not, contradicted or not."""
    right, wrong, others, turned = _parted(found)
    support = figures(found, held_back(found, rows, right, SUPPORT), right)
    return support, figures(others, held_back(others, rows[wrong], turned, CONTRADICTION), turned)


def _parted(found: Sequence[Labelled]) -> tuple[np.ndarray, np.ndarray, list[Labelled], np.ndarray]:
    """Which claims are supported; the places of the others; these; and which of them are contradicted."""
    right = np.array([one.label == "supported" for one in found])
    wrong = np.nonzero(~right)[0]
    others = [found[place] for place in wrong]
    return right, wrong, others, np.array([one.label == "contradicted" for one in others])


def train(found: Sequence[Labelled], rows: np.ndarray) -> None:
    right, wrong, others, turned = _parted(found)
    support, contradiction = measured(found, rows)
    models = {
        "support": fit(found, rows, right, SUPPORT),
        "contradiction": fit(others, rows[wrong], turned, CONTRADICTION),
    }
    write(models, found, {"support": support, "contradiction": contradiction})


def write(models: dict[str, Model], found: Sequence[Labelled], held: dict[str, Any]) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    card = {
        "name": "consilience support", "version": "1", "features": list(NAMES),
        "models": models,
        "training": {"claims": len(found), "labels": dict(sorted(Counter(one.label for one in found).items())),
        "sets": dict(sorted(Counter(one.set for one in found).items()))},
        "held_back": held,
    }  # fmt: skip
    (TARGET / "support.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    print(json.dumps(held, indent=1))


if __name__ == "__main__":
    main()
