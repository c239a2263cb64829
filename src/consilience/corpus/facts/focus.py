"""The part of a sentence that a value answers: "8 kg in Economy and 12 kg in Business" answers two questions.

Where a sentence holds several values that could be compared with each other, each gets the clause that it stands in as
its context, led by the subject of the sentence if the clause has no verb of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.context import FINITE, masked
from consilience.model import Mention

_CUT = re.compile(r"[;,:(–—]\s?|\s(?=(?:and|or|but|while|against|versus|und|oder|et|ou|en|y)\s)", re.IGNORECASE)
_LONGEST_SUBJECT = 90  # characters


def focused(text: str, mentions: Sequence[Mention], mention: Mention) -> str:
    """The masked words that the mention answers: the whole sentence, unless another value of its sort stands there."""
    alike = [one for one in mentions if _sort(one) == _sort(mention)]
    if len(alike) < 2:
        return masked(text, mentions)
    place = alike.index(mention)
    start = _cut(text, alike[place - 1].end, mention.start) if place else 0
    end = _cut(text, mention.end, alike[place + 1].start) if place + 1 < len(alike) else len(text)
    clause = _part(text, mentions, start, end)
    if place == 0 or FINITE.search(text, start, mention.start):
        return clause
    return f"{_part(text, mentions, 0, alike[0].start)[:_LONGEST_SUBJECT]} {clause}"


def _sort(mention: Mention) -> tuple[str, str]:
    value = mention.value
    return value.kind, value.dimension if value.kind in ("quantity", "money") else ""


def _cut(text: str, start: int, end: int) -> int:
    """Where the clause of the value before `start` ends and that of the value at `end` begins."""
    match = _CUT.search(text, start, end)
    return match.end() if match else start


def _part(text: str, mentions: Sequence[Mention], start: int, end: int) -> str:
    """A masked part of the text."""
    inside = [
        Mention(one.start - start, one.end - start, one.value)
        for one in mentions
        if start <= one.start and one.end <= end
    ]
    return masked(text[start:end], inside)
