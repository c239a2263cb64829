"""A question to its evidence R(q): candidates, reranking, access control, scores (DESIGN section 2; paper section IV).

question -> vector -> 15 candidates -> reranked, 10 kept -> authorised -> R(q) -> SS1, SSmu, SSsigma, k

With `authorise = "pre"` the filter works inside the search, so that a user gets as many chunks as there are; with
"post", the order of the paper, forbidden chunks are taken out at the end, and k shrinks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience import scores
from consilience.encoders import encode_questions, load_encoder, load_reranker
from consilience.model import OperatorSpec, Retrieved
from consilience.operators import Encoder, OperatorError, Reranker
from consilience.retrieval.errors import QuestionError
from consilience.retrieval.fusion import fused
from consilience.retrieval.pages import embedded_text, encoder_name
from consilience.settings import Settings
from consilience.stores import AUDITOR, Access, Hit, Reader, StoreError

MOST_CHARACTERS = 20_000  # of a question


@dataclass(frozen=True, slots=True)
class Retrieval:
    """R(q) of one question with its scores; `withheld` is None unless an auditor asked for it."""

    question: str
    retrieved: tuple[Retrieved, ...]
    SS1: scores.Score
    SSmu: scores.Score
    SSsigma: scores.Score
    withheld: int | None = None

    @property
    def k(self) -> int:
        return len(self.retrieved)


class Searcher:
    """Level 2 over one open knowledge base: the operators are loaded once, for all questions."""

    def __init__(self, reader: Reader, settings: Settings) -> None:
        self._reader, self._settings = reader, settings.retrieval
        self._encoder: Encoder = load_encoder(settings.operators.encoder)
        self._reranker: Reranker | None = load_reranker(settings.operators.reranker)
        _check(reader, self._encoder)

    @property
    def specs(self) -> dict[str, OperatorSpec]:
        """Name, version and settings of the operators at work."""
        rerank = {} if self._reranker is None else {"reranker": self._reranker.spec}
        return {"encoder": self._encoder.spec} | rerank

    def retrieve(self, question: str, access: Access, *, show_withheld: bool = False) -> Retrieval:
        """R(q) for one who may read what `access` says.

        Raises QuestionError for a question that cannot be asked or a role that no document names.
        """
        asked = checked(question)
        self.check_roles(access)
        vector = encode_questions(self._encoder, [asked])[0]
        if self._settings.authorise == "post":
            kept = self._kept(asked, vector, AUDITOR)
            readable = self._reader.readable([one.chunk.id for one, _ in kept], access)
            found = [pair for pair in kept if pair[0].chunk.id in readable]
            withheld = len(kept) - len(found)
        else:
            found = self._kept(asked, vector, access)
            withheld = self._withheld(asked, vector, access) if show_withheld else 0
        return _told(asked, found, withheld if show_withheld else None)

    def _withheld(self, question: str, vector: NDArray[np.float32], access: Access) -> int:
        """Of the chunks that one who may read everything would get, how many this user may not."""
        ids = [one.chunk.id for one, _ in self._kept(question, vector, AUDITOR)]
        return len(ids) - len(self._reader.readable(ids, access))

    def _kept(self, question: str, vector: NDArray[np.float32], access: Access) -> list[tuple[Hit, float | None]]:
        found = self._candidates(question, vector, access)
        return self._reranked(question, found)[: self._settings.keep]

    def _candidates(self, question: str, vector: NDArray[np.float32], access: Access) -> list[Hit]:
        wanted = self._settings.candidates
        dense = self._reader.search(vector, wanted, access)
        if self._settings.mode == "dense":
            return dense
        return fused([dense, self._reader.keyword(question, vector, wanted, access)])[:wanted]

    def _reranked(self, question: str, found: Sequence[Hit]) -> list[tuple[Hit, float | None]]:
        if self._reranker is None or not found:
            return [(one, None) for one in found]
        told = self._reranker.score(question, [embedded_text(one.chunk) for one in found])
        if len(told) != len(found) or not all(math.isfinite(score) for score in told):
            raise OperatorError(f"The reranker '{self._reranker.spec.name}' did not give one number for each passage.")
        ordered = sorted(
            zip(map(float, told), found, strict=True),
            key=lambda pair: (-pair[0], -pair[1].similarity, pair[1].chunk.id),
        )
        return [(hit, score) for score, hit in ordered]

    def check_roles(self, access: Access) -> None:
        """Raises QuestionError for a role that no document names: a misspelt one would read as 'nothing found'."""
        info = self._reader.info
        for role in access.roles or ():
            if info.declared and role not in info.roles:
                raise QuestionError(f"No document of this knowledge base names the role '{role}'.")
            if not info.declared:
                raise QuestionError(
                    f"The role '{role}' has no meaning here: no document of this knowledge base declares roles."
                )


def checked(question: str) -> str:
    """The question with its white space in order. Raises QuestionError when there is none, or far too much."""
    asked = " ".join(question.split())
    if not asked:
        raise QuestionError("The question is empty.")
    if len(asked) > MOST_CHARACTERS:
        raise QuestionError(f"The question has {len(asked):,} characters; at most {MOST_CHARACTERS:,} are read.")
    if not any(map(str.isalnum, asked)):
        raise QuestionError("The question has no word in it.")
    return asked


def _told(question: str, found: Sequence[tuple[Hit, float | None]], withheld: int | None) -> Retrieval:
    similarities = [hit.similarity for hit, _ in found]
    return Retrieval(
        question=question,
        retrieved=tuple(
            Retrieved(rank, hit.chunk, hit.similarity, score) for rank, (hit, score) in enumerate(found, 1)
        ),
        SS1=scores.ss1(similarities),
        SSmu=scores.ss_mu(similarities),
        SSsigma=scores.ss_sigma(similarities),
        withheld=withheld,
    )


def _check(reader: Reader, encoder: Encoder) -> None:
    name = encoder_name(encoder)
    if (reader.info.encoder, reader.info.dimension) != (name, encoder.dimension):
        raise StoreError(
            f"The knowledge base was made with the encoder {reader.info.encoder}, not {name}; ask with that one "
            "(--encoder), or index anew into another --kb."
        )
