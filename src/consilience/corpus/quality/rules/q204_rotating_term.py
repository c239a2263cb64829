from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.corpus.quality.page import WORD, Page

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
        uses: dict[tuple[str, int], dict[str, tuple[int, int, str]]] = defaultdict(dict)
        for piece in page.prose:
            found = list(WORD.finditer(piece.text))
            for first, second in pairwise(found):
                noun = second.group().lower()
                group = _GROUP.get(noun, _GROUP.get(noun.removesuffix("s")))
                modifier = first.group().lower()
                if group is None or not _modifies(first.group()) or piece.text[first.end() : second.start()] != " ":
                    continue
                place = (piece.start + first.start(), piece.start + second.end(), f"{first.group()} {second.group()}")
                uses[modifier, group].setdefault(noun.removesuffix("s"), place)
        for places in uses.values():
            ordered = sorted(places.values())
            for start, end, term in ordered[1:]:
                yield Hit(start, end, 1.0, (("term", term), ("other", ordered[0][2])))


def _modifies(word: str) -> bool:
    return (
        len(word) > 3
        and word.isalpha()
        and word.lower() not in FUNCTION_WORDS
        and not word.endswith(("ed", "ing", "ly"))
    )
