"""Train the matcher that ships in the package: `python training/train_matcher.py --shared ../shared`.

Gradient-boosted trees over the pair features, fitted on slot families, near copies and audit corpora (ours in
training/corpora, and the shared ones), exported to ONNX. The calibration joins their scores with those of the pair
network (training/pair_train.py, to be run before) on the shared corpora: each is scored by trees that never saw it, and
the network saw none. The second look (matcher_second.py) is fitted on these corpora and on slot families that neither
saw. Seeded: the same data give the same weights.
Writes src/consilience/corpus/matching/data/matcher.onnx and matcher.json (the model card as data), and, fitted without
some domains of families each, the second look's weights in training/folds/second-look.json, which the benchmark uses.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import matcher_second
import numpy as np
from matcher_copies import copy_pairs
from matcher_data import CORPORA, Labelled, corpus_pairs, own_corpora
from matcher_export import export
from matcher_families import held_back_domains, slot_pairs
from matcher_second import Seen
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score
from threadpoolctl import threadpool_limits

from consilience.corpus.matching import model, pairnet, second_look
from consilience.corpus.matching.features import NAMES
from consilience.corpus.matching.model import BEST_READ, chances
from consilience.corpus.qualify import reason_apart
from consilience.values import compare

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/corpus/matching/data"
HELD = Path(__file__).resolve().parent / "folds" / "second-look.json"
CORPUS_WEIGHT = 12.0  # a corpus is what users have; a slot family is a drill
OWN_WEIGHT = 3.0  # our own corpora are smaller, and tell the same in more different words
Scores = Mapping[str, np.ndarray]  # of each corpus, shape (pairs, 2): trees, pair network
SEEDS = range(5)  # models whose scores are averaged: positives are few, and one model alone is a matter of luck


def build(seed: int) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=120, max_leaf_nodes=12, learning_rate=0.05, min_samples_leaf=30, l2_regularization=5.0,
        max_features=0.4, early_stopping=False, random_state=seed,
    )  # fmt: skip


def weight(group: str) -> float:
    if group in CORPORA:
        return CORPUS_WEIGHT
    return OWN_WEIGHT if group in {folder.name for folder in own_corpora()} else 1.0


def stack(groups: list[Labelled]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows, labels, weights = [], [], []
    for group in groups:
        known = group.labels >= 0
        rows.append(group.rows[known])
        labels.append(group.labels[known])
        weights.append(np.full(known.sum(), weight(group.group)))
    return np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)


def fit(groups: list[Labelled]) -> list[HistGradientBoostingClassifier]:
    rows, labels, weights = stack(groups)
    with threadpool_limits(1):  # the same sums in the same order, and faster on a busy machine
        return [build(seed).fit(rows, labels, sample_weight=weights) for seed in SEEDS]


def raw_scores(models: Sequence[HistGradientBoostingClassifier], rows: np.ndarray) -> np.ndarray:
    return np.mean([model.decision_function(rows) for model in models], axis=0)


def held_back(corpora: list[Labelled], slots: list[Labelled]) -> dict[str, np.ndarray]:
    """Raw scores of every corpus by models that saw the other corpora and all slot families."""
    scores = {}
    for left_out in corpora:
        models = fit([*(one for one in corpora if one is not left_out), *slots])
        scores[left_out.group] = raw_scores(models, left_out.rows)
    return scores


def calibrate(corpora: Sequence[Labelled], scores: Scores) -> tuple[float, float, float]:
    """Weights of the trees and of the pair network, and the shift, on scores of corpora that neither had seen."""
    told = np.concatenate([scores[one.group][one.labels >= 0] for one in corpora])
    truth = np.concatenate([one.labels[one.labels >= 0] for one in corpora])
    model = LogisticRegression(C=1e6).fit(told, truth)
    return float(model.coef_[0, 0]), float(model.coef_[0, 1]), float(model.intercept_[0])


def joined(told: np.ndarray, calibration: Sequence[float]) -> np.ndarray:
    """Probabilities from (trees, pair network), shape (pairs, 2)."""
    of_trees, of_network, shift = calibration
    return 1 / (1 + np.exp(-(of_trees * told[:, 0] + of_network * told[:, 1] + shift)))


def figures(corpora: list[Labelled], scores: dict[str, np.ndarray]) -> dict[str, Any]:
    found = {}
    for one in corpora:
        known = one.labels >= 0
        truth, raw = one.labels[known], scores[one.group][known]
        found[one.group] = {
            "pairs": len(one.labels), "positives": int(truth.sum()),
            "average_precision": round(float(average_precision_score(truth, raw)), 3),
            "auc": round(float(roc_auc_score(truth, raw)), 3),
        }  # fmt: skip
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    arguments = parser.parse_args()
    corpora = [corpus_pairs(arguments.shared / "corpora" / name) for name in CORPORA]
    own = [corpus_pairs(folder) for folder in own_corpora()]
    copied = [*(arguments.shared / "corpora" / name for name in CORPORA), *own_corpora()[::3]]
    copies = [group for folder in copied for group in copy_pairs(folder)]
    left_out = held_back_domains(arguments.shared)
    slots = [group for group in slot_pairs(arguments.shared, for_trees=True) if group.group not in left_out]
    train(corpora, [*slots, *own, *copies], arguments.shared)


def train(corpora: list[Labelled], drills: list[Labelled], shared: Path) -> None:
    """`drills` are made for training: slot families, corpora of our own and near copies."""
    trees = held_back(corpora, drills)
    read = {one.group: _asked(one, np.minimum(pairnet.scores(one.facts), BEST_READ)) for one in corpora}
    scores = {name: np.stack([trees[name], read[name]], axis=1) for name in read}
    fair = {one.group: joined(scores[one.group], calibrate(_without(corpora, one), scores)) for one in corpora}
    alone = {name: np.stack([told[:, 0], np.zeros(len(told))], axis=1) for name, told in scores.items()}
    models = fit([*corpora, *drills])
    data, calibration = export(models, len(NAMES)), calibrate(corpora, scores)
    write(data, calibration, corpora, drills)  # the families are scored by the trees that ship
    seen = [
        matcher_second.of_corpus(one, trees[one.group], read[one.group], calibrate(_without(corpora, one), scores))
        for one in corpora
    ]  # fmt: skip
    again = second(seen, [one for _, one in matcher_second.families(shared, calibration)])
    final = {one.group: _looked_at(one, told) for one, told in zip(seen, again.pop("left_out"), strict=True)}
    HELD.write_text(json.dumps(again.pop("without"), indent=1) + "\n", "utf-8")
    held = {
        "pairs": figures(corpora, fair),
        "conflicts": thresholds(corpora, final),
        "conflicts_first_look": thresholds(corpora, fair),
        "conflicts_without_network": thresholds(corpora, _probabilities(alone, calibrate(corpora, alone))),
        "reliability": reliability(corpora, final),
    }
    write(data, calibration, corpora, drills, {**again, "held_back": held})


def second(corpora: Sequence[Seen], families: Sequence[Seen]) -> dict[str, Any]:
    """The second look: its weights, some that were fitted without certain domains, and log odds of corpora left out."""
    raw = matcher_second.left_out(corpora, families)
    folds = []
    for domains in matcher_second.domain_folds(families):
        without = matcher_second.fit(corpora, [one for one in families if one.group not in domains])
        folds.append({"domains": domains, "weights": _rounded(without)})
    weights = matcher_second.calibrated(matcher_second.fit(corpora, families), raw, corpora)
    names = list(second_look.NAMES)
    return {
        "second_look": _rounded(weights), "second_look_figures": names,
        "without": {"figures": names, "folds": folds}, "left_out": matcher_second.calibrated_in_turn(raw, corpora),
    }  # fmt: skip


def _rounded(weights: np.ndarray) -> list[float]:
    return [float(f"{value:.6g}") for value in weights]


def _looked_at(one: Seen, told: np.ndarray) -> np.ndarray:
    """Probabilities of all pairs of a corpus: of those that were looked at again, what was said then."""
    odds = one.looked.odds.copy()
    odds[one.wanted] = second_look.bounded(odds[one.wanted], told)
    return chances(odds)


def _asked(one: Labelled, read: np.ndarray) -> np.ndarray:
    """As `consilience.corpus.keys` asks the network: not where both values are a yes or a no."""
    return np.where(one.rows[:, NAMES.index("kind_yes_no")] > 0, 0.0, read)


def _without(corpora: Sequence[Labelled], left_out: Labelled) -> list[Labelled]:
    return [one for one in corpora if one is not left_out]


def _probabilities(scores: Scores, calibration: Sequence[float]) -> dict[str, np.ndarray]:
    return {name: joined(told, calibration) for name, told in scores.items()}


def thresholds(corpora: Sequence[Labelled], probabilities: Mapping[str, np.ndarray]) -> list[Any]:
    """Precision and recall of flagged statement pairs by threshold, each corpus scored by models that never saw it.

    Pairs that truth does not decide count as false; recall counts distinct conflicts of the corpora's 16.
    """
    flagged = [(p, (one.group, item)) for one in corpora for p, item in _flagged(one, probabilities[one.group])]
    table = []
    for threshold in (0.7, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.2):
        chosen = [item for probability, item in flagged if probability >= threshold]
        right = [item for item in chosen if item[1]]
        precision = round(len(right) / len(chosen), 2) if chosen else None
        recall = round(len(set(right)) / (16 * len(corpora)), 2)
        table.append({"threshold": threshold, "flagged": len(chosen), "precision": precision, "recall": recall})
    return table


def reliability(corpora: Sequence[Labelled], probabilities: Mapping[str, np.ndarray]) -> list[Any]:
    """Of the pairs within each tenth of confidence: how many, their mean confidence, and the share that is right."""
    told = np.concatenate([probabilities[one.group][one.labels >= 0] for one in corpora])
    truth = np.concatenate([one.labels[one.labels >= 0] for one in corpora])
    tenth = np.minimum((told * 10).astype(int), 9)
    return [
        {
            "from": place / 10, "pairs": int((tenth == place).sum()),
            "confidence": round(float(told[tenth == place].mean()), 2),
            "right": round(float(truth[tenth == place].mean()), 2),
        }
        for place in range(10) if (tenth == place).any()
    ]  # fmt: skip


def _flagged(group: Labelled, probabilities: np.ndarray) -> Iterator[tuple[float, str]]:
    """(probability, conflict or "") of every pair of statements that an audit would flag at some threshold."""
    seen = set()
    for index in np.argsort(-probabilities):
        a, b = group.facts[index]
        place = frozenset([(a.doc, a.start), (b.doc, b.start)])
        if (
            place in seen
            or compare(a.value, b.value, limits_as_values=True).relation != "different"
            or reason_apart(a, b)
        ):
            continue
        seen.add(place)
        yield float(probabilities[index]), group.item[index] if "-C" in group.item[index] else ""


def write(
    data: bytes, calibration: tuple[float, ...], corpora: list[Labelled], drills: list[Labelled],
    more: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / "matcher.onnx").write_bytes(data)
    rows, labels, _ = stack([*corpora, *drills])
    made = {
        "name": "consilience matcher", "version": "2", "sha256": sha256(data).hexdigest(), "features": list(NAMES),
        "calibration": [round(value, 6) for value in calibration], "best_read": BEST_READ,
        "training": {"pairs": len(rows), "positives": int(labels.sum()), "corpora": [one.group for one in corpora],
        "drills": len(drills)},
        **(more or {}),
    }  # fmt: skip
    (TARGET / "matcher.json").write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    model.forget()
    print(json.dumps(made.get("held_back", {}), indent=1))


if __name__ == "__main__":
    main()
