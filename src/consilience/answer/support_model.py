"""What the features of a claim say of it: two logistic models (docs/model-cards/support.md).

`support`: is the claim supported? `contradiction`: if it is not, does the evidence contradict it, or say nothing of it?
Their weights are in data/support.json, those of the reader, which gives some of the features, in
data/support_reader.npz; training/train_support.py makes both.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from consilience.answer.support_features import NAMES
from consilience.answer.support_reader import Weights
from consilience.operators import OperatorError

_DECIMALS = 3  # of a probability: the last digits of a sum of floats may differ between machines
_FAR = 30.0  # log odds beyond which nothing changes


@dataclass(frozen=True)
class SupportModel:
    """`card`: version, features, weights, training sets and figures of rows left out; `reader`: its arrays by name."""

    card: Mapping[str, Any]
    reader: Weights

    def supported(self, features: Sequence[float]) -> float:
        """P(supported)."""
        return self._probability("support", features)

    def contradicted(self, features: Sequence[float]) -> float:
        """P(contradicted) of a claim that is not supported."""
        return self._probability("contradiction", features)

    def _probability(self, name: str, features: Sequence[float]) -> float:
        told = self.card["models"][name]
        odds = math.fsum(weight * one for weight, one in zip(told["weights"], features, strict=True))
        odds += float(told["shift"][0])
        return round(1 / (1 + math.exp(-min(max(odds, -_FAR), _FAR))), _DECIMALS)


@lru_cache(maxsize=1)
def shipped() -> SupportModel:
    """The model of the package. Raises OperatorError when a file of it is missing or damaged."""
    return stored(files("consilience.answer") / "data")


def stored(folder: Traversable, suffix: str = "") -> SupportModel:
    """The model of a folder, support.json and support_reader.npz, with `suffix` before the ending. Raises OperatorError
    when a file is missing, damaged, of other features, or one is not of the other.
    """
    card = _card(_bytes(folder / f"support{suffix}.json"))
    weights = _bytes(folder / f"support_reader{suffix}.npz")
    if sha256(weights).hexdigest() != card["reader_sha256"]:
        raise OperatorError("The support reader's weights are damaged (support_reader.npz); install consilience again.")
    return SupportModel(card, _arrays(weights))


def _arrays(weights: bytes) -> Weights:
    """In float32; they are stored in half precision."""
    try:
        with np.load(io.BytesIO(weights), allow_pickle=False) as told:
            return {name: told[name].astype(np.float32) for name in told.files}
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        raise OperatorError(
            "The support reader's weights cannot be read (support_reader.npz); install consilience again."
        ) from error


def _card(text: bytes) -> dict[str, Any]:
    try:
        card = dict(json.loads(text))
    except ValueError as error:
        raise OperatorError(
            "The card of the support model is damaged (support.json); install consilience again."
        ) from error
    if tuple(card["features"]) != NAMES:
        raise OperatorError(
            "The support model was trained on other features than this version computes; run training/train_support.py."
        )
    return card


def _bytes(path: Traversable) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise OperatorError(f"The support model's file {path.name} is missing; install consilience again.") from error
