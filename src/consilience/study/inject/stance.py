"""The opposite of a rule, where turning one verb gives a sentence that a person would write. English only.

Sentences with another negation, a condition, or words that live on a negation ("any", "ever") are left alone: turning
their verb would not give their opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BE = r"(?P<be>is|are)"
# "The water may look brown" says what is possible and permits nothing.
_HAPPENS = (
    "not|be|have|also|still|well|look|seem|appear|occur|happen|cause|vary|differ|change|need|contain|fall|rise|become|"
    "feel|lead|result|include|last|cost|exceed|apply|take|get|come|go|turn|grow|lose|fail|break|smell|taste|sound|show"
)
_TURNS = (
    (re.compile(r"\bmust not\b"), "must"),
    (re.compile(r"\bmay not\b"), "may"),
    (re.compile(r"\bmust(?! not\b)(?! be (?:at|no|less|more))\b"), "need not"),
    (re.compile(rf"\bmay(?! (?:{_HAPPENS})\b)\b(?=\s[a-z])"), "may not"),
    (re.compile(rf"\b{_BE} not (?P<how>allowed|permitted|required|compulsory)\b"), r"\g<be> \g<how>"),
    (re.compile(rf"\b{_BE} (?P<how>allowed|permitted|required|compulsory)\b"), r"\g<be> not \g<how>"),
    (re.compile(rf"\b{_BE} (?:prohibited|forbidden)\b"), r"\g<be> permitted"),
    (re.compile(r"\benabled\b"), "disabled"),
    (re.compile(r"\bdisabled\b"), "enabled"),
)
_UNSAFE_WORDS = (
    "no not never nobody none nor neither nothing cannot only unless except without if when whether until but even "
    "than as any anyone anybody anything anywhere ever yet either should shall can could would how what where why "
    "which who whose that because since"
)
_UNSAFE = re.compile(
    rf"\b(?:{'|'.join(_UNSAFE_WORDS.split())}|up to|at least|at most)\b|n't\b|[?;:(]|\d", re.IGNORECASE
)
_MOST_WORDS = 22


def opposites(sentence: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, new words) that turn the sentence into its opposite."""
    if len(sentence.split()) > _MOST_WORDS or sentence.count(",") > 1:
        return
    for pattern, new in _TURNS:
        match = pattern.search(sentence)
        if match is None:
            continue
        rest = sentence[: match.start()] + " " + sentence[match.end() :]
        if not _UNSAFE.search(rest) and not any(other.search(rest) for other, _ in _TURNS):
            yield match.start(), match.end(), match.expand(new)
        return
