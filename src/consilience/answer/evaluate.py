"""A file of queries to their evidence, answers and scores: levels 2 and 3 of `consilience eval` (CONTRACT).

queries -> R(q) of each, as its own user may read it -> answer -> ACS -> what if a side of a conflict were withdrawn
-> summaries, in all and by type -> what to mend first
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from consilience.answer.entries import acs
from consilience.answer.evaluation_records import Asked, answer_dict, evaluation_dict
from consilience.answer.flow import Responder
from consilience.answer.mend import Mend, Met, Touched, mend_first
from consilience.answer.trace import NOTHING_KNOWN, Known
from consilience.llm import Account, Spending
from consilience.llm.abreast import abreast
from consilience.model import Chunk, OperatorSpec
from consilience.retrieval.errors import QuestionError
from consilience.retrieval.queries import Query
from consilience.retrieval.search import Retrieval
from consilience.settings import Settings
from consilience.stores import Access, Store

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All queries of a file with what the knowledge base gave for them. No clock: same input, same result."""

    version: str
    settings: Settings
    operators: tuple[tuple[str, OperatorSpec], ...]
    kb: str
    asked: tuple[Asked, ...]
    spending: Spending | None = None  # of operators that ask a language model

    @property
    def mend(self) -> tuple[Mend, ...]:
        """The conflicts that the questions ran into, the costliest first."""
        return mend_first([met for one in self.asked for met in _met(one)])

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of answers.jsonl, in the order of the queries."""
        return map(answer_dict, self.asked)

    def to_dict(self) -> dict[str, Any]:
        """The content of eval.json: plain values, keys in a fixed order, no NaN."""
        made = evaluation_dict(self.version, self.settings, self.operators, self.kb, self.asked, self.mend)
        return made | ({"llm": self.spending.to_dict()} if self.spending else {})


def evaluate(
    queries: Sequence[Query],
    store: Store,
    kb: str,
    settings: Settings,
    *,
    access: Access,
    known: Known = NOTHING_KNOWN,
    show_withheld: bool = False,
    progress: Progress | None = None,
    account: Account | None = None,
) -> Evaluation:
    """Ask every query. A query with roles of its own is asked for a user with those; all others for `access`.

    `kb` is the name of `store` for the record; a password in it is not kept. `known` are the conflicts of an audit of
    the same documents, `account` is that of the run. Raises QuestionError, which names the query, before the first is
    asked; StoreError for the store, OperatorError for an operator that cannot be loaded.
    """
    asked = [(query, access if query.roles is None else Access(query.roles)) for query in queries]
    with store.read() as reader:
        responder = Responder(reader, settings, known, account)
        _check_roles(responder, asked)
        before = responder.team.spending
        done = tuple(_ask(responder, asked, show_withheld, progress or _nobody))
        operators = tuple(sorted(responder.specs.items()))
        after = responder.team.spending
        spending = None if after is None or before is None else after.since(before)
    return Evaluation(version("consilience"), settings, operators, kb, done, spending)


def _check_roles(responder: Responder, asked: Sequence[tuple[Query, Access]]) -> None:
    for query, access in asked:
        try:
            responder.check_roles(access)
        except QuestionError as error:
            if query.roles is None:
                raise
            raise QuestionError(f"Query '{query.id}': {error}") from error


def _ask(
    responder: Responder, asked: Sequence[tuple[Query, Access]], show_withheld: bool, progress: Progress
) -> Iterator[Asked]:
    # A passage that answers a thousand questions is held once.
    pool: dict[str, Chunk] = {}

    def retrieved() -> Iterator[tuple[Query, Access, Retrieval]]:
        for query, access in asked:
            found = responder.retrieve(query.question, access, show_withheld=show_withheld)
            shared = tuple(replace(one, chunk=pool.setdefault(one.chunk.id, one.chunk)) for one in found.retrieved)
            yield query, access, replace(found, retrieved=shared)

    def answered(one: tuple[Query, Access, Retrieval]) -> Asked:
        query, access, found = one
        response = responder.answer(found)
        return Asked.of(query, access, response, responder.withdrawn(response))

    for done, one in enumerate(abreast(answered, retrieved(), responder.team.threads), 1):
        yield one
        progress(done)


def _met(asked: Asked) -> Iterator[Met]:
    """The conflicts in the evidence of a query, each with what its sides cost."""
    audit = asked.response.audit
    if audit is None:
        return
    for number, conflict in enumerate(audit.conflicts):
        sides = tuple(one for one in asked.withdrawn if one.conflict == number)
        yield Met(conflict, Touched(asked.query.id, acs(audit), sides))


def _nobody(done: int) -> None:
    return None
