"""The shape of the grades that a log carries from another judge, in answers.jsonl and judge.json."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class GradeEntry(TypedDict):
    """What another judge said of the answer in the log: in [0, 1], or None with the reason."""

    name: str
    value: float | None
    reason: NotRequired[str | None]
    written: NotRequired[str | None]


class MeanEntry(TypedDict):
    """A mean and how many values it covers."""

    mean: float | None
    n: int


class ApartAnswer(TypedDict):
    """An answer that another judge calls good, and what lowers its ACS."""

    id: str | int
    value: float
    ACS: float
    justification: str


class Apart(TypedDict):
    """The answers graded `at_least` so much whose ACS is `ACS_at_most`, the widest apart first."""

    at_least: float
    ACS_at_most: float
    n: int
    answers: list[ApartAnswer]


class Unmeasured(TypedDict):
    """A grade without a value, and why."""

    id: str | int
    reason: str


class UnmeasuredGrades(TypedDict):
    """How many grades have no value, and the first of them."""

    n: int
    answers: list[Unmeasured]


class GradesEntry(TypedDict):
    """The grades of one name that a log carries, beside the ACS of the same answers."""

    name: str
    given: int
    value: MeanEntry
    ACS: MeanEntry
    apart: Apart | None
    not_measured: UnmeasuredGrades
