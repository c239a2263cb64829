"""What if one side of a conflict were withdrawn: the evidence without its statements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from consilience.model import AnswerStatus, Passage, Quote
from consilience.scores import Score

_BLANK_LINE = re.compile(r"\n[ \t]*$")


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A question answered and judged again without the statements that give `value`; `conflict` is its place among
    those of the audit."""

    conflict: int
    value: str
    status: AnswerStatus
    ACS: Score


def without(passages: Sequence[Passage], quotes: Sequence[Quote]) -> tuple[Passage, ...]:
    """The passages without these statements, wherever one stands word for word; what is left empty is left out.

    Offsets after a cut are no longer those of the document: this is evidence to judge by, not to cite.
    """
    texts = sorted({quote.text for quote in quotes if quote.text.strip()}, key=lambda text: (-len(text), text))
    cut = [replace(one, text=_cut(one.text, texts)) for one in passages]
    return tuple(one for one in cut if any(map(str.isalnum, one.text)))


def _cut(text: str, statements: Sequence[str]) -> str:
    for statement in statements:
        while (start := text.find(statement)) >= 0:
            text = _joined(text[:start], text[start + len(statement) :])
    return text


def _joined(before: str, after: str) -> str:
    """Without an empty line where a whole line went: it would part the rows of a table."""
    whole_line = after.startswith("\n") and (not before or _BLANK_LINE.search(before))
    return before + (after[1:] if whole_line else after)
