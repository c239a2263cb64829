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
        with self._lock:
            missing = [text for text in dict.fromkeys(texts) if text not in self._rows]
        fresh = dict(zip(missing, self.encoder.encode(missing), strict=True)) if missing else {}
        with self._lock:
            rows = [fresh[text] if text in fresh else self._rows.get(text) for text in texts]
            self._keep(texts, fresh)
        lost = sorted({text for text, row in zip(texts, rows, strict=True) if row is None})  # another thread was faster
        again = dict(zip(lost, self.encoder.encode(lost), strict=True)) if lost else {}
        found = [again[text] if row is None else row for text, row in zip(texts, rows, strict=True)]
        return np.stack(found) if found else np.zeros((0, self.encoder.dimension), np.float32)

    def _keep(self, texts: Sequence[str], fresh: dict[str, NDArray[np.float32]]) -> None:
        self._rows.update(fresh)
        for text in texts:
            if text in self._rows:
                self._rows.move_to_end(text)
        while len(self._rows) > _KEPT:
            self._rows.popitem(last=False)


@lru_cache(maxsize=4)
def _memory(encoder: str) -> _Memory:
    return _Memory(WordVectors() if encoder == WORDS else load_encoder(encoder))


def vectors_of(texts: Sequence[str], encoder: str = "embedded") -> Vectors:
    """Unit vectors of shape (len(texts), dimension), in the order of the texts. Raises OperatorError."""
    return _memory(encoder).of(texts)
