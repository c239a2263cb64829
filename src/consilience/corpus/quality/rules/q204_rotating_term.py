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
    "plane jet airplane aircraft",
    "committee council board panel commission",
    "office bureau agency desk department division",
    "team group crew squad",
    "cluster rig bench bed",
    "room hall chamber lounge",
)
_GROUP = {word: index for index, words in enumerate(_GROUPS) for word in words.split()}
# Modifiers that point at a thing and do not say what it is.
_NO_KIND = frozenset(
    ("corresponding", "entire", "existing", "following", "missing", "other", "present", "remaining", "whole")
)
_MAKERS = frozenset(_GROUPS[0].split())
_MAKER = re.compile(rf"\b([a-z]{{3,12}})ing\s({'|'.join(sorted(_MAKERS))})s?\b", re.IGNORECASE | re.ASCII)
_AGENT = re.compile(r"\b(?:the|our)\s(?:[a-z-]{3,20}\s){0,2}([a-z]{3,12})(?:er|or)s?\b", re.IGNORECASE | re.ASCII)
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
                if modifier not in _NO_KIND and modifier not in FUNCTION_WORDS and not modifier.endswith(("ed", "ly")):
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
        yield from _agents(page)


def _agents(page: Page) -> Iterable[Hit]:
    """ "The drying machine" where the document speaks of "the dryer"."""
    agents: dict[str, str] = {}
    for piece in page.prose:
        for match in _AGENT.finditer(piece.text):
            agents.setdefault(_bare(match[1]), " ".join(match.group().split()[1:]))
    for piece in page.prose:
        for match in _MAKER.finditer(piece.text):
            if _bare(match[1]) in agents:
                fill = (("term", match.group()), ("other", agents[_bare(match[1])]))
                yield Hit(piece.start + match.start(), piece.start + match.end(), 1.0, fill)


def _bare(stem: str) -> str:
    """A stem before "-er" or "-ing" without the letter that spelling doubles or changes ("mixx", "dri")."""
    low = stem.lower()
    low = low[:-1] if len(low) > 3 and low[-1] == low[-2] else low
    return low.removesuffix("i") + "y" if low.endswith("i") else low
