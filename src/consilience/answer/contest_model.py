"""The weights by which two values are told to be a conflict about a question (docs/model-cards/contest.md).

data/contest.json has a logistic model for each way to read a pair, by the network and by words;
training/train_contest.py makes it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from consilience.operators import OperatorError

_FILE = "answer/data/contest.json"
_DECIMALS = 4  # of a probability: the last digits of a sum of floats may differ between machines
_FAR = 30.0  # log odds beyond which nothing changes


def probability(model: str, names: tuple[str, ...], features: Sequence[float]) -> float:
    """P(both values answer the question), in [0, 1], by the model of that name for the features of these names.

    Raises OperatorError when the file is damaged or was made for other features.
    """
    weights, shift = _weights(model, names)
    return _of_odds(shift + math.fsum(weight * value for weight, value in zip(weights, features, strict=True)))


def at_most(model: str, names: tuple[str, ...], low: Sequence[float], high: Sequence[float]) -> float:
    """The highest probability of all features that lie between two bounds. Raises OperatorError as `probability`."""
    weights, shift = _weights(model, names)
    best = (weight * (least if weight < 0 else most) for weight, least, most in zip(weights, low, high, strict=True))
    return _of_odds(shift + math.fsum(best))


def _of_odds(odds: float) -> float:
    return round(1 / (1 + math.exp(-max(min(odds, _FAR), -_FAR))), _DECIMALS)


@lru_cache(maxsize=4)
def _weights(model: str, names: tuple[str, ...]) -> tuple[tuple[float, ...], float]:
    card = _card()
    if tuple(card["features"]) != names:
        raise OperatorError(f"The model of contested evidence was fitted on other features ({_FILE}).")
    told = card["models"][model]
    return tuple(map(float, told["weights"])), float(told["shift"])


def _card() -> dict[str, Any]:
    try:
        return dict(json.loads((files("consilience.answer") / "data" / "contest.json").read_text("utf-8")))
    except (OSError, ValueError) as error:
        raise OperatorError(
            f"The model of contested evidence cannot be read ({_FILE}); install consilience again."
        ) from error
