"""What the features of a claim say of it: two logistic models (docs/model-cards/support.md).

`support`: is the claim supported? `contradiction`: if it is not, does the evidence contradict it, or say nothing of it?
Their weights are in data/support.json; training/train_support.py makes them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from consilience.answer.support_features import NAMES
from consilience.operators import OperatorError

_DECIMALS = 3  # of a probability: the last digits of a sum of floats may differ between machines

_FAR = 30.0  # log odds beyond which nothing changes


@lru_cache(maxsize=1)
def card() -> dict[str, Any]:
    """The model card as data: version, features, weights, training sets and figures of rows left out."""
    try:
        return dict(json.loads(_data("support.json")))
    except ValueError as error:
        raise OperatorError("The card of the support model is damaged (support.json); install it again.") from error


def supported(features: Sequence[float]) -> float:
    """P(supported)."""
    return _probability("support", features)


def contradicted(features: Sequence[float]) -> float:
    """P(contradicted) of a claim that is not supported."""
    return _probability("contradiction", features)


def _probability(name: str, features: Sequence[float]) -> float:
    weights, shift = _weights(name)
    odds = math.fsum(weight * one for weight, one in zip(weights, features, strict=True)) + shift
    return round(1 / (1 + math.exp(-min(max(odds, -_FAR), _FAR))), _DECIMALS)


@lru_cache(maxsize=2)
def _weights(name: str) -> tuple[tuple[float, ...], float]:
    if tuple(card()["features"]) != NAMES:
        raise OperatorError(
            "The support model was trained on other features than this version computes; run training/train_support.py."
        )
    model = card()["models"][name]
    return tuple(map(float, model["weights"])), float(model["shift"][0])


def _data(name: str) -> bytes:
    try:
        return (files("consilience.answer") / "data" / name).read_bytes()
    except FileNotFoundError as error:
        raise OperatorError(f"The support model's file {name} is missing; install consilience again.") from error
