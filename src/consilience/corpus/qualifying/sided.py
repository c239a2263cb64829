"""Rules in which one statement says of itself what the other does not: an example, a plan, an old value, a denial.

One side says so plainly, of the value that is compared; the other does not say it anywhere, not even in a word that
hints at it. Where both could mean it, the two may well contradict each other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.corpus.qualifying.reason import Reason
from consilience.corpus.qualifying.scope import outside
from consilience.model import Fact

_FLAGS = re.IGNORECASE
_SIDED = {
    "superseded": ("superseded", "One of the two speaks of a value that no longer holds (“{word}”)."),
    "planned": ("planned", "One of the two is a plan or proposal (“{word}”), the other a statement of fact."),
    "example": ("example", "One of the two is an example, not a rule (“{word}”)."),
    "opinion": ("opinion", "One of the two reports an opinion or quoted words (“{word}”)."),
    "exception": ("exception", "One of the two states an exception (“{word}”), the other the rule."),
    "hypothetical": ("hypothetical", "One of the two speaks of a case that is only thought of (“{word}”)."),
    "denied": ("denied", "One of the two says that its value does not hold (“{word}”)."),
    "average": ("statistic", "One of the two is an average (“{word}”), the other a single value."),
    "each": ("part and whole", "One of the two counts per piece (“{word}”), the other as a whole."),
}
_HINTS = {
    "planned": re.compile(
        r"\b(plan\w*|programme|budget\w*|outlook|guidance|target\w*|wants? to|next year|will|shall|is to|are to|goal"
        r"|aim\w*|estimate\w*|forecast\w*|draft|propos\w+|expect\w*|due)\b",
        _FLAGS,
    ),
    "average": re.compile(
        r"\b(averag\w*|mean|median|typical\w*|usual\w*|over|during|across|through(?:out)?|durchschnitt\w*|moyenne"
        r"|gemiddeld)\b",
        _FLAGS,
    ),
    "each": re.compile(r"\b(an?|each|every|per|one|single|apiece|je|ein\w*|un|une|een)\b", _FLAGS),
    "superseded": re.compile(r"\b(was|were|had|former\w*|previous\w*)\b", _FLAGS),
}
# Who tells that a thing was done may speak of the plan beside it ("later than planned").
_DONE = re.compile(
    r"\b(took place|happened|went live|(?:was|were) (?:\w+ed|held|built|put)|shipped|came into)\b", _FLAGS
)
_MEASURED = ("quantity", "money", "count", "duration")


def one_sided(a: Fact, b: Fact) -> Reason | None:
    """The first of these qualifiers that one side says and the other does not even hint at."""
    for kind, (name, sentence) in _SIDED.items():
        said_a, said_b = _words(a, kind), _words(b, kind)
        if bool(said_a) == bool(said_b):
            continue
        other = b if said_a else a
        if _applies(kind, a if said_a else b) and not _hinted(kind, other):
            return Reason(name, sentence.format(word=min(said_a or said_b)))
    return None


def _words(fact: Fact, kind: str) -> frozenset[str]:
    return frozenset(word for name, word in fact.qualifiers if name == kind)


def _applies(kind: str, fact: Fact) -> bool:
    """A share is an average by nature; nothing but a measured value can be one, or be counted per piece.

    Who denies a limit ("is not older than 80") sets one.
    """
    if kind == "denied":
        return fact.value.bound in ("exact", "about")
    if kind == "average" and fact.value.bound not in ("exact", "about"):
        return False
    return kind not in ("average", "each") or fact.value.kind in _MEASURED


@lru_cache(maxsize=16_384)
def _hinted(kind: str, fact: Fact) -> bool:
    hint, text = _HINTS.get(kind), f"{outside(fact)} {fact.relation if fact.row else ''}"
    if hint is None or (kind == "planned" and _DONE.search(text)):
        return False
    return hint.search(text) is not None
