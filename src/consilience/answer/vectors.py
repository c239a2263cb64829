"""Vectors of short texts, kept between calls: the evidence of one question is often that of the next one too."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from consilience.answer.vectors_words import WordVectors
from consilience.encoders import Encoder, load_encoder
from consilience.operators import Vectors

WORDS = "words"  # the name of vectors that no encoder makes
_KEPT = 20_000  # vectors of one encoder, about 30 MB with the bundled one


class _Memory:
    """The vectors that were used last. An encoder gives a text the same vector every time, so that this only saves
    time.
    """

    def __init__(self, encoder: Encoder | WordVectors) -> None:
        self.encoder = encoder
        self._rows: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = Lock()

    def of(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.encoder.dimension), np.float32)
        known = self._known(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            encoded = self.encoder.encode(missing)
            known |= self._kept(missing, encoded)
            if len(missing) == len(texts):
                return encoded
        return np.stack([known[text] for text in texts])

    def _known(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Those of the texts that are kept, and from now on the last to go."""
        with self._lock:
            found = {text: self._rows[text] for text in texts if text in self._rows}
            for text in found:
                self._rows.move_to_end(text)
        return found

    def _kept(self, texts: Sequence[str], vectors: Vectors) -> dict[str, NDArray[np.float32]]:
        fresh = dict(zip(texts, vectors, strict=True))
        with self._lock:
            self._rows.update(fresh)
            while len(self._rows) > _KEPT:
                self._rows.popitem(last=False)
        return fresh


@lru_cache(maxsize=4)
def _memory(encoder: str) -> _Memory:
    return _Memory(WordVectors() if encoder == WORDS else load_encoder(encoder))


def vectors_of(texts: Sequence[str], encoder: str = "embedded") -> Vectors:
    """Unit vectors of shape (len(texts), dimension), in the order of the texts. Raises OperatorError."""
    return _memory(encoder).of(texts)
