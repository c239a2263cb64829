"""Operators applied to one document: which of their steps are made, and what stands where afterwards."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from consilience.model import Document, Skipped
from consilience.settings import ReadSettings
from consilience.study.chance import seeded
from consilience.study.degrade.formatting import FORMATTING
from consilience.study.degrade.irrelevant import IRRELEVANT
from consilience.study.degrade.operator import Operator, Plan, Step
from consilience.study.degrade.references import REFERENCES
from consilience.study.degrade.repetition import REPETITION
from consilience.study.degrade.terminology import TERMINOLOGY
from consilience.study.degrade.truncation import TRUNCATION
from consilience.study.edits import Edit, Span, apply, moved
from consilience.study.errors import StudyError
from consilience.study.material import reread

# In this order: where two want to change the same place, the earlier one does.
_ORDER = (TRUNCATION, REFERENCES, TERMINOLOGY, FORMATTING, REPETITION, IRRELEVANT)
OPERATORS: dict[str, Operator] = {operator.name: operator for operator in _ORDER}


@dataclass(frozen=True, slots=True)
class Change:
    """`text[before]` of the original became `copy[after]`; in an insertion `before` is empty, in a deletion `after`."""

    operator: str
    before: Span
    after: Span
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Degraded:
    """The copy and every change in it, in the order of the original text."""

    text: str
    changes: tuple[Change, ...]

    @property
    def operators(self) -> tuple[str, ...]:
        """Operators that changed something, in the order of `OPERATORS`."""
        made = {change.operator for change in self.changes}
        return tuple(name for name in OPERATORS if name in made)

    def moved(self, span: Span) -> Span | None:
        """Where a span of the original stands in the copy; None when any of it was cut off.

        So a value that was injected first is found again in a document that was degraded afterwards; a name in it may
        be written in another way there.
        """
        cut = [change.before[0] for change in self.changes if change.operator == TRUNCATION.name]
        if cut and span[1] > cut[0]:
            return None
        edits = [Edit(*change.before, change.new) for change in self.changes]
        return moved(edits, [change.after for change in self.changes], span)


def degrade_text(
    text: str, operators: Sequence[str], strength: float, seed: int = 0, *, format: str = "markdown"
) -> Degraded:
    """A Markdown or plain text with some of its structure spoilt; see `degrade_document`.

    Raises StudyError for an unknown operator, a strength outside [0, 1] and a text in which there is nothing to read.
    """
    read = reread(text, "text", format, ReadSettings())
    if isinstance(read, Skipped):
        raise StudyError(f"The text cannot be degraded: {read.reason}.")
    return degrade_document(read, operators, strength, seed)


def degrade_document(document: Document, operators: Sequence[str], strength: float, seed: int = 0) -> Degraded:
    """The document's text with the given operators applied; 0 changes nothing, 1 all that an operator can.

    The same arguments give the same copy, and the copies of two operators do not depend on each other. What a smaller
    strength changes, a greater one changes too, or cuts it off. Raises StudyError as `degrade_text` does.
    """
    chosen = [OPERATORS[name] for name in names_of(operators)]
    if not 0 <= strength <= 1:
        raise StudyError(f"The strength must be between 0 and 1, not {strength:g}.")
    plans = [(one, _named(one, one.plan(document, seeded(seed, document.id, one.name)))) for one in chosen]
    edits = _made(_apart(plans), strength)
    text, spans = apply(document.text, edits)
    changes = zip(edits, spans, strict=True)
    return Degraded(text, tuple(_change(document.text, edit, span) for edit, span in sorted(changes, key=_place)))


def names_of(operators: Iterable[str]) -> tuple[str, ...]:
    """The operators' names without repeats, in the order of `OPERATORS`. Raises StudyError for an unknown one."""
    wanted = list(operators)
    unknown = [name for name in wanted if name not in OPERATORS]
    if unknown or not wanted:
        said = f"No degradation operator is called '{unknown[0]}'" if unknown else "No degradation operator is named"
        raise StudyError(f"{said}; there are: {', '.join(OPERATORS)}.")
    return tuple(name for name in OPERATORS if name in wanted)


def _named(operator: Operator, plan: Plan) -> Plan:
    return tuple(tuple(replace(edit, operator=operator.name) for edit in step) for step in plan)


def _apart(plans: Sequence[tuple[Operator, Plan]]) -> list[tuple[Operator, Plan]]:
    """The plans without steps that overlap an earlier operator's. Decided at full strength, so that it is the same at
    every strength; truncation is no rival, because what it cuts off is lost anyway."""
    taken: list[Span] = []
    kept: list[tuple[Operator, Plan]] = []
    for operator, plan in plans:
        free = tuple(step for step in plan if not any(_overlaps(edit, taken) for edit in step))
        if operator is not TRUNCATION:
            taken = sorted([*taken, *((edit.start, edit.end) for step in free for edit in step)])
        kept.append((operator, free))
    return kept


def _overlaps(edit: Edit, taken: Sequence[Span]) -> bool:
    """Whether an edit shares a character with one of the sorted spans, or one would be inserted inside the other."""
    index = max(0, bisect_left(taken, (edit.start, edit.start)) - 1)
    while index < len(taken) and taken[index][0] <= edit.end:
        low, high = taken[index]
        shared = max(edit.start, low) < min(edit.end, high)
        if shared or low < edit.start == edit.end < high or edit.start < low == high < edit.end:
            return True
        index += 1
    return False


def _made(plans: Sequence[tuple[Operator, Plan]], strength: float) -> list[Edit]:
    """The edits of as many steps as the strength asks for; at least one of each operator, unless it is 0."""
    edits: list[Edit] = []
    cut: Edit | None = None
    for operator, plan in plans:
        steps: Sequence[Step] = plan[: math.ceil(strength * len(plan))]
        if operator is TRUNCATION and steps:
            cut = Edit(steps[-1][0].start, steps[0][0].end, "", operator.name)
        else:
            edits += [edit for step in steps for edit in step]
    if cut is None:
        return edits
    return [cut, *(edit for edit in edits if edit.end <= cut.start and edit.start < cut.start)]


def _place(changed: tuple[Edit, Span]) -> tuple[int, int, int]:
    edit, span = changed
    return edit.start, edit.end, span[0]


def _change(text: str, edit: Edit, span: Span) -> Change:
    return Change(edit.operator, (edit.start, edit.end), span, text[edit.start : edit.end], edit.new)
