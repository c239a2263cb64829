"""What a logged answer is, whichever tool logged it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from consilience.model import NotMeasured

# What the scores of a log mean: a similarity in [0, 1], a cosine in [-1, 1], or 1 minus the cosine.
Metric = Literal["similarity", "cosine", "cosine-distance"]


class RecordsError(Exception):
    """Records cannot be read or none can be judged; the message is one plain sentence for the user."""


@dataclass(frozen=True, slots=True)
class Context:
    """A passage as it was logged. `similarity` is what the log itself calls so, `score` a number whose meaning only
    `--metric` can tell; None where there is none, NotMeasured where what stands there is no finite number.
    """

    text: str
    doc: str
    similarity: float | NotMeasured | None = None
    score: float | NotMeasured | None = None


@dataclass(frozen=True, slots=True)
class Grade:
    """What another judge said of an answer, as its log has it: `value` in [0, 1], or None with the `reason` why it
    cannot be told. `written` is how the log says it, shortened.
    """

    name: str
    value: float | None
    reason: str | None
    written: str


@dataclass(frozen=True, slots=True)
class Record:
    """A question with its answer and evidence; `place` is where it stands ("line 3"). A log may lack the question.

    `grades` are those of another judge that the log carries.
    """

    place: str
    id: str
    question: str
    answer: str
    contexts: tuple[Context, ...]
    reference: str | None = None
    type: str | None = None
    grades: tuple[Grade, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that cannot be judged, and why, as the end of a sentence."""

    place: str
    reason: str
