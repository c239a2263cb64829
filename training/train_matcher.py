"""Train the matcher that ships in the package: `python training/train_matcher.py --shared ../shared`.

Gradient-boosted trees over the pair features, fitted on the slot families and the audit corpora, calibrated on
held-back corpora (each corpus is scored by a model that never saw it), exported to ONNX. Seeded: the same data give
the same weights. Writes src/consilience/corpus/matching/data/matcher.onnx and matcher.json (the model card as data).
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from matcher_data import CORPORA, Labelled, corpus_pairs, slot_pairs
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score

from consilience.corpus.matching.features import NAMES

TARGET = Path(__file__).resolve().parents[1] / "src/consilience/corpus/matching/data"
CORPUS_WEIGHT = 4.0  # a corpus is what users have; a slot family is a drill


def build(seed: int = 0) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=200, max_leaf_nodes=12, learning_rate=0.05, min_samples_leaf=30, l2_regularization=5.0,
        max_features=0.4,
        early_stopping=False, random_state=seed,
    )  # fmt: skip


def stack(groups: list[Labelled]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows, labels, weights = [], [], []
    for group in groups:
        known = group.labels >= 0
        rows.append(group.rows[known])
        labels.append(group.labels[known])
        weights.append(np.full(known.sum(), CORPUS_WEIGHT if group.group in CORPORA else 1.0))
    return np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)


def fit(groups: list[Labelled]) -> HistGradientBoostingClassifier:
    rows, labels, weights = stack(groups)
    return build().fit(rows, labels, sample_weight=weights)


def held_back(corpora: list[Labelled], slots: list[Labelled]) -> dict[str, np.ndarray]:
    """Raw scores of every corpus by a model that saw the other corpora and all slot families."""
    scores = {}
    for left_out in corpora:
        model = fit([*(one for one in corpora if one is not left_out), *slots])
        scores[left_out.group] = model.decision_function(left_out.rows)
    return scores


def calibrate(corpora: list[Labelled], scores: dict[str, np.ndarray]) -> tuple[float, float]:
    raw = np.concatenate([scores[one.group][one.labels >= 0] for one in corpora])
    truth = np.concatenate([one.labels[one.labels >= 0] for one in corpora])
    model = LogisticRegression(C=1e6).fit(raw[:, None], truth)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


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


_NODE_KEYS = ("treeids", "nodeids", "featureids", "modes", "values", "truenodeids", "falsenodeids")


def _below(threshold: float) -> float:
    """The largest float32 not above a threshold: x <= threshold then says the same for float32 features."""
    single = np.float32(threshold)
    return float(single if single <= threshold else np.nextafter(single, np.float32(-np.inf)))


def export(model: HistGradientBoostingClassifier) -> bytes:
    """The raw score (log odds before calibration) as an ONNX tree ensemble."""
    from onnx import TensorProto, helper

    nodes: dict[str, list[Any]] = {key: [] for key in _NODE_KEYS}
    targets: dict[str, list[Any]] = {key: [] for key in ("treeids", "nodeids", "ids", "weights")}
    for tree, (predictor,) in enumerate(model._predictors):
        for index, node in enumerate(predictor.nodes):
            leaf = bool(node["is_leaf"])
            threshold = 0.0 if leaf else _below(float(node["num_threshold"]))
            branch = (0, 0) if leaf else (int(node["left"]), int(node["right"]))
            feature = 0 if leaf else int(node["feature_idx"])
            for key, value in zip(
                _NODE_KEYS, (tree, index, feature, "LEAF" if leaf else "BRANCH_LEQ", threshold, *branch), strict=True
            ):
                nodes[key].append(value)
            if leaf:
                for key, value in zip(targets, (tree, index, 0, float(node["value"])), strict=True):
                    targets[key].append(value)
    prior = float(np.ravel(model._baseline_prediction)[0])
    attributes = {f"nodes_{key}": value for key, value in nodes.items()} | {
        f"target_{key}": value for key, value in targets.items()
    }
    node = helper.make_node(
        "TreeEnsembleRegressor", ["features"], ["score"], domain="ai.onnx.ml", n_targets=1, aggregate_function="SUM",
        base_values=[prior], post_transform="NONE", **attributes,
    )  # fmt: skip
    graph = helper.make_graph(
        [node], "matcher",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, len(NAMES)])],
        [helper.make_tensor_value_info("score", TensorProto.FLOAT, [None, 1])],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]
    return bytes(
        helper.make_model(graph, opset_imports=opsets, producer_name="consilience", ir_version=8).SerializeToString()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    arguments = parser.parse_args()
    corpora = [corpus_pairs(arguments.shared, name) for name in CORPORA]
    slots = list(slot_pairs(arguments.shared))
    scores = held_back(corpora, slots)
    calibration = calibrate(corpora, scores)
    write(export(fit([*corpora, *slots])), calibration, corpora, slots, figures(corpora, scores))


def write(
    data: bytes, calibration: tuple[float, float], corpora: list[Labelled], slots: list[Labelled], held: dict[str, Any]
) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / "matcher.onnx").write_bytes(data)
    rows, labels, _ = stack([*corpora, *slots])
    card = {
        "name": "consilience matcher", "version": "1", "sha256": sha256(data).hexdigest(), "features": list(NAMES),
        "calibration": [round(value, 6) for value in calibration],
        "training": {"pairs": len(rows), "positives": int(labels.sum()), "corpora": list(CORPORA),
        "slot_domains": len(slots)},
        "held_back": held,
    }  # fmt: skip
    (TARGET / "matcher.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    print(json.dumps(held, indent=1))


if __name__ == "__main__":
    main()
