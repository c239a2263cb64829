"""The rerankers that Pinecone hosts: `pinecone:MODEL`, over the official client (the paper: bge-reranker-v2-m3).

Question and passages are sent to Pinecone; with `authorise = "post"` also passages that the user may not read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from consilience.encoders.batching import clean
from consilience.encoders.pinecone_client import check, connected, plain_errors
from consilience.model import OperatorSpec
from consilience.operators import OperatorError

VERSION = "1"
_BATCH = 100  # passages of a request
_BLANK = "-"  # in the place of a passage without a character, which the service does not take


@dataclass(frozen=True, slots=True)
class PineconeReranker:
    """The operator `pinecone` of role reranker; `pinecone:MODEL` in the settings. Scores are on the model's own scale.

    What stands beyond the pieces that the model reads is left out (bge-reranker-v2-m3: 1,024, question and passage).
    """

    model: str = ""

    def __post_init__(self) -> None:
        check("reranker", self.model, "bge-reranker-v2-m3")

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("reranker", "pinecone", VERSION, (("model", self.model),))

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score a passage. Raises OperatorError when the service fails or its answer is not one score for each."""
        scores: list[float] = []
        if passages:
            with connected(self.model) as client:
                for start in range(0, len(passages), _BATCH):
                    scores += self._asked(client, question, passages[start : start + _BATCH])
        return scores

    def _asked(self, client: Any, question: str, passages: Sequence[str]) -> list[float]:
        sent = [clean(one) if one.strip() else _BLANK for one in passages]
        with plain_errors(self.model):
            told = client.inference.rerank(
                self.model, clean(question), sent, return_documents=False, parameters={"truncate": "END"}
            )
        if told.model != self.model:  # scores of two models cannot be compared
            raise OperatorError(f"Pinecone answered with the model '{told.model}' in the place of '{self.model}'.")
        found = {one.index: float(one.score) for one in told.data}
        if sorted(found) != list(range(len(sent))) or not all(map(math.isfinite, found.values())):
            raise OperatorError(f"Pinecone did not answer with one score for each passage (model '{self.model}').")
        return [found[index] for index in range(len(sent))]
