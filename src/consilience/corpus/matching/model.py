"""The matcher: a small calibrated model over pair features, which ships in the package (training/train_matcher.py
makes it)."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching.features import NAMES
from consilience.operators import OperatorError

_FOLDER = "data"


@lru_cache(maxsize=1)
def card() -> dict[str, Any]:
    """The model card as data: version, features, calibration, training sets and held-back figures."""
    try:
        return dict(json.loads(_data("matcher.json")))
    except ValueError as error:
        raise OperatorError("The matcher's card is damaged (matcher.json); install consilience again.") from error


def _data(name: str) -> bytes:
    try:
        return (files("consilience.corpus.matching") / _FOLDER / name).read_bytes()
    except FileNotFoundError as error:
        raise OperatorError(f"The matcher's file {name} is missing; install consilience again.") from error


@lru_cache(maxsize=1)
def _session() -> Any:
    import onnxruntime

    data = _data("matcher.onnx")
    if sha256(data).hexdigest() != card()["sha256"]:
        raise OperatorError("The matcher's weights are damaged (matcher.onnx); install consilience again.")
    if tuple(card()["features"]) != NAMES:
        raise OperatorError(
            "The matcher was trained on other features than this version computes; run training/train_matcher.py."
        )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1  # pairs are few and trees are cheap: a thread pool would cost more than it gives
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def probabilities(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """P(same question) for rows of features, shape (pairs,); calibrated on corpora that were held back in training."""
    if not len(rows):
        return np.zeros(0)
    raw = np.asarray(_session().run(None, {"features": rows})[0], dtype=np.float64).reshape(-1)
    scale, shift = card()["calibration"]
    return np.asarray(1.0 / (1.0 + np.exp(-(scale * raw + shift))))
