"""Terms that end in a noun for which others of the same meaning are in use: border box, International Office."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from consilience.corpus.quality.lexicon import FUNCTION_WORDS

# Nouns that may stand for one another behind the same modifier. Groups, because "the border team" is no "border box".
GROUPS = (
    "machine unit device box apparatus appliance equipment gadget",
    "tool app application software program programme system platform",
    "building house block hall tower",
    "rule policy regulation guideline directive",
    "employee worker colleague associate",
    "customer client subscriber consumer",
    "plane jet airplane aircraft",
    "committee council board panel commission",
    "office bureau agency desk department division",
    "team group crew squad",
    "cluster rig bench bed",
    "room hall chamber lounge",
)
_GROUP = {word: index for index, words in enumerate(GROUPS) for word in words.split()}
# Modifiers that point at a thing and do not say what it is.
_NO_KIND = frozenset(
    ("corresponding", "entire", "existing", "following", "missing", "other", "present", "remaining", "whole")
)
# Behind "the" only: a definite thing, where "new machine" and "new device" may be any two.
_TERM = re.compile(rf"\b(?:the|our)\s([a-z][\w-]{{3,20}})\s({'|'.join(sorted(_GROUP))})s?\b", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Term:
    """A term at `text[start:end]`: its modifier and noun in lower case, and the group of nouns that mean the same."""

    modifier: str
    noun: str
    group: int
    text: str
    start: int
    end: int


def terms(text: str, offset: int = 0) -> Iterator[Term]:
    """Definite terms of a text that stands at `offset`; modifiers that only point at a thing make no term."""
    for match in _TERM.finditer(text):
        modifier, noun = match[1].lower(), match[2].lower()
        if modifier not in _NO_KIND and modifier not in FUNCTION_WORDS and not modifier.endswith(("ed", "ly")):
            said = f"{match[1]} {match[2]}"
            yield Term(modifier, noun, _GROUP[noun], said, offset + match.start(1), offset + match.end())
