"""Two logistic models over the features of a claim: is it supported, and if not, is it contradicted?

The sign of most weights is given, so that no chance of the data lets a word that is missing speak for a claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from support_data import Labelled

from consilience.answer.support_features import NAMES
from consilience.text.wordlists import words

RIDGE = 30.0
SHARE = {"wice": 1.0, "fool_me_twice": 1.0, "fever_symmetric": 1.0, "summedits": 3.0, "mismatched": 1.0}
# What can only speak for a verdict, or only against it: a tree may not learn the reverse from a chance of the data.
FOR = words(
    """
    cover_best cover_window cover_context cover_passage soft_mean soft_min soft_second soft_best read_mean read_min
    cosine_best cosine_max pairs_kept in_order runs values_same exchanged_near verbatim reader
    """
)
AGAINST = words(
    """
    missing_window missing_second missing_context missing_passage count_window count_passage values_different
    values_absent figures_missing figures_passage negation_differs turning_missing opposites exchanged
    exchanged_weight inserted inserted_weight names_absent opposites_passage opposites_window negation_added
    turning_absent apart missing_share tail reversing_absent reader_worst reader_worst_three
    """
)
TURNS = words("values_different negation_differs opposites exchanged cover_best cover_context cosine_best soft_mean")
ABSENT = words("missing_passage count_passage figures_passage inserted inserted_weight")
Signs = Sequence[int | None]  # 1: for, -1: against, 0: either; None: not looked at
BOUNDS = {1: (0, None), -1: (None, 0), 0: (None, None), None: (0, 0)}
Model = dict[str, list[float]]


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


def trained(found: Sequence[Labelled], rows: np.ndarray, chosen: np.ndarray) -> dict[str, Model]:
    """Both models, fitted to the claims at the places `chosen`."""
    right, turned = truths(found)
    others = chosen[~right[chosen]]
    return {
        "support": fit([found[place] for place in chosen], rows[chosen], right[chosen], SUPPORT),
        "contradiction": fit([found[place] for place in others], rows[others], turned[others], CONTRADICTION),
    }


def truths(found: Sequence[Labelled]) -> tuple[np.ndarray, np.ndarray]:
    """Which claims are supported, and which are contradicted."""
    labels = np.array([one.label for one in found])
    return labels == "supported", labels == "contradicted"
