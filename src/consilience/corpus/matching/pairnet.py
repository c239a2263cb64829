"""The pair network: do two statements answer the same question, word by word? (docs/model-cards/pairnet.md)

Two small readers over token states of the bundled encoder: `pairnet_aligned` sets each word against those of the other
statement that are nearest to it; where that leaves it open, `pairnet_joint` reads both statements in one go, and the
scores are averaged. Every pair is reckoned by itself, so that no score depends on its neighbours.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.matching import pairnet_aligned, pairnet_joint
from consilience.corpus.matching.pairnet_tokens import Tokens, read
from consilience.corpus.matching.pairnet_view import View, view_of
from consilience.model import Fact
from consilience.operators import OperatorError

Reader = Callable[[Sequence[View]], Iterable[tuple[int, Tokens]]]

OPEN = -1.0  # log odds from which the joint reader is asked; it costs most, and hardly ever turns a clearer no
DECIMALS = 3  # of a score: the last digits of a sum of floats may differ between machines


def scores(pairs: Sequence[tuple[Fact, Fact]]) -> NDArray[np.float64]:
    """How far the facts of each pair answer the same question: log odds, shape (pairs,), symmetric in the two facts.

    Not calibrated: the odds are those among the training pairs. Raises OperatorError when a file is missing or damaged.
    """
    return scores_of([(view_of(a), view_of(b)) for a, b in pairs])


def scores_of(pairs: Sequence[tuple[View, View]], reader: Reader = read) -> NDArray[np.float64]:
    """The same for texts as the network reads them; `reader` gives their tokens."""
    return np.asarray(np.round(each_of(pairs, reader=reader).mean(axis=1), DECIMALS), dtype=np.float64)


def each_of(pairs: Sequence[tuple[View, View]], asked_from: float = OPEN, reader: Reader = read) -> NDArray[np.float64]:
    """What each reader says, shape (pairs, 2): aligned, joint; the aligned one twice where the other was not asked."""
    ordered = [(min(pair, key=_order), max(pair, key=_order)) for pair in pairs]
    views = list(dict.fromkeys(view for pair in ordered for view in pair))
    if not views:
        return np.zeros((0, 2))
    known = {views[place]: tokens for place, tokens in reader(views)}
    places = {pair: place for place, pair in enumerate(dict.fromkeys(ordered))}
    told = [(known[a], known[b]) for a, b in places]
    aligned = pairnet_aligned.scores(told, weights())
    both = np.stack([aligned, aligned], axis=1)
    unsure = np.nonzero(aligned >= asked_from)[0]
    both[unsure, 1] = pairnet_joint.scores([told[place] for place in unsure.tolist()], joint)
    return np.asarray(both[[places[pair] for pair in ordered]], dtype=np.float64)


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
def weights() -> pairnet_aligned.Weights:
    """The arrays of the aligned reader by name, in float32; they are stored in half precision."""
    with np.load(io.BytesIO(_verified("pairnet.npz")), allow_pickle=False) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


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
