"""The reranker of the extra `hub`: any cross-encoder of sentence-transformers, from a folder or by name.

A cross-encoder reads question and passage together: slower than vectors, and usually the better judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock
from typing import Any

import numpy as np

from consilience.encoders.batching import clean
from consilience.encoders.hub import PACKAGE, fingerprint, opened, silence_hub
from consilience.model import OperatorSpec
from consilience.operators import OperatorError

VERSION = "1"

_loading = Lock()


@dataclass(frozen=True, slots=True)
class HubReranker:
    """The operator `hub` of role reranker; `hub:MODEL` in the settings. Scores are on the model's own scale.

    `model`: a folder, or the name of a model on this machine. `network`: may be fetched by that name.
    `batch`: pairs computed together. One at a time is the default because the last digits of a score depend on its
    neighbours in a batch, which a user may not be allowed to read.
    """

    model: str = ""
    network: bool = False
    batch: int = 1

    def __post_init__(self) -> None:
        if not self.model:
            raise OperatorError("The reranker 'hub' needs a model: write hub:MODEL, a name or a folder.")
        if self.batch < 1:
            raise OperatorError(f"The reranker 'hub' needs a batch of at least 1 pair, not {self.batch}.")
        if find_spec("sentence_transformers") is None:
            raise ImportError(f"The package {PACKAGE} is not installed.", name=PACKAGE)

    @property
    def spec(self) -> OperatorSpec:
        settings = (("batch", str(self.batch)), ("fingerprint", fingerprint(self.model)), ("model", self.model))
        return OperatorSpec("reranker", "hub", VERSION, settings)

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score a passage. Raises OperatorError when the model is not here, or gives more than one score."""
        if not passages:
            return []
        pairs = [(clean(question), clean(passage)) for passage in passages]
        with _loading:
            model = _model(self.model, self.network)
        scores = np.asarray(model.predict(pairs, batch_size=self.batch, show_progress_bar=False), np.float64)
        if scores.shape != (len(passages),):
            raise OperatorError(
                f"The model '{self.model}' is no reranker: it gives {scores[0].size} scores for a passage, not one."
            )
        return [float(score) for score in scores]


@lru_cache(maxsize=2)
def _model(name: str, network: bool) -> Any:
    silence_hub()
    from sentence_transformers import CrossEncoder  # type: ignore[import-not-found,unused-ignore]

    return opened(CrossEncoder, name, network)
