from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.terms import GROUPS, terms

_MAKERS = frozenset(GROUPS[0].split())
_MAKER = re.compile(rf"\b([a-z]{{3,12}})ing\s({'|'.join(sorted(_MAKERS))})s?\b", re.IGNORECASE | re.ASCII)
_AGENT = re.compile(r"\b(?:the|our)\s(?:[a-z-]{3,20}\s){0,2}([a-z]{3,12})(?:er|or)s?\b", re.IGNORECASE | re.ASCII)


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
        found: dict[tuple[str, int], dict[str, Hit]] = defaultdict(dict)
        for piece in page.prose:
            for term in terms(piece.text, piece.start):
                hit = Hit(term.start, term.end, 1.0, (("term", term.text),))
                found[term.modifier, term.group].setdefault(term.noun, hit)
        for places in found.values():
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
