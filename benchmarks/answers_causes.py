"""Why a targeted question scores as it does: where on the way its conflict was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from answers_truth import holds

from consilience.answer import evidence
from consilience.answer.contest_asked import asked_about
from consilience.answer.contest_pairs import pairs
from consilience.answer.flow import passages
from consilience.model import AnswerAudit, Retrieved

Assertions = Sequence[Mapping[str, str]]

CAUSES = (
    "a side was not retrieved", "a side is not among the values read", "the values are not set against each other",
    "the pair is below the threshold", "told, but the answer rests on neither side", "told",
)  # fmt: skip


def cause(question: str, retrieved: Sequence[Retrieved], told: Assertions, audit: AnswerAudit, named: bool) -> str:
    """The first step at which the conflict was lost, of `CAUSES`."""
    if named:
        return CAUSES[5 if any(one.touches for one in audit.conflicts) else 4]
    found = evidence.read(passages(retrieved))
    if _sides(told, [(one.quote.doc, one.text) for one in found.statements]) < 2:
        return CAUSES[0]
    asked = asked_about(question, found)
    if _sides(told, [(one.said.quote.doc, one.said.text) for one in asked]) < 2:
        return CAUSES[1]
    together = [[(one.said.quote.doc, one.said.text) for one in (pair.a, pair.b)] for pair in pairs(asked)]
    return CAUSES[3 if any(_sides(told, pair) > 1 for pair in together) else 2]


def _sides(told: Assertions, said: Sequence[tuple[str, str]]) -> int:
    """How many different values of the conflict are quoted."""
    return len({one["value"] for one in told if any(holds(doc, text, one) for doc, text in said)})
