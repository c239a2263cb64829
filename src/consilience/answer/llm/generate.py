"""G by a language model: an answer with citations out of the passages, or an abstention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from consilience.answer.generate import EmbeddedGenerator
from consilience.answer.generate_text import ABSTAINS
from consilience.answer.llm.passages import Cited, Shown
from consilience.llm import Account, Failed, Form, Request, ask, prompt
from consilience.llm.material import framed
from consilience.model import Answer, OperatorSpec, Passage
from consilience.operators import OperatorFailure

VERSION = "1"


class Written(Form):
    """The reply: an answer with its citations, or an abstention without either."""

    abstained: bool
    answer: str = Field(default="", max_length=20_000)
    citations: list[Cited] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LlmGenerator:
    """Answers out of the evidence alone. Raises OperatorFailure where no usable reply came."""

    llm: Account

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("G", "llm", VERSION, self.llm.described("answer"))

    def answer(self, question: str, evidence: Sequence[Passage]) -> Answer:
        """Without a passage that has text no model is asked: there is nothing to answer from."""
        shown = Shown(tuple(evidence))
        if not any(one.text.strip() for one in evidence):
            return Answer(ABSTAINS, abstained=True)
        content = f"{framed('question', question)}\n\n{shown.text}"
        (reply,) = ask(self.llm, [Request(prompt("answer"), content, Written, lambda one: _wrong(one, shown))])
        if self.llm.dry:
            return EmbeddedGenerator().answer(question, evidence)
        if isinstance(reply, Failed):
            raise OperatorFailure(reply.reason)
        if reply.abstained:
            return Answer(ABSTAINS, abstained=True)
        found = [shown.find(one) for one in reply.citations]
        self.llm.note(dropped=sum(one is None for one in found))
        return Answer(reply.answer.strip(), shown.found(reply.citations))


@dataclass(frozen=True, slots=True)
class HybridGenerator:
    """The embedded generator answers; where it abstains over evidence that is there, the model is asked."""

    llm: Account
    encoder: str = "embedded"

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("G", "hybrid", VERSION, (("encoder", self.encoder), *self.llm.described("answer")))

    def answer(self, question: str, evidence: Sequence[Passage]) -> Answer:
        proposed = EmbeddedGenerator(self.encoder).answer(question, evidence)
        if not proposed.abstained:
            self.llm.note(saved=1)
            return proposed
        return LlmGenerator(self.llm).answer(question, evidence)


def _wrong(reply: Written, shown: Shown) -> str:
    if reply.abstained:
        return "An abstention has no answer; set abstained to false or empty it." if reply.answer.strip() else ""
    if not reply.answer.strip():
        return "There is no answer; if the passages have none, set abstained to true."
    if not shown.found(reply.citations):
        return "No citation stands in its passage; copy whole sentences exactly and give the number of the passage."
    return ""
