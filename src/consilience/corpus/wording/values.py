"""How a value is told: whole, in the words of its document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.context import plain
from consilience.model import Fact

_LONGEST = 60  # characters of a value with the words that complete it
_MEASURED = ("quantity", "money", "percentage", "count", "duration", "time")
_BARE = re.compile(r"[\d.,\s]+")
_SENTENCE_CASE = re.compile(r"[A-Z][a-z]")


def value_of(fact: Fact) -> str:
    """The value on one line, a count with what it counts: "at least five nodes".

    A bare number that gets its meaning from the head of its column is told with it: "19.00 (EUR 19)", "zone 2".
    """
    text = " ".join(fact.value.text.split())
    if _BARE.fullmatch(text) and not _BARE.fullmatch(fact.value.normalized) and fact.row:
        return _completed(fact, text)
    if fact.value.kind != "count":
        return text
    low, high = _span(fact)
    whole = plain(fact.quote[low:high])
    return whole if text in whole and len(whole) <= _LONGEST else text


def value_of_class(group: Sequence[Fact]) -> str:
    """The value that stands for a class, as most of its facts write it; of equals, digits before words."""
    said = [value_of(fact) for fact in group]
    return max(sorted(set(said)), key=said.count)


def within_sentence(fact: Fact) -> str:
    """A value as it reads in the middle of a sentence: a capital that only began its own sentence is small."""
    return uncapitalised(fact, value_of(fact))


def uncapitalised(fact: Fact, said: str) -> str:
    """What is said of a value without the capital that it has only because it begins its statement."""
    begins = not fact.row and not re.search(r"\w", fact.quote[: _span(fact)[0]])
    small = begins and fact.value.kind in _MEASURED and _SENTENCE_CASE.match(said)
    return said[0].lower() + said[1:] if small else said


def _span(fact: Fact) -> tuple[int, int]:
    """The value and its phrase together, in the quote: the phrase may leave out the "within" of the value."""
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    if not fact.phrase_end:
        return start, end
    return min(start, fact.phrase_start - fact.start), max(end, fact.phrase_end - fact.start)


def _completed(fact: Fact, text: str) -> str:
    """A bare number of a cell with what its column makes of it."""
    if fact.value.kind in ("count", "date", "version"):
        return text
    if fact.value.kind == "identifier":
        return fact.value.normalized if fact.value.dimension.startswith("label:") else text
    return f"{text} ({fact.value.normalized})"
