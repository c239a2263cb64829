"""Train the support model that ships in the package: `python training/train_support.py --shared ../shared`.

Two logistic models over the features of a claim beside its evidence: is it supported, and if not, is it contradicted?
The sign of most weights is given, so that no chance of the data lets a word that is missing speak for a claim. Figures
are of rows whose source or family the model had not seen. The same data give the same weights.
Writes src/consilience/answer/data/support.json and, without one part of the data each, training/folds/support-N.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from support_data import FOLDS, Labelled, fold_of, ground_of, labelled

from consilience.answer.support_features import NAMES, seen
from consilience.answer.support_words import words_of
from consilience.text.wordlists import words

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/answer/data"
HELD = Path(__file__).resolve().parent / "folds"
AT_ONCE = 50  # claims in a row that one process reads: most share their evidence with the next
RIDGE = 30.0
SHARE = {"wice": 1.0, "fool_me_twice": 1.0, "fever_symmetric": 1.0, "summedits": 3.0, "mismatched": 1.0}
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
    exchanged_weight inserted inserted_weight names_absent opposites_passage opposites_window negation_added
    turning_absent apart missing_share tail reversing_absent
    """
)
TURNS = words("values_different negation_differs opposites exchanged cover_best cover_context cosine_best soft_mean")
ABSENT = words("missing_passage count_passage figures_passage inserted inserted_weight")
Signs = Sequence[int | None]  # 1: for, -1: against, 0: either; None: not looked at
BOUNDS = {1: (0, None), -1: (None, 0), 0: (None, None), None: (0, 0)}
Model = dict[str, list[float]]


def rows_of(found: Sequence[Labelled], processes: int = 1) -> np.ndarray:
    """Features, shape (claims, len(NAMES))."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return np.asarray(list(pool.map(row_of, found, chunksize=AT_ONCE)), np.float32)


def row_of(one: Labelled) -> tuple[float, ...]:
    ground, words = ground_of(one.evidence), words_of(one.claim)
    (vector,) = ground.evidence.encode([one.claim])
    return seen(one.claim, words, ground.nearest(words, vector), ground).features


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


def trained(found: Sequence[Labelled], rows: np.ndarray, chosen: np.ndarray) -> dict[str, Model]:
    """Both models, fitted to the claims at the places `chosen`."""
    right, turned = _truths(found)
    others = chosen[~right[chosen]]
    return {
        "support": fit([found[place] for place in chosen], rows[chosen], right[chosen], SUPPORT),
        "contradiction": fit([found[place] for place in others], rows[others], turned[others], CONTRADICTION),
    }


def _truths(found: Sequence[Labelled]) -> tuple[np.ndarray, np.ndarray]:
    """Which claims are supported, and which are contradicted."""
    labels = np.array([one.label for one in found])
    return labels == "supported", labels == "contradicted"


def train(found: Sequence[Labelled], rows: np.ndarray) -> None:
    HELD.mkdir(exist_ok=True)
    folds = np.array([fold_of(one.group) for one in found])
    told = np.zeros((len(found), 2))
    for fold in range(FOLDS):
        models = trained(found, rows, np.nonzero(folds != fold)[0])
        left = folds == fold
        told[left] = np.column_stack([odds(models[name], rows[left]) for name in ("support", "contradiction")])
        write(HELD / f"support-{fold}.json", {"models": models})
    right, turned = _truths(found)
    others = [one for one in found if one.label != "supported"]
    held = {
        "support": figures(found, told[:, 0], right),
        "contradiction": figures(others, told[~right, 1], turned[~right]),
    }
    about = {
        "models": trained(found, rows, np.arange(len(found))),
        "training": {"claims": len(found), "labels": dict(sorted(Counter(one.label for one in found).items())),
        "sets": dict(sorted(Counter(one.set for one in found).items()))},
        "held_back": held,
    }  # fmt: skip
    write(TARGET / "support.json", about)
    print(json.dumps(held, indent=1))


def write(path: Path, about: dict[str, Any]) -> None:
    card = {"name": "consilience support", "version": "2", "features": list(NAMES), **about}
    path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    found = [one for one in labelled(chosen.shared) if one.set in SHARE]
    train(found, rows_of(found, chosen.processes))


if __name__ == "__main__":
    main()
