"""The opposite of a rule, where turning one verb gives a sentence that a person would write. English only.

Sentences with another negation, a condition, or words that live on a negation ("any", "ever") are left alone: turning
their verb would not give their opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BE = r"(?P<be>is|are)"
_TURNS = (
    (re.compile(r"\bmust not\b"), "must"),
    (re.compile(r"\bmay not\b"), "may"),
    (re.compile(r"\bmust(?! not\b)(?! be (?:at|no|less|more))\b"), "need not"),
    (re.compile(r"\bmay(?! not\b)(?! be\b)(?! have\b)\b(?=\s[a-z])"), "may not"),
    (re.compile(rf"\b{_BE} not (?P<how>allowed|permitted|required|compulsory)\b"), r"\g<be> \g<how>"),
    (re.compile(rf"\b{_BE} (?P<how>allowed|permitted|required|compulsory)\b"), r"\g<be> not \g<how>"),
    (re.compile(rf"\b{_BE} (?:prohibited|forbidden)\b"), r"\g<be> permitted"),
    (re.compile(r"\benabled\b"), "disabled"),
    (re.compile(r"\bdisabled\b"), "enabled"),
)
_UNSAFE = re.compile(
    r"\b(?:no|not|never|nobody|none|nor|neither|nothing|only|unless|except|without|if|when|until|any\w*|ever|yet|either"
    r"|even|than|as|up to|at (?:least|most)|but|cannot|should|shall|can|could|would)\b|n't\b|[?;:]|\d",
    re.IGNORECASE,
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
