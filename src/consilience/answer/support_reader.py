"""The support reader: does the evidence say what a claim says, word by word? (docs/model-cards/support.md)

Small networks over the marks and states of each word (support_marks.py) tell how likely that word is wrong, in view of
its neighbours. One wrong word is enough, so that the worst words decide. Inference is numpy;
training/train_support.py makes the weights. The networks differ by their seed alone; their mean is taken.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from consilience.answer.support_marks import Marked
from consilience.answer.support_states import Floats

Weights = Mapping[str, Floats]  # arrays whose first axis are the networks

NAMES = ("reader", "reader_worst", "reader_worst_three")
FARTHEST = 6.0  # spreads from the mean beyond which a mark moves nothing
LARGEST = 15.0  # log odds of a word beyond which nothing changes


def read(claim: Marked, weights: Weights) -> list[float]:
    """Log odds that the claim is supported, of its worst word being wrong, and of its worst three on average; 0 where
    there is nothing to read."""
    if not len(claim.marks):
        return [0.0] * len(NAMES)
    told = [_told(claim, weights, place) for place in range(len(weights["shift"]))]
    return [float(one) for one in np.mean(told, axis=0)]


def _told(claim: Marked, weights: Weights, place: int) -> tuple[float, float, float]:
    w = {name: one[place] for name, one in weights.items()}
    wrong = _wrong(claim, w)
    highest = float(wrong.max())
    whole = highest + float(np.log(np.exp(wrong - highest).sum()))
    return float(w["shift"] - w["scale"] * whole), highest, float(np.sort(wrong)[-3:].mean())


def _wrong(claim: Marked, w: Weights) -> Floats:
    """Log odds of each word that it is wrong."""
    marks = np.clip((claim.marks - w["mean"]) / w["spread"], -FARTHEST, FARTHEST)
    own, other = (side @ w["view"] + w["view_bias"] for side in (claim.own, claim.other))
    seen = np.concatenate([marks, own, other, np.abs(own - other), own * other], axis=1)
    inner = np.pad(np.maximum(seen @ w["word"] + w["word_bias"], 0), ((1, 1), (0, 0)))
    around = np.concatenate([inner[:-2], inner[1:-1], inner[2:]], axis=1)
    compared = np.maximum(around @ w["around"] + w["around_bias"], 0)
    return np.asarray(np.minimum(compared @ w["wrong"] + w["wrong_bias"], LARGEST), np.float32)[:, 0]
