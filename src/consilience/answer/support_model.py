"""What the features of a claim say of it: two logistic models (docs/model-cards/support.md).

`support`: is the claim supported? `contradiction`: if it is not, does the evidence contradict it, or say nothing of it?
Their weights are in data/support.json; training/train_support.py makes them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from consilience.answer.support_features import NAMES
from consilience.operators import OperatorError

_DECIMALS = 3  # of a probability: the last digits of a sum of floats may differ between machines
_FAR = 30.0  # log odds beyond which nothing changes


@dataclass(frozen=True)
class SupportModel:
    """`card`: version, features, weights, training sets and figures of rows left out."""

    card: Mapping[str, Any]

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
    """The model of the package. Raises OperatorError when its file is missing or damaged."""
    return stored(files("consilience.answer") / "data" / "support.json")


def stored(path: Traversable) -> SupportModel:
    """The model of a file. Raises OperatorError when it is missing, damaged, or of other features."""
    return SupportModel(_card(_bytes(path)))


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
