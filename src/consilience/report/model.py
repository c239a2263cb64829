"""The report model: the dict of `audit.json` (CONTRACT, schema consilience/audit/1), and the check that a dict is one.

Every renderer and the writer take this one shape. Keys the contract does not name are optional here, so a report can be
made from a run of an older version or of another program that keeps the contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NotRequired

from annotated_types import Len, MinLen
from typing_extensions import TypedDict

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA = "consilience/audit/1"


class Scores(TypedDict):
    """Scores in [0, 1]; None: not measured, with the reason in `not_measured`. `intervals`: bootstrap [low, high]."""

    IaDNI: float | None
    IeDCD: float | None
    CC: float | None
    weight: NotRequired[float]
    intervals: NotRequired[dict[str, Annotated[Sequence[float], Len(2, 2)] | None]]
    not_measured: NotRequired[dict[str, str]]


class Counts(TypedDict):
    """How much was read and compared."""

    documents: int
    words: int
    facts: int
    keys: int
    comparable_keys: int
    flagged_keys: int
    set_aside: int


class Finding(TypedDict):
    """What a quality detector found in a document; offsets count code points of the extracted text."""

    code: str
    dimension: str
    severity: str
    start: int
    end: int
    quote: str
    message: str
    advice: str


class DocumentEntry(TypedDict):
    """One document that was read. `IaDNI` and a dimension are None when they were not measured."""

    id: str
    words: int
    language: str
    IaDNI: float | None
    dimensions: dict[str, float | None]
    findings: list[Finding]
    title: NotRequired[str]
    format: NotRequired[str]
    not_measured: NotRequired[str | None]


class Assertion(TypedDict):
    """A place that asserts a value. `value_start`/`value_end` are offsets in the document, as `start`/`end` are."""

    doc: str
    start: int
    end: int
    quote: str
    section: str
    value: NotRequired[str]
    value_start: NotRequired[int]
    value_end: NotRequired[int]
    before: NotRequired[str]
    after: NotRequired[str]


class ValueEntry(TypedDict):
    """A value class: one value and every passage that asserts it, one or more."""

    value: str
    assertions: Annotated[list[Assertion], MinLen(1)]


class ConflictEntry(TypedDict):
    """A flagged key: documents disagree about (entity, relation). `confidence` in [0, 1]."""

    id: str
    entity: str
    relation: str
    kind: str
    confidence: float
    explanation: str
    values: Annotated[list[ValueEntry], MinLen(1)]


class SetAsideEntry(TypedDict):
    """A pair that looked like a conflict and was not flagged, and the reason."""

    entity: str
    relation: str
    reason: str
    explanation: str
    assertions: list[Assertion]


class SkippedEntry(TypedDict):
    """An input that was not read, and why."""

    path: str
    reason: str


class Audit(TypedDict):
    """The whole of audit.json. `timings` in seconds."""

    schema: str
    version: str
    settings: dict[str, Any]
    operators: dict[str, Any]
    scores: Scores
    counts: Counts
    documents: list[DocumentEntry]
    conflicts: list[ConflictEntry]
    set_aside: list[SetAsideEntry]
    skipped: list[SkippedEntry]
    timings: NotRequired[dict[str, float]]
    warnings: NotRequired[list[str]]


@cache  # pydantic is loaded when a run is read, not when the package is imported
def _adapter() -> TypeAdapter[Audit]:
    from pydantic import TypeAdapter

    return TypeAdapter(Audit)


def problem(audit: object) -> str | None:
    """What keeps `audit` from being a report model, as the end of a sentence; None when nothing does."""
    if not isinstance(audit, Mapping):
        return "it is not a JSON object"

    schema = audit.get("schema")
    if schema != SCHEMA:
        return f"its schema is {schema!r} and this version reads {SCHEMA!r}"
    from pydantic import ValidationError

    try:
        _adapter().validate_python(dict(audit), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"at '{place}': {first['msg'][0].lower()}{first['msg'][1:]}"
    return None
