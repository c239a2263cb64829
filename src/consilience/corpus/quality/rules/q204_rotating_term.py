from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.corpus.quality.page import Page

# Nouns that may stand for one another behind the same modifier. Groups, because "the border team" is no "border box".
_GROUPS = (
    "machine unit device box apparatus appliance equipment gadget",
    "tool app application software program programme system platform",
    "building house block hall tower",
    "rule policy regulation guideline directive",
    "employee worker colleague associate",
    "customer client subscriber consumer",
    "fee charge cost price rate",
    "plane jet airplane aircraft",
)
_GROUP = {word: index for index, words in enumerate(_GROUPS) for word in words.split()}
# Behind "the" only: a definite thing, where "new machine" and "new device" may be any two.
_TERM = re.compile(rf"\b(?:the|our)\s([a-z][\w-]{{3,20}})\s({'|'.join(sorted(_GROUP))})s?\b", re.IGNORECASE | re.ASCII)


class RotatingTerm(Detector):
    """The same modifier with changing nouns of one meaning: border box, border machine, border unit.

    Elegant variation makes one thing look like several, to a reader and to retrieval.

    **Bad**

        Restart the border box. The border machine takes a minute.

    **Good**

        Restart the border router. The border router takes a minute.
    """

    code = "Q204"
    dimension = "internal_consistency"
    title = "One thing under several terms"
    severity = "info"
    weight = 0.25
    message = "'{term}' and '{other}' may be the same thing under two names."
    advice = "Choose one term, define it once and use it throughout."

    def find(self, page: Page) -> Iterable[Hit]:
        terms: dict[tuple[str, int], dict[str, Hit]] = defaultdict(dict)
        for piece in page.prose:
            for match in _TERM.finditer(piece.text):
                modifier, noun = match[1].lower(), match[2].lower()
                if modifier not in FUNCTION_WORDS and not modifier.endswith(("ed", "ing", "ly")):
                    hit = Hit(
                        piece.start + match.start(1),
                        piece.start + match.end(),
                        1.0,
                        (("term", f"{match[1]} {match[2]}"),),
                    )
                    terms[modifier, _GROUP[noun]].setdefault(noun, hit)
        for places in terms.values():
            first, *others = sorted(places.values(), key=lambda hit: hit.start)
            for hit in others:
                yield replace(hit, fill=(*hit.fill, ("other", first.fill[0][1])))
