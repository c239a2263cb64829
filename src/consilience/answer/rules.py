"""J by rules: the judge without a network (docs/answers.md, "By rules alone").

The steps, the records and the formula are those of the embedded judge (answer/judge.py). Nearness is that of words
(answer/vectors_words.py), verdicts are those of answer/rules_support.py, and pairs of values are read by their words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from consilience.answer import evidence as reading
from consilience.answer.judge import audited
from consilience.answer.rules_support import verdicts
from consilience.answer.vectors import WORDS
from consilience.model import AnswerAudit, OperatorSpec, Passage


@dataclass(frozen=True, slots=True)
class RulesJudge:
    """Many times as fast as the embedded judge; blind to what is said in other words."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("J", "rules", "1")

    def judge(self, question: str, answer: str, evidence: Sequence[Passage]) -> AnswerAudit:
        """The audit of one answer; never raises for what question, answer or evidence hold."""
        return audited(question, answer, reading.read(evidence, WORDS), verdicts)
