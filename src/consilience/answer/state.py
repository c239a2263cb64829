"""The state of the evidence for a question: does it answer, does it not, or does it disagree?

A logistic model over `state_features`, fitted on the public rows of fitz-gov (training/train_state.py;
docs/model-cards/state.md). It judges the evidence as a whole, by its manner; which statements disagree is told by
answer/contest.py.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from consilience.answer.evidence import Evidence
from consilience.answer.state_features import NAMES, features
from consilience.operators import OperatorError

Name = Literal["sufficient", "insufficient", "conflicting"]
STATES: tuple[Name, ...] = ("sufficient", "insufficient", "conflicting")
_DECIMALS = 4  # of a probability: the last digits of a sum of floats may differ between machines


@dataclass(frozen=True, slots=True)
class State:
    """The likeliest state, and the probability of each in the order of `STATES`."""

    name: Name
    probabilities: tuple[float, float, float]


def state_of(question: str, evidence: Evidence) -> State:
    """The state of the evidence for a question; evidence without a statement is insufficient.

    Raises OperatorError when the encoder cannot be loaded or the model's file is damaged.
    """
    if evidence.empty:
        return State("insufficient", (0.0, 1.0, 0.0))
    return of_features(features(question, evidence))


def of_features(row: NDArray[np.float64]) -> State:
    """The same from features in the order of `NAMES`."""
    mean, weights, shift = _model()
    odds = weights @ (row - mean) + shift
    share = np.exp(odds - odds.max())
    share = share / share.sum()
    a, b, c = (round(float(one), _DECIMALS) for one in share)
    return State(STATES[int(np.argmax(odds))], (a, b, c))


@lru_cache(maxsize=1)
def _model() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Means of the features (f,), weights (3, f) and shift (3,)."""
    card = _card()
    if card.get("features") != list(NAMES):
        raise OperatorError("The model of the evidence's state was fitted on other features (answer/data/state.json).")
    mean, weights, shift = (np.array(card[name], dtype=np.float64) for name in ("mean", "weights", "shift"))
    return mean, weights, shift


def _card() -> dict[str, Any]:
    try:
        text = (files("consilience.answer") / "data" / "state.json").read_text("utf-8")
        return dict(json.loads(text))
    except (OSError, ValueError) as error:
        raise OperatorError(
            "The model of the evidence's state cannot be read (answer/data/state.json); install consilience again."
        ) from error
