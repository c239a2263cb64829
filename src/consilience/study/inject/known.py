"""A counterpart with values that somebody chose: known relations, known other values (paper section IV, corpus B)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from consilience.study.edits import Edit, Span, apply, moved
from consilience.study.errors import StudyError


@dataclass(frozen=True, slots=True)
class Replacement:
    """In the one place where `quote` stands, `canonical` becomes `injected`."""

    quote: str
    canonical: str
    injected: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """A replacement made: where its statement and its value stand in the document and in the counterpart."""

    replacement: Replacement
    old_statement: Span
    old_value: Span
    new_statement: Span
    new_value: Span


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The counterpart's text and what was replaced, in the order that was given."""

    text: str
    made: tuple[Replaced, ...]


def inject_known(text: str, replacements: Sequence[Replacement]) -> Counterpart:
    """The text with every replacement made; nothing else differs.

    Raises StudyError where a quote does not stand in the text exactly once, its value not in the quote exactly once, or
    two replacements want the same place.
    """
    statements = [_found(one.quote, text, "the document") for one in replacements]
    values = []
    for one, (start, _) in zip(replacements, statements, strict=True):
        low, high = _found(one.canonical, one.quote, f"the sentence '{_short(one.quote)}'")
        values.append((start + low, start + high))
    edits = [Edit(*span, one.injected) for one, span in zip(replacements, values, strict=True)]
    _apart(edits)
    copy, spans = apply(text, edits)
    said = [moved(edits, spans, span) for span in statements]
    return Counterpart(copy, tuple(map(Replaced, replacements, statements, values, said, spans)))


def _found(part: str, text: str, where: str) -> Span:
    """Where the one occurrence stands. Raises StudyError."""
    times = text.count(part) if part else 0
    if times != 1:
        raise StudyError(f"'{_short(part)}' stands {times or 'not even once'}{' times' if times else ''} in {where}; "
                         "it must stand there exactly once.")  # fmt: skip
    start = text.index(part)
    return start, start + len(part)


def _apart(edits: Sequence[Edit]) -> None:
    order = sorted(edits, key=lambda edit: edit.start)
    for one, following in pairwise(order):
        if following.start < one.end:
            raise StudyError(
                f"Two replacements want the same place, '{_short(one.new)}' and '{_short(following.new)}'."
            )


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= 80 else f"{said[:79]}…"
