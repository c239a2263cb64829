"""Levels 2 and 3 for one question, top to bottom (DESIGN section 2).

question -> R(q), as its user may read it -> G: answer with citations -> J: claims, evidence conflicts, ACS -> trace

Everything after the first arrow sees R(q) alone: what a user may not read can show in no answer, score or conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from consilience.answer.entries import acs
from consilience.answer.team import answered, assemble, judged
from consilience.answer.trace import NOTHING_KNOWN, Known
from consilience.answer.withdraw import Withdrawal, without
from consilience.llm import Account, Spending
from consilience.model import Answer, AnswerAudit, ContestedValue, OperatorSpec, Passage, Retrieved
from consilience.retrieval.search import Retrieval, Searcher
from consilience.settings import Settings
from consilience.stores import Access, Reader


@dataclass(frozen=True, slots=True)
class Response:
    """What a question got. Without a generator `answer` and `audit` are None; without an answer of it, `answer` is.

    `spending` is told where this question was all that was asked.
    """

    retrieval: Retrieval
    answer: Answer | None = None
    audit: AnswerAudit | None = None
    spending: Spending | None = None


class Responder:
    """Levels 2 and 3 over one open knowledge base: the operators are loaded once, for all questions.

    `known` are the conflicts of an audit, by which evidence conflicts get their ids.
    """

    def __init__(
        self, reader: Reader, settings: Settings, known: Known = NOTHING_KNOWN, account: Account | None = None
    ) -> None:
        team = assemble(settings, account=account)  # before the search: it says which key is missing, and asks nobody
        self._searcher = Searcher(reader, settings)
        self._generator, self._judge, self.team = team.generator, team.judge, team
        self._known = known

    @property
    def specs(self) -> dict[str, OperatorSpec]:
        """Name, version and settings of the operators at work."""
        third = {} if self._generator is None else {"generator": self._generator.spec, "judge": self._judge.spec}
        return self._searcher.specs | third

    def check_roles(self, access: Access) -> None:
        """Raises QuestionError for a role that no document names."""
        self._searcher.check_roles(access)

    def respond(self, question: str, access: Access, *, show_withheld: bool = False) -> Response:
        """Levels 2 and 3. Raises QuestionError for a question that cannot be asked."""
        return self.answer(self.retrieve(question, access, show_withheld=show_withheld))

    def retrieve(self, question: str, access: Access, *, show_withheld: bool = False) -> Retrieval:
        """Level 2 alone. Raises QuestionError for a question that cannot be asked."""
        return self._searcher.retrieve(question, access, show_withheld=show_withheld)

    def answer(self, found: Retrieval) -> Response:
        """Level 3 on what was retrieved; a failing G or J is told in the audit. Safe to call from several threads."""
        return Response(found, *self._answered(found.question, passages(found.retrieved)))

    def withdrawn(self, response: Response) -> tuple[Withdrawal, ...]:
        """What if: each side of each evidence conflict taken out of the evidence, and the question answered again."""
        conflicts = () if response.audit is None else response.audit.conflicts
        return tuple(
            self._without(response.retrieval, number, side)
            for number, conflict in enumerate(conflicts)
            for side in conflict.values
        )

    def _without(self, found: Retrieval, conflict: int, side: ContestedValue) -> Withdrawal:
        left = without(passages(found.retrieved), side.quotes)
        _, audit = self._answered(found.question, left)
        assert audit is not None  # there was a conflict, so there is a generator
        return Withdrawal(conflict, side.value, audit.status, acs(audit))

    def _answered(self, question: str, evidence: Sequence[Passage]) -> tuple[Answer | None, AnswerAudit | None]:
        if self._generator is None:
            return None, None
        answer = answered(self._generator, question, evidence)
        if isinstance(answer, str):
            return None, AnswerAudit("judge_failed", f"There is no answer to judge: {answer}")
        audit = judged(self._judge, question, answer.text, evidence)
        if not evidence and audit.parts is None:  # there was nothing to abstain over
            audit = replace(audit, status="no_evidence")
        return answer, self._traced(audit)

    def _traced(self, audit: AnswerAudit) -> AnswerAudit:
        return replace(audit, conflicts=tuple(map(self._known.joined, audit.conflicts)))


def passages(retrieved: Sequence[Retrieved]) -> tuple[Passage, ...]:
    """R(q) as evidence: the texts of the chunks, each with its place in its document."""
    chunks = [one.chunk for one in retrieved]
    return tuple(Passage(one.doc, one.text, one.start, one.title, one.section, one.id) for one in chunks)
