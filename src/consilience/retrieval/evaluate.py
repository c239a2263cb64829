"""A file of queries to their evidence and its scores: what `consilience eval` does of level 2 (CONTRACT).

queries -> R(q) of each, as its own user may read it -> SS1, SSmu, SSsigma, k -> summaries, in all and by type
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from consilience.model import Chunk, OperatorSpec
from consilience.retrieval.errors import QuestionError
from consilience.retrieval.evaluation_records import answer_dict, evaluation_dict
from consilience.retrieval.queries import Query
from consilience.retrieval.search import Retrieval, Searcher
from consilience.settings import Settings
from consilience.stores import Access, Store

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A query with the evidence that it got; `access` is who asked."""

    query: Query
    access: Access
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All queries of a file with what the knowledge base gave for them. No clock: same input, same result."""

    version: str
    settings: Settings
    operators: tuple[tuple[str, OperatorSpec], ...]
    kb: str
    asked: tuple[Asked, ...]

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of answers.jsonl, in the order of the queries."""
        return (answer_dict(one.query, one.access, one.retrieval) for one in self.asked)

    def to_dict(self) -> dict[str, Any]:
        """The content of eval.json: plain values, keys in a fixed order, no NaN."""
        scored = [(one.query, one.retrieval) for one in self.asked]
        return evaluation_dict(self.version, self.settings, self.operators, self.kb, scored)


def evaluate(
    queries: Sequence[Query],
    store: Store,
    kb: str,
    settings: Settings,
    *,
    access: Access,
    show_withheld: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Ask every query. A query with roles of its own is asked for a user with those; all others for `access`.

    `kb` is the name of `store` for the record; a password in it is not kept. Raises QuestionError, which names the
    query, before the first is asked; StoreError for the store, OperatorError for the encoder or reranker.
    """
    asked = [(query, access if query.roles is None else Access(query.roles)) for query in queries]
    with store.read() as reader:
        searcher = Searcher(reader, settings)
        _check_roles(searcher, asked)
        done = tuple(_ask(searcher, asked, show_withheld, progress or _nobody))
        operators = tuple(sorted(searcher.specs.items()))
    return Evaluation(version("consilience"), settings, operators, kb, done)


def _check_roles(searcher: Searcher, asked: Sequence[tuple[Query, Access]]) -> None:
    for query, access in asked:
        try:
            searcher.check_roles(access)
        except QuestionError as error:
            if query.roles is None:
                raise
            raise QuestionError(f"Query '{query.id}': {error}") from error


def _ask(
    searcher: Searcher, asked: Sequence[tuple[Query, Access]], show_withheld: bool, progress: Progress
) -> Iterator[Asked]:
    # A passage that answers a thousand questions is held once.
    pool: dict[str, Chunk] = {}
    for done, (query, access) in enumerate(asked, 1):
        found = searcher.retrieve(query.question, access, show_withheld=show_withheld)
        shared = tuple(replace(one, chunk=pool.setdefault(one.chunk.id, one.chunk)) for one in found.retrieved)
        yield Asked(query, access, replace(found, retrieved=shared))
        progress(done)


def _nobody(done: int) -> None:
    return None
