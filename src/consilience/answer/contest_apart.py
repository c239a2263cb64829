"""What keeps values of the evidence from contradicting each other though no qualifier of an audit does.

An audit compares statements that are nearly alike; here a question brings together statements that are less so, and a
few words tell that one of them speaks of something else.
"""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.answer.evidence import Said
from consilience.model import Fact
from consilience.text.wordlists import words

# "Until 4.1 the default was 500": what was, and is no more.
_USED_TO_BE = re.compile(
    r"\b(?:until|up to|before|prior to)\b(?:[^.;:]|\.\d){1,40}\b(?:was|were|had)\b"
    r"|\b(?:was|were|had)\b(?:[^.;:]|\.\d){1,40}\buntil\b"
    r"|\bused to be\b|\b(?:previously|formerly)\b",
    re.IGNORECASE,
)
# A threshold at which somebody is warned stands apart from the limit that it guards.
_WARNS = re.compile(r"\b(?:alarms?|alerts?|warnings?|warns?)\b", re.IGNORECASE)
_FACTOR = re.compile(r"[\s-]*(?:times|fold)\b", re.IGNORECASE)  # "6 times smaller" counts nothing
_NAMED = re.compile(r"\b(?=([A-Z][\w'’-]{1,40}) ([A-Z][\w'’-]{1,40})\b)")
_NO_NAME = words(
    "a all an any as at both by each every for from his her if in its my new no of on our some that the their these"
    " this those to when where which with your"
)


@lru_cache(maxsize=50_000)
def apart(a: Fact, b: Fact) -> bool:
    """Whether one side tells what was, warns, or multiplies, and the other does not. Symmetric."""
    return any(sign(a) != sign(b) for sign in (_used_to_be, _warns, _factor))


def other_thing(question: str, said: Said) -> bool:
    """Whether a question asks about a named thing, and a statement speaks of another of its kind: of the Central
    Library where the Law Library is meant."""
    asked = _names(question)
    if not asked:
        return False
    around = f"{said.section} {said.source.title} {said.text}".casefold()
    told = _names(said.text)
    return any(
        kind in told and not told[kind] & own and not any(f"{name} {kind}" in around for name in own)
        for kind, own in asked.items()
    )


def _used_to_be(fact: Fact) -> bool:
    return _USED_TO_BE.search(fact.quote) is not None


def _warns(fact: Fact) -> bool:
    return _WARNS.search(fact.quote) is not None or _WARNS.search(fact.section) is not None


def _factor(fact: Fact) -> bool:
    return _FACTOR.match(fact.quote, fact.value_end - fact.start) is not None


def _names(text: str) -> dict[str, set[str]]:
    """Things that a text names by two words, by the second: "library" has "law"."""
    found: dict[str, set[str]] = {}
    for match in _NAMED.finditer(text):
        first, second = match[1].casefold(), match[2].casefold()
        if first not in _NO_NAME:
            found.setdefault(second, set()).add(first)
    return found
