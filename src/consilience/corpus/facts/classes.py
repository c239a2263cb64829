"""The class of a thing as a sentence tells it: "is classed as hazardous waste", "counts as a minor deviation"."""

from __future__ import annotations

import re

from consilience.model import Mention
from consilience.text.guarded import Guarded
from consilience.values import category

_CLASSING = (
    "classed|classified|treated|regarded|graded|rated|categorised|categorized|counted|ranked|considered|labelled"
    "|certified|declared|listed|sold"
)
_GROUP = "(?:group|class|category|stream|band|tier|zone|list|family|grade)"
_CLASSED = Guarded(
    rf"\b(?:is|are|be|being|been|was|were)?\s*(?:{_CLASSING})\s+as\s+"
    r"|\b(?:counts?|ranks?|sells?|qualif(?:y|ies))\s+as\s+"
    r"|\b(?:treats?|regards?|class(?:es)?|classif(?:y|ies)|counts?|rates?)\s+(?:(?!and\b|or\b|but\b)[\w'’-]+\s+){1,5}?"
    r"as\s+(?!soon\b|long\b|far\b|well\b|much\b|many\b|if\b|of\b|though\b)"
    r"|\bfalls?\s+(?:into|under|in|within)\s+(?:our|the|your)?\s*"
    r"|\bbelongs?\s+(?:to|in)\s+(?:the\s+)?(?:class|category|group)\s+(?:of\s+)?"
    rf"|\b(?:belongs?\s+(?:to|in)|(?:is|are)\s+in)\s+(?:the\s+)?(?=(?!same\b|other\b)\w+\s+{_GROUP}\b)"
    r"|\b(?:is|are|was|were)\s+(?:classed|classified|graded|rated|marked|labelled|labeled)\s+"
    r"(?!as\b|by\b|on\b|in\b|with\b|for\b|at\b|and\b|according\b)"
    r"|\bgilt als\s+|\bgelten als\s+|\best classée?s?\s+(?:comme\s+)?|\bse considera\s+"
    r"|\bis (?=(?:in )?(?:class|zone|category|grade|level|group|tier)\b)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"(?:something|things?|an?|the|being)\s+", re.IGNORECASE)
_CLASS_END = re.compile(
    r"[,.;:!?()]|\s(?:and|but|because|since|when|if|so|unless|which|that|with|in|at|for|on|to)\s", re.IGNORECASE
)
_MOST_WORDS = 8


def class_of(text: str) -> Mention | None:
    """The class that a sentence gives to its subject, or None."""
    match = _CLASSED.search(text)
    if match is None:
        return None
    begin = match.end()
    filler = _ASKED.match(text, begin)
    begin = filler.end() if filler else begin
    stop = _CLASS_END.search(text, begin + 1)
    said = text[begin : stop.start() if stop else len(text)].strip()
    if not said or len(said.split()) > _MOST_WORDS:
        return None
    start = text.index(said, begin)
    return Mention(start, start + len(said), category(said))
