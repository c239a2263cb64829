"""Operators: the parts of the framework that may be swapped, as small protocols, and the registry that finds them.

An operator is immutable, returns a value or raises `OperatorError`, and is named with version and settings (`spec`)
in every result it made. Implementations are found through entry points (`consilience.quality`, `consilience.facts`,
`consilience.encoder`, `consilience.reranker`), so that a stranger's operator comes in by the same door as ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from consilience.model import Answer, AnswerAudit, Document, Fact, OperatorSpec, Passage, Quality

Vectors = NDArray[np.float32]


class OperatorError(Exception):
    """An operator is unknown, cannot be loaded or cannot work at all; the message is a plain sentence for the user."""


class OperatorUnusable(OperatorError):
    """Found out at work: whatever the operator is asked next cannot go well either (no key, no credit, a ceiling)."""


class OperatorFailure(Exception):
    """An operator failed on this input and may do well on others; the message says why, in words."""


@runtime_checkable
class QualityOperator(Protocol):
    """Q: five scores in [0,1] for one document, without outside fact checking, with located findings."""

    @property
    def spec(self) -> OperatorSpec: ...

    def assess(self, document: Document) -> Quality: ...


@runtime_checkable
class FactAwareQuality(QualityOperator, Protocol):
    """A Q that can also judge a document by its facts, for instance by values that contradict each other in it."""

    def compare_facts(self, document: Document, quality: Quality, facts: Sequence[Fact]) -> Quality:
        """`quality`, which `assess` gave for the document, with what its facts add."""
        ...


@runtime_checkable
class CorpusQuality(QualityOperator, Protocol):
    """A Q that also judges documents beside each other: duplicates, shared boilerplate, what only some have."""

    def glance(self, document: Document) -> Any:
        """What `review` needs of a document: small, since all documents of a corpus are held at once."""
        ...

    def review(self, glances: Sequence[Any], texts: Sequence[str], qualities: Sequence[Quality]) -> Sequence[Quality]:
        """The qualities, in the same order, with what only the corpus as a whole shows."""
        ...


@runtime_checkable
class FactOperator(Protocol):
    """F: the facts (entity, relation, value) of one document, each with its source span."""

    @property
    def spec(self) -> OperatorSpec: ...

    def extract(self, document: Document) -> tuple[Fact, ...]: ...


@dataclass(frozen=True, slots=True)
class DoubtfulPair:
    """Two facts whose values differ, and how probable the matcher holds it that they answer the same question."""

    a: Fact
    b: Fact
    probability: float


@dataclass(frozen=True, slots=True)
class Settled:
    """The probability of a pair afterwards; `not_settled` says why it is as it was, where the operator failed."""

    probability: float
    not_settled: str = ""


@runtime_checkable
class PairSettler(FactOperator, Protocol):
    """An F that can also say of two facts whether they answer the same question, where the matcher is not sure."""

    @property
    def least(self) -> float:
        """The least probability of pairs that it wants to see, below the threshold of conflicts as a rule."""
        ...

    def settle(self, pairs: Sequence[DoubtfulPair]) -> Sequence[Settled]:
        """One answer for each pair, in their order."""
        ...


@runtime_checkable
class Encoder(Protocol):
    """text -> vector. `languages` are the ISO 639-1 codes it was trained for; empty means every language."""

    @property
    def spec(self) -> OperatorSpec: ...

    @property
    def dimension(self) -> int: ...

    @property
    def languages(self) -> frozenset[str]: ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension), in the order of the texts, however they are batched."""
        ...


@runtime_checkable
class QueryEncoder(Encoder, Protocol):
    """An encoder for which a question is not written as a passage is, as E5 marks the two ("query: ", "passage: ").

    `encode` is for passages, and for texts that are compared with each other.
    """

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, of shape (len(texts), dimension), to be compared with those of passages."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """(question, passage) -> how well the passage answers, on a scale of the reranker's own; higher is better.

    A score depends on the question and that passage alone: what another passage says, which the user perhaps may not
    read, must not show in it.
    """

    @property
    def spec(self) -> OperatorSpec: ...

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """One finite score a passage, in their order."""
        ...


@runtime_checkable
class Generator(Protocol):
    """G: an answer to a question out of its evidence, with citations; it abstains when the evidence has none."""

    @property
    def spec(self) -> OperatorSpec: ...

    def answer(self, question: str, evidence: Sequence[Passage]) -> Answer: ...


@runtime_checkable
class Judge(Protocol):
    """J: does an answer address the question, and is it supported by its evidence, uncontradicted?

    The verdict does not depend on the order of the evidence. An empty question is allowed (a log may lack it): then
    alignment counts as given.
    """

    @property
    def spec(self) -> OperatorSpec: ...

    def judge(self, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit: ...


ROLES = {
    "quality": "consilience.quality", "facts": "consilience.facts", "encoder": "consilience.encoder",
    "reranker": "consilience.reranker", "generator": "consilience.generator", "judge": "consilience.judge",
}  # fmt: skip


def available(role: str) -> tuple[str, ...]:
    """Registered names for a role, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=ROLES[role])}))


def load(
    role: str, name: str, settings: Mapping[str, Any] | None = None, *, offers: Mapping[str, Any] | None = None
) -> Any:
    """Build the operator registered as `name` for `role`; `settings` are its keyword arguments.

    `offers` are what a run has to give: the name of its `encoder`, the `llm` account. An operator gets those that its
    factory has a parameter for, a stranger's as ours. Raises OperatorError when the name is unknown or its extra is
    not installed.
    """
    try:
        factory = _point(role, name).load()
        wanted = {key: value for key, value in (offers or {}).items() if key in signature(factory).parameters}
        return factory(**wanted, **dict(settings or {}))
    except ImportError as error:
        missing = error.name or str(error)
        raise OperatorError(
            f"The {role} operator '{name}' needs '{missing}', which is not installed; "
            f"the extra is: pip install 'consilience[{name}]'."
        ) from error


def asks_models(role: str, name: str) -> bool:
    """Whether the operator takes the account of a language model. Raises OperatorError when the name is unknown."""
    try:
        return "llm" in signature(_point(role, name).load()).parameters
    except ImportError:
        return False  # `load` says what is missing


def _point(role: str, name: str) -> EntryPoint:
    points = [point for point in entry_points(group=ROLES[role]) if point.name == name]
    if not points:
        raise OperatorError(f"No {role} operator is called '{name}'; installed are: {', '.join(available(role))}.")
    return points[0]
