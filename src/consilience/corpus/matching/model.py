"""The matcher: trees over pair features, and how their scores join those of the pair network to a probability.

Both ship in the package; training/train_matcher.py makes the trees and the calibration.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching.features import NAMES
from consilience.encoders.runtime import load_runtime
from consilience.operators import OperatorError

_FOLDER = "data"
BEST_READ = 1.0  # believed of the pair network at most; more lifted as many false pairs as true ones, and costs reading


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
    runtime = load_runtime()
    data = _data("matcher.onnx")
    if sha256(data).hexdigest() != card()["sha256"]:
        raise OperatorError("The matcher's weights are damaged (matcher.onnx); install consilience again.")
    if tuple(card()["features"]) != NAMES:
        raise OperatorError(
            "The matcher was trained on other features than this version computes; run training/train_matcher.py."
        )
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1  # pairs are few and trees are cheap: a thread pool would cost more than it gives
    return runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def raw_scores(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the trees say of rows of features: log odds before calibration, shape (pairs,)."""
    if not len(rows):
        return np.zeros(0)
    return np.asarray(_session().run(None, {"features": rows})[0], dtype=np.float64).reshape(-1)


def hopeless(raw: NDArray[np.float64], threshold: float) -> NDArray[np.bool_]:
    """Which pairs stay below the threshold whatever the pair network says; it need not read them."""
    return probabilities(raw, np.full(len(raw), np.inf)) < threshold


def probabilities(raw: NDArray[np.float64], read: NDArray[np.float64]) -> NDArray[np.float64]:
    """P(same question), shape (pairs,), from the scores of the trees and of the pair network (`pairnet.scores`).

    The network is believed up to `BEST_READ` only: it may sink a pair, but not lift one that the trees think little of.
    Calibrated on corpora that neither had seen (docs/model-cards/matcher.md).
    """
    return chances(log_odds(raw, read))


def log_odds(
    raw: NDArray[np.float64], read: NDArray[np.float64], calibration: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """The same as log odds; with the calibration of the card unless another is given."""
    of_trees, of_network, shift = card()["calibration"] if calibration is None else calibration
    return np.asarray(of_trees * raw + of_network * np.minimum(read, BEST_READ) + shift)


def chances(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log odds as probabilities."""
    return np.asarray(1.0 / (1.0 + np.exp(-odds)))


def forget() -> None:
    """Read the files again when they are next needed: training has written new ones."""
    card.cache_clear()
    _session.cache_clear()
