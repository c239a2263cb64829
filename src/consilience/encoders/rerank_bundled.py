"""The bundled reranker: late interaction on the token states of the bundled encoder, no further model, no network.

For each word piece of the question the nearest one of the passage is looked up; the score is the mean of these
cosines (the sum of maxima of Khattab and Zaharia, "ColBERT", SIGIR 2020, with an encoder that was not trained for it,
divided by the number of pieces). A vector of a whole passage blurs what one sentence of it says; this does not.
Nothing is fitted. What it is worth: docs/benchmarks.md, Retrieval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from consilience.encoders.bundled import BundledEncoder
from consilience.encoders.token_states import states
from consilience.model import OperatorSpec
from consilience.operators import Vectors

VERSION = "1"
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
        asked, *read = states([question, *distinct])
        known = {text: _nearest(asked, one) for text, one in zip(distinct, read, strict=True)}
        return [known[text] for text in passages]


def _nearest(question: Vectors, passage: Vectors) -> float:
    """The mean over the question's pieces of the cosine to the nearest piece of the passage."""
    if not len(question) or not len(passage):
        return _NOTHING
    return float((question @ passage.T).max(axis=1).mean())
