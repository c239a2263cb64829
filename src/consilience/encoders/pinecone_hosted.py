"""Encoders that Pinecone hosts: `pinecone:MODEL`, over the official client (the paper: multilingual-e5-large, 1,024
dimensions).

Every text that is encoded is sent to Pinecone. The service is told which texts are passages and which are questions,
and marks them as the model was trained. It counts pieces in a way of its own, so that a text that it refuses as too
long is halved until it is taken, and the vectors are averaged: nothing is cut off unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from consilience.encoders.batching import encode_distinct
from consilience.encoders.pinecone_client import TooLarge, check, connected, plain_errors
from consilience.encoders.windows import averaged, halves
from consilience.model import OperatorSpec
from consilience.operators import OperatorError, Vectors

if TYPE_CHECKING:
    from pinecone import Pinecone

VERSION = "1"
_BATCH = 96  # texts of a request, where the service does not say how many it takes
_NEVER_LONG = 500  # characters: a text that is refused though it is no longer was not refused for its length
_BLANK = "-"  # in the place of a text without a character, which the service does not take

_Form = Literal["passage", "query"]
_Row = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PineconeEncoder:
    """The operator `pinecone` of role encoder; `pinecone:MODEL` in the settings.

    The last digits of a vector are the service's: they may change from one day to the next. What languages a model
    knows is not known here. The key is read from PINECONE_API_KEY when it is needed, and not kept.
    """

    model: str = ""

    def __post_init__(self) -> None:
        check("encoder", self.model, "multilingual-e5-large")

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("encoder", "pinecone", VERSION, (("model", self.model),))

    @property
    def dimension(self) -> int:
        """As the service says. Raises OperatorError when it cannot be asked, or the model makes no dense vectors."""
        return _described(self.model).dimension

    @property
    def languages(self) -> frozenset[str]:
        return frozenset()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of passages, float32, of shape (len(texts), dimension). Raises OperatorError."""
        return encode_distinct(texts, self.dimension, lambda distinct: self._encode(distinct, "passage"))

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The same for questions."""
        return encode_distinct(texts, self.dimension, lambda distinct: self._encode(distinct, "query"))

    def _encode(self, texts: list[str], form: _Form) -> Vectors:
        described, rows = _described(self.model), []
        with connected(self.model) as client:
            for start in range(0, len(texts), described.batch):
                batch = [text if text.strip() else _BLANK for text in texts[start : start + described.batch]]
                rows += _all(batch, lambda some: _embedded(client, described, some, form))
        return np.stack(rows)


@dataclass(frozen=True, slots=True)
class _Described:
    """What the service says of a model: dimensions of its vectors, texts that a request may have."""

    model: str
    dimension: int
    batch: int


@lru_cache(maxsize=8)
def _described(model: str) -> _Described:
    with connected(model) as client, plain_errors(model):
        told = client.inference.get_model(model=model)
    if told.vector_type != "dense" or not told.default_dimension:
        raise OperatorError(f"The model '{model}' of Pinecone makes no dense vectors, so it is no encoder.")
    return _Described(model, told.default_dimension, min(_BATCH, told.max_batch_size or _BATCH))


def _all(texts: list[str], ask: Callable[[list[str]], list[_Row]]) -> list[_Row]:
    """A vector a text. Where a request is refused, the text that is too long is found by halving, and halved."""
    try:
        return ask(texts)
    except TooLarge:
        middle = len(texts) // 2
        if middle:
            return _all(texts[:middle], ask) + _all(texts[middle:], ask)
        if len(texts[0]) <= _NEVER_LONG:
            raise
        parts = halves(texts[0])
        return list(averaged(np.stack(_all(list(parts), ask)), [parts]))


def _embedded(client: Pinecone, described: _Described, texts: list[str], form: _Form) -> list[_Row]:
    """One request. Raises OperatorError when it fails, or its answer is not one vector for each text."""
    with plain_errors(described.model):
        told = client.inference.embed(described.model, texts, {"input_type": form, "truncate": "NONE"})
    rows = [np.asarray(getattr(one, "values", ()), np.float64) for one in told.data]
    if told.model != described.model:  # vectors of two models cannot be compared
        raise OperatorError(f"Pinecone answered with the model '{told.model}' in the place of '{described.model}'.")
    if len(rows) != len(texts) or not all(_usable(row, described.dimension) for row in rows):
        raise OperatorError(f"Pinecone did not answer with one vector for each text (model '{described.model}').")
    return [(row / np.linalg.norm(row)).astype(np.float32) for row in rows]


def _usable(row: NDArray[np.float64], dimension: int) -> bool:
    return row.shape == (dimension,) and bool(np.isfinite(row).all()) and bool(row.any())
