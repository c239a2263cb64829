"""The matcher as an ONNX tree ensemble: onnxruntime evaluates it fast, and a tree of numbers is data, not code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

_NODE_KEYS = ("treeids", "nodeids", "featureids", "modes", "values", "truenodeids", "falsenodeids")
_LEAF_KEYS = ("treeids", "nodeids", "ids", "weights")


def export(models: Sequence[HistGradientBoostingClassifier], features: int) -> bytes:
    """The mean raw score (log odds before calibration) of some models, for rows of float32 features."""
    nodes: dict[str, list[Any]] = {key: [] for key in _NODE_KEYS}
    leaves: dict[str, list[Any]] = {key: [] for key in _LEAF_KEYS}
    predictors = [predictor for model in models for (predictor,) in model._predictors]
    for tree, predictor in enumerate(predictors):
        for index, node in enumerate(predictor.nodes):
            _append(nodes, _NODE_KEYS, (tree, index, *_split(node)))
            if node["is_leaf"]:
                _append(leaves, _LEAF_KEYS, (tree, index, 0, float(node["value"]) / len(models)))
    prior = float(np.mean([np.ravel(model._baseline_prediction)[0] for model in models]))
    return _graph(nodes, leaves, prior, features)


def _append(columns: dict[str, list[Any]], keys: Sequence[str], values: Sequence[Any]) -> None:
    for key, value in zip(keys, values, strict=True):
        columns[key].append(value)


def _split(node: Any) -> tuple[int, str, float, int, int]:
    if node["is_leaf"]:
        return 0, "LEAF", 0.0, 0, 0
    return (
        int(node["feature_idx"]), "BRANCH_LEQ", _below(float(node["num_threshold"])),
        int(node["left"]), int(node["right"]),
    )  # fmt: skip


def _below(threshold: float) -> float:
    """The largest float32 not above a threshold: x <= threshold then says the same for float32 features."""
    single = np.float32(threshold)
    return float(single if single <= threshold else np.nextafter(single, np.float32(-np.inf)))


def _graph(nodes: dict[str, list[Any]], leaves: dict[str, list[Any]], prior: float, features: int) -> bytes:
    from onnx import TensorProto, helper

    attributes = {f"nodes_{key}": value for key, value in nodes.items()}
    attributes |= {f"target_{key}": value for key, value in leaves.items()}
    node = helper.make_node(
        "TreeEnsembleRegressor", ["features"], ["score"], domain="ai.onnx.ml", n_targets=1, aggregate_function="SUM",
        base_values=[prior], post_transform="NONE", **attributes,
    )  # fmt: skip
    given = helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, features])
    score = helper.make_tensor_value_info("score", TensorProto.FLOAT, [None, 1])
    graph = helper.make_graph([node], "matcher", [given], [score])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]
    model = helper.make_model(graph, opset_imports=opsets, producer_name="consilience", ir_version=8)
    return bytes(model.SerializeToString())
