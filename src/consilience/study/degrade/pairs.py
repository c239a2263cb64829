"""Terms of two common words ("the emergency fee") that a document uses again and again, without a dictionary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.model import Document
from consilience.study.degrade.operator import PROSE
from consilience.text.wordlists import words

# Behind these an adjective and a noun, or two nouns, stand in most cases; what is left over is filtered below.
_PAIR = re.compile(r"\b(?:the|our|an?|each|every|no|any) ([a-z]{4,15}) ([a-z]{4,15})\b(?![-'’])")
# Adjectives that say which one, and words that make a second word a verb, are no part of a term.
_NO_TERM = words(
    """
    first second third last next other same following previous present whole entire usual best right wrong certain
    good new old large small more most least such early late short long full half single double only very
    must will shall begins began opens closes runs starts lasts ends stays keeps gives takes holds goes comes stands
    decides needs gets makes says shows leaves applies month year week hour minute metre litre percent
    """
)
_VERB_ENDING = ("ed", "ly", "ing", "s")


def pairs(document: Document) -> Iterator[tuple[str, int, int]]:
    """(term, start, end) of every pair in the running text of an English document."""
    if document.language != "en":
        return
    for block in document.blocks:
        if block.kind in PROSE and not block.language:
            for match in _PAIR.finditer(document.text, block.start, block.end):
                first, second = match[1], match[2]
                known = _NO_TERM | FUNCTION_WORDS
                if first not in known and second not in known and not second.endswith(_VERB_ENDING):
                    yield f"{first} {second}", match.start(1), match.end(2)


def acronym(term: str) -> str:
    """The initials of the words, in capitals."""
    return "".join(word[0] for word in term.split()).upper()
