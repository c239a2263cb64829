"""Where the finite verb of a clause stands, near enough for a reader: looked up word by word, with its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from consilience.text.wordlists import words

_TOKEN = re.compile(r"…|[^\W_]+(?:[-.'’/][^\W_]+)*")
_BE = words("is are was were has have had")
_VERBS = words(
    """
    must may can cannot can't could will shall should would do does don't doesn't isn't aren't won't need needs get gets
    receive receives pay pays cost costs hold holds contain contains consist consists take takes make makes require
    requires measures weigh weighs covers reaches produces serves employs run runs begin begins start starts ends closes
    opens lasts deliver delivers apply applies come comes came goes sit sits lies look looks follow follows keep keeps
    stay stays give gives gave uses belong belongs fall falls fell accept accepts treats handles includes supports shows
    counts locks carries carry amount amounts stand stands expire expires lapses adds allows work works went want wants
    disappear disappears shut shuts lift lifts forbids offers earn earns drop drops rises rose grew grows sells sold
    brings sends
    ist sind war hat haben muss müssen darf kann wird werden beträgt kostet est sont ont doit peut coûte sera
    zijn heeft hebben moet mag wordt son tiene debe puede
    """
)
# A determiner before it makes a noun of it ("the cost of"), a relative pronoun the verb of a clause within.
_NO_VERB_AFTER = words("the an a this of no our your that which who to")
_PARTICLES = words("on in by at to from for with as until after")  # behind a past tense: "moved to", "charged by"
# Words that are verbs before some others only: "leaves at noon", "go to Anna Holm".
_BEFORE = {"leaves": words("at from on in for the"), "go": words("on to into through")}
# Words that are nouns or adjectives as often; before a value they are verbs: "Counters open at 05:00".
_PLURAL = words(
    """
    open close shut last measure cover reach end serve leave lie sell drive travel use meet change cross arrive depart
    sail sleep seat feed charge
    """
)
_TO_VALUE = words("at on in for from until about by every")
_HOLE = "…"
_AUXILIARY = words("is are was were must may can cannot will shall should")
# "The oldest release that the gateway accepts is 5.4": the verb of the clause within comes first.
_WITHIN = re.compile(r"\b(?:that|which|who|whom|where)\b[^,]*$", re.IGNORECASE)
_WHOSE = re.compile(r"\bwhose\b[^,]*$", re.IGNORECASE)


class _Verb(NamedTuple):
    start: int
    end: int
    word: str


def verb_at(text: str) -> int | None:
    """Where the first finite verb of the main clause begins; None without one."""
    found = list(islice(_verbs(text), 3))
    if len(found) > 1 and _WHOSE.search(text[: found[0].start]):
        found = found[1:]  # "applicants whose certificate was issued abroad pay ..."
    if not found:
        return None
    first, second = found[0], found[1] if len(found) > 1 else None
    beside = second is not None and second.start - first.end <= 1 and second.word in _AUXILIARY
    if second is not None and beside and first.word not in _AUXILIARY and _WITHIN.search(text[: first.start]):
        return second.start
    return first.start


def _verbs(text: str) -> Iterator[_Verb]:
    tokens = list(_TOKEN.finditer(text))
    said = [token.group(0).casefold() for token in tokens] + ["", ""]
    for index, token in enumerate(tokens):
        before = said[index - 1] if index else ""
        beside = text[token.start() - 1 : token.start()] not in ("-", "'", "’", ".")
        if before not in _NO_VERB_AFTER and beside and _is_verb(said[index], said[index + 1], said[index + 2]):
            yield _Verb(token.start(), token.end(), said[index])


def _is_verb(word: str, following: str, then: str) -> bool:
    """Whether a word is a finite verb where the two given words follow it."""
    if word in _BE:
        return True
    if word in _VERBS and following != "of":
        return True
    if word in _BEFORE:
        return following in _BEFORE[word]
    if word in _PLURAL:
        return following == _HOLE or (following in _TO_VALUE and then == _HOLE)
    return len(word) > 4 and word.endswith("ed") and following in _PARTICLES
