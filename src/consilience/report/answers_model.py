"""The shape of a line of answers.jsonl (CONTRACT) and of the summary beside it, and the check that a dict has it.

Keys that CONTRACT does not name are optional: a run of an older version, or of another program that keeps the contract,
can be shown too. What was not measured is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired

from typing_extensions import TypedDict

from consilience.report.grades_model import GradeEntry, GradesEntry
from consilience.report.run_files import SUMMARIES

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class QuoteEntry(TypedDict):
    """Words of the evidence and the document they are from; offsets count code points of the document."""

    doc: str
    quote: str
    start: NotRequired[int | None]
    end: NotRequired[int | None]


class ClaimEntry(TypedDict):
    """One thing the answer claims, `answer[start:end]`, and the statements that decided about it.

    `against` are those that say otherwise, where they are kept apart from `evidence`.
    """

    text: str
    verdict: Literal["supported", "contradicted", "unsupported"]
    evidence: list[QuoteEntry]
    start: NotRequired[int | None]
    end: NotRequired[int | None]
    against: NotRequired[list[QuoteEntry]]
    reason: NotRequired[str | None]


class SideEntry(QuoteEntry):
    """A statement on one side of a conflict, with the value it gives."""

    value: str


class EvidenceConflictEntry(TypedDict):
    """Statements of the evidence that cannot all be true. `conflict_id` is the id in audit.json, if it is known."""

    values: list[SideEntry]
    conflict_id: str | None
    entity: NotRequired[str | None]
    relation: NotRequired[str | None]
    explanation: NotRequired[str | None]


class RetrievedEntry(TypedDict):
    """A passage of the evidence, best first."""

    doc: str
    rank: NotRequired[int | None]
    chunk: NotRequired[str | None]
    start: NotRequired[int | None]
    end: NotRequired[int | None]
    section: NotRequired[str | None]
    text: NotRequired[str | None]
    similarity: NotRequired[float | None]
    rerank: NotRequired[float | None]


class Side(TypedDict):
    """One side of a conflict."""

    value: str


class Without(TypedDict):
    """ACS with one side of a conflict withdrawn, or why there is none."""

    value: str
    ACS: float | None
    status: NotRequired[str | None]


class WhatIf(TypedDict):
    """A question that a conflict touches: its ACS now, and with each side withdrawn."""

    id: str | int
    ACS: float | None
    without: list[Without]


class MendEntry(TypedDict):
    """A conflict in the evidence with the documents to mend; `ACS_cost` is summed over the `questions` it touches."""

    conflict_id: str | None
    questions: int
    ACS_cost: float
    documents: list[str]
    values: list[Side]
    what_if: list[WhatIf]
    entity: NotRequired[str | None]
    relation: NotRequired[str | None]


class ScoreSettings(TypedDict):
    """How intervals are made."""

    bootstrap: NotRequired[int]
    seed: NotRequired[int]


class RunSettings(TypedDict):
    """The settings that the report needs."""

    scores: NotRequired[ScoreSettings]


class Summary(TypedDict):
    """What the report reads of eval.json or judge.json."""

    schema: str
    version: NotRequired[str]
    kb: NotRequired[str | None]
    settings: NotRequired[RunSettings]
    operators: NotRequired[dict[str, Any]]
    mend_first: NotRequired[list[MendEntry]]
    mend_first_total: NotRequired[int]
    grades: NotRequired[list[GradesEntry]]


class Parts(TypedDict):
    """The parts of ACS, each in [0, 1]."""

    alignment: float | None
    support: float | None
    contradiction: float | None


class AgreementParts(TypedDict):
    """How far answer and reference claim the same, each way, and what of the reference the answer leaves out."""

    correct: float
    complete: float
    left_out: list[str]


class AnswerEntry(TypedDict):
    """One question, what was found for it, what was answered, and what the judge said."""

    id: str | int
    question: str
    status: Literal["scored", "abstained", "no_evidence", "judge_failed"] | None
    answer: str | None
    k: int | None
    SS1: float | None
    SSmu: float | None
    SSsigma: float | None
    ACS: float | None
    retrieved: list[RetrievedEntry] | None
    citations: NotRequired[list[QuoteEntry] | None]
    parts: NotRequired[Parts | None]
    justification: NotRequired[str | None]
    claims: NotRequired[list[ClaimEntry] | None]
    evidence_conflicts: NotRequired[list[EvidenceConflictEntry] | None]
    withheld: NotRequired[int | None]
    type: NotRequired[str | None]
    reference: NotRequired[str | None]
    agreement: NotRequired[float | None]
    agreement_parts: NotRequired[AgreementParts | None]
    not_measured: NotRequired[dict[str, str] | None]
    grades: NotRequired[list[GradeEntry] | None]


@cache  # pydantic is loaded when a run is read, not when the package is imported
def _adapter(shape: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


def problem(answer: object) -> str | None:
    """What keeps `answer` from being a line of answers.jsonl, as the end of a sentence; None when nothing does."""
    return _fault(answer, AnswerEntry)


def summary_problem(summary: object, name: str) -> str | None:
    """The same for the summary of a run in the file called `name`."""
    schema = summary.get("schema") if isinstance(summary, Mapping) else None
    if isinstance(summary, Mapping) and schema != SUMMARIES[name]:
        return f"its schema is {schema!r} and this version reads {SUMMARIES[name]!r}"
    return _fault(summary, Summary)


def _fault(entry: object, shape: Any) -> str | None:
    from pydantic import ValidationError

    if not isinstance(entry, Mapping):
        return "it is not a JSON object"
    try:
        _adapter(shape).validate_python(dict(entry), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"at '{place}': {first['msg'][0].lower()}{first['msg'][1:]}"
    return None
