"""The pair network: do two statements answer the same question, word by word? (docs/model-cards/pairnet.md)

Three small readers over token states of the bundled encoder, whose scores are averaged: two of `pairnet_aligned`, which
set each word against those of the other statement that are nearest to it, and one of `pairnet_joint`, which reads both
statements in one go. Every pair is reckoned by itself, so that no score depends on its neighbours.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching import pairnet_aligned, pairnet_joint
from consilience.corpus.matching.pairnet_tokens import read
from consilience.corpus.matching.pairnet_view import View, view_of
from consilience.model import Fact
from consilience.operators import OperatorError

DECIMALS = 3  # of a score: the last digits of a sum of floats may differ between machines


def scores(pairs: Sequence[tuple[Fact, Fact]]) -> NDArray[np.float64]:
    """How far the facts of each pair answer the same question: log odds, shape (pairs,), symmetric in the two facts.

    Not calibrated: the odds are those among the training pairs. Raises OperatorError when a file is missing or damaged.
    """
    return scores_of([(view_of(a), view_of(b)) for a, b in pairs])


def scores_of(pairs: Sequence[tuple[View, View]]) -> NDArray[np.float64]:
    """The same for texts that are read already."""
    return np.asarray(np.round(each_of(pairs).mean(axis=1), DECIMALS), dtype=np.float64)


def each_of(pairs: Sequence[tuple[View, View]]) -> NDArray[np.float64]:
    """What each reader says, shape (pairs, 3): the aligned ones, the joint one."""
    ordered = [(min(pair, key=_order), max(pair, key=_order)) for pair in pairs]
    views = list(dict.fromkeys(view for pair in ordered for view in pair))
    if not views:
        return np.zeros((0, 3))
    known = {views[place]: tokens for place, tokens in read(views)}
    places = {pair: place for place, pair in enumerate(dict.fromkeys(ordered))}
    told = [(known[a], known[b]) for a, b in places]
    said = [*(pairnet_aligned.scores(told, one) for one in weights()), pairnet_joint.scores(told, joint)]
    return np.asarray(np.stack(said, axis=1)[[places[pair] for pair in ordered]], dtype=np.float64)


def _order(view: View) -> tuple[str, int, int, int]:
    return view.text, view.head, view.start, view.end


@lru_cache(maxsize=1)
def card() -> dict[str, Any]:
    """The model card as data: checksums, training sets and held-back figures."""
    try:
        return dict(json.loads(_data("pairnet.json")))
    except ValueError as error:
        raise OperatorError("The pair network's card is damaged (pairnet.json); install consilience again.") from error


@lru_cache(maxsize=1)
def weights() -> tuple[pairnet_aligned.Weights, ...]:
    """The arrays of each aligned reader by name, in float32; they are stored in half precision.

    A name without a number in front is that of an array which all of them share.
    """
    with np.load(io.BytesIO(_verified("pairnet.npz")), allow_pickle=False) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    own = [{name.split(":")[1]: one for name, one in arrays.items() if name.startswith(f"{n}:")} for n in (0, 1)]
    shared = {name: one for name, one in arrays.items() if ":" not in name}
    return tuple({**shared, **one} for one in own)


def joint() -> bytes:
    """The network of the joint reader."""
    return _verified("pairnet.onnx")


def _verified(name: str) -> bytes:
    data = _data(name)
    if sha256(data).hexdigest() != card()["sha256"].get(name):
        raise OperatorError(f"The pair network's weights are damaged ({name}); install consilience again.")
    return data


def _data(name: str) -> bytes:
    try:
        return (files("consilience.corpus.matching") / "data" / name).read_bytes()
    except FileNotFoundError as error:
        raise OperatorError(f"The pair network's file {name} is missing; install consilience again.") from error
