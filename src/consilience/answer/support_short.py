"""Claims that are too short to stand alone ("12 days."): they are read with the question that they answer."""

from __future__ import annotations

import re

from consilience.answer.support_words import words_of
from consilience.corpus.facts.context import FINITE

_YES = re.compile(r"(?:yes|yeah|yep|correct|right|ja|oui|sí|si|tak)\b[\s,.:;!–—-]*", re.IGNORECASE)
_NO = re.compile(r"(?:no|nope|nein|nee|non|nie)\b(?=\W)[\s,.:;!–—-]*", re.IGNORECASE)
_NOT = "not"
_SHORT = 3  # words of meaning; a phrase with fewer, and no verb, takes its subject from the question
_MOST = 300  # characters of a question that are read


def completed(question: str, claim: str) -> str:
    """The claim, after the question where it says too little by itself. A bare "no" denies the question."""
    asked = " ".join(question.split())[:_MOST].rstrip(" ?")
    opening = _YES.match(f"{claim} ") or _NO.match(f"{claim} ")
    rest = claim[opening.end() :] if opening else claim
    if not asked or words_of(rest).meaning >= _SHORT or FINITE.search(rest):
        return rest or claim
    if opening and not rest:
        return asked if _YES.match(f"{claim} ") else f"{asked}: {_NOT}"
    return f"{asked}: {rest}"
