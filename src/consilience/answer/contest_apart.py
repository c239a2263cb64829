"""What keeps values of the evidence from contradicting each other though no qualifier of an audit does.

An audit compares statements that are nearly alike; here a question brings together statements that are less so, and a
few words tell that one of them speaks of something else.
"""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.answer.evidence import Said
from consilience.model import Fact
from consilience.text.guarded import Guarded
from consilience.text.wordlists import words

# "Until 4.1 the default was 500": what was, and is no more.
_USED_TO_BE = Guarded(
    r"\b(?:until|up to|before|prior to)\b(?:[^.;:]|\.\d){1,40}\b(?:was|were|had)\b"
    r"|\b(?:was|were|had)\b(?:[^.;:]|\.\d){1,40}\buntil\b"
    r"|\bused to be\b|\b(?:previously|formerly)\b",
    re.IGNORECASE,
)
# A threshold at which somebody is warned stands apart from the limit that it guards.
_WARNS = Guarded(r"\b(?:alarms?|alerts?|warnings?|warns?)\b", re.IGNORECASE)
_FACTOR = re.compile(r"[\s-]*(?:times|fold)\b", re.IGNORECASE)  # "6 times smaller" counts nothing
_NAMED = re.compile(r"\b(?=([A-Z][\w'’-]{1,40}) ([A-Z][\w'’-]{1,40})\b)")
# "Northgate Bridge", "Battle of Hastings"; not an acronym, which is often no name of a thing.
_THING = re.compile(r"\b[A-Z][a-z]{2,40}(?:(?: (?:of|the|de|du|la|von|van)){0,2} [A-Z][a-z]{2,40}){0,5}\b")
_FIRST = re.compile(r"\W*\w+")
_WORD = re.compile(r"[^\W_]+")
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


def things_named(question: str, said: Said) -> frozenset[str]:
    """The things that a question names and a statement, or the heading above it, speaks of. None in German, where every
    noun has a capital."""
    if said.language == "de":
        return frozenset()
    told = {word.casefold() for word in _WORD.findall(f"{said.section} {said.text}")}
    return frozenset(name for name, telling in _things(question) if telling & told)


def other_part(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two statements answer different parts of a question that asks for several things: each speaks of a thing
    that the question names and the other does not ("When did the Suez Canal and the Panama Canal open?")."""
    return bool(a - b and b - a)


@lru_cache(maxsize=256)
def _things(question: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The names in a question behind its first word, each with the words that no other of them has: of "the Suez Canal
    and the Panama Canal" Suez and Panama."""
    first = _FIRST.match(question)
    names = sorted({match[0] for match in _THING.finditer(question, first.end() if first else 0)})
    own = [frozenset(word.casefold() for word in _WORD.findall(name) if word[0].isupper()) for name in names]
    shared = [frozenset[str]().union(*own[:place], *own[place + 1 :]) for place in range(len(own))]
    return tuple(zip(names, (words - others for words, others in zip(own, shared, strict=True)), strict=True))


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
