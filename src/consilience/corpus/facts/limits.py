"""Which of a sentence's values say what holds, and which only say of what, where or when it holds.

"In 2022 the fee for zone 2 was £4": the amount answers; the year and the zone tell for what. What a sentence asks is
not asserted at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.context import FINITE
from consilience.corpus.facts.labels import answers
from consilience.model import Mention
from consilience.text.guarded import Guarded
from consilience.text.wordlists import words

_LINK_TARGET = re.compile(r"(?<=\])\([^()\s]{1,300}\)")
_WHEN = Guarded(r"\b(?:in|for|during|im|en|in the year)\s+$", re.IGNORECASE)
_TIED = Guarded(
    r"\b(?:in|at|for|from|on|with|under|of|outside|near|between)\s+(?:(?:the|our|an?|all|any)\s+)?$", re.IGNORECASE
)
# "A day ticket" is no length of time.
_ARTICLE_UNIT = re.compile(r"an? \w+", re.IGNORECASE)
_NOUN_NEXT = re.compile(
    r" (?!(?:of|before|after|ago|late|early|later|earlier|in|at|for|to|from|if|when|and|or|but|is|are|was|by|with|on"
    r"|as|than|that|until|each|per|long|old|off|long|ahead|beforehand|only|a|an|the|must|may|can|will|without|not)\b)"
    r"[a-z]{3,}"
)
# "20 more than last year" tells a difference, not how many there are.
_DIFFERENCE = Guarded(r"\s+(?:more|fewer|less|higher|lower|better|worse)\s+than\b", re.IGNORECASE)
_NOUN_BEHIND = re.compile(r"\s([a-z]{3,})\b")
_MEASURES = frozenset({"quantity", "money", "percentage", "duration", "time"})
_AMOUNTS = _MEASURES | {"count", "date"}
_CALENDAR = words("weekday monthday")
_WIDE = 27.0  # days; a date that is wider is a month, a quarter or a year


def readable(text: str) -> str:
    """The text with the targets of Markdown links blanked out, so that every other character keeps its place."""
    return _LINK_TARGET.sub(lambda match: " " * len(match[0]), text)


def asks(text: str) -> bool:
    """Whether a statement is a question: it asserts nothing."""
    return text.rstrip(" \t\n*_\"'”’»)").endswith("?")


def typed_answers(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The typed values that answer something: no labels beside an amount, no mere year or weekday beside another."""
    typed = [one for one in mentions if one.value.kind != "name"]
    answering = [one for one in typed if answers(text, one) and not _is_attribute(text, one)]
    answering = [one for one in answering if one.value.kind != "count" or not _DIFFERENCE.match(text, one.end)]
    measured = any(one.value.kind in _MEASURES for one in answering)
    if measured:
        answering = [one for one in answering if not _is_label(one) and not _is_period(text, one)]
    if not any(one.value.kind in _AMOUNTS for one in answering):
        answering = [one for one in typed if one in answering or one.value.dimension in _CALENDAR]
    return answering


def naming_answers(text: str, names: Sequence[Mention], typed: Sequence[Mention]) -> list[Mention]:
    """The names that answer something: beside an amount, a name in the subject tells of what it is true."""
    if not any(one.value.kind in _AMOUNTS for one in typed):
        return list(names)
    return [one for one in names if not _is_tied(text, one)]


def _is_attribute(text: str, mention: Mention) -> bool:
    """Whether "a day" is no length of time, but stands before the noun that it qualifies."""
    bare = mention.value.kind == "duration" and _ARTICLE_UNIT.fullmatch(mention.value.text) is not None
    return bare and _NOUN_NEXT.match(text, mention.end) is not None


def _is_label(mention: Mention) -> bool:
    return mention.value.kind == "identifier" and mention.value.dimension.startswith("label:")


def _is_period(text: str, mention: Mention) -> bool:
    value = mention.value
    wide = value.kind == "date" and value.low is not None and value.high is not None and value.high - value.low > _WIDE
    limits = _WHEN.search(text[max(0, mention.start - 20) : mention.start]) is not None
    return wide and limits and FINITE.search(text, 0, mention.start) is None


def _is_tied(text: str, mention: Mention) -> bool:
    before = text[: mention.start]  # a name behind the verb may be what is told; before it, it belongs to the subject
    if FINITE.search(before) is not None or FINITE.search(text, mention.end) is None:
        return False
    noun = _NOUN_BEHIND.match(text, mention.end)
    qualifies = noun is not None and FINITE.match(noun.group(1)) is None  # "the Basic plan"
    return qualifies or _TIED.search(before[-40:]) is not None
