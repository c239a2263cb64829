"""The bundled reranker: late interaction on the token states of the bundled encoder, no further model, no network.

For each word piece of the question the nearest one of the passage is looked up; the score is the mean of these
cosines (the sum of maxima of Khattab and Zaharia, "ColBERT", SIGIR 2020, with an encoder that was not trained for it,
divided by the number of pieces). A vector of a whole passage blurs what one sentence of it says; this does not.
Nothing is fitted. What it is worth: docs/benchmarks.md, Retrieval.

Reading the passages is all the cost, so that those read last are kept: the questions of a file find the same ones again
and again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from consilience.encoders.bundled import BundledEncoder
from consilience.encoders.token_states import states
from consilience.model import OperatorSpec
from consilience.operators import Vectors

VERSION = "2"  # 2: states in half precision
_KEPT = 64_000  # word pieces, about 50 MB: some 500 passages
_NOTHING = -1.0  # the lowest cosine: for a passage, or a question, without a word


@dataclass(frozen=True, slots=True)
class BundledReranker:
    """The operator `embedded` of role reranker. English; 254 word pieces of a passage are read; scores in [-1, 1]."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("reranker", "embedded", VERSION, BundledEncoder().spec.settings)

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score a passage. Raises OperatorError when the model's files are missing."""
        distinct = list(dict.fromkeys(passages))
        (asked,) = states([question])
        read = _memory.of(distinct)
        known = {text: _nearest(asked, one) for text, one in zip(distinct, read, strict=True)}
        return [known[text] for text in passages]


class _Memory:
    """The states of the passages read last, in half precision: fresh or kept, a passage has the same ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, NDArray[np.float16]] = OrderedDict()
        self._pieces = 0
        self._lock = Lock()

    def of(self, texts: Sequence[str]) -> list[NDArray[np.float16]]:
        """The states of distinct texts, each of shape (pieces, 384)."""
        with self._lock:
            known = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in texts if text not in known]
        fresh = [one.astype(np.float16) for one in states(missing)]
        known |= zip(missing, fresh, strict=True)
        with self._lock:
            for text, one in known.items():
                self._keep(text, one)
        return [known[text] for text in texts]

    def _keep(self, text: str, one: NDArray[np.float16]) -> None:
        self._pieces += 0 if text in self._kept else len(one) + 1
        self._kept[text] = one
        self._kept.move_to_end(text)
        while self._pieces > _KEPT:
            _, last = self._kept.popitem(last=False)
            self._pieces -= len(last) + 1


_memory = _Memory()


def _nearest(question: Vectors, passage: NDArray[np.float16]) -> float:
    """The mean over the question's pieces of the cosine to the nearest piece of the passage."""
    if not len(question) or not len(passage):
        return _NOTHING
    cosine = float((question @ passage.astype(np.float32).T).max(axis=1).mean())
    return min(1.0, max(-1.0, cosine))  # half precision carries it a digit outside
