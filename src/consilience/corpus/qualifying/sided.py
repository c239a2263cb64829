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
from consilience.text.guarded import Guarded

_FLAGS = re.IGNORECASE
_SIDED = {
    "superseded": ("superseded", "{doc} speaks of a value that no longer holds (“{word}”)."),
    "planned": ("planned", "{doc} states a plan or proposal (“{word}”), {other} a fact."),
    "example": ("example", "{doc} gives an example, not a rule (“{word}”)."),
    "opinion": ("opinion", "{doc} reports an opinion or what somebody said (“{word}”)."),
    "exception": ("exception", "{doc} states an exception (“{word}”), {other} the rule."),
    "hypothetical": ("hypothetical", "{doc} speaks of a case that is only thought of (“{word}”)."),
    "denied": ("denied", "{doc} says that its value does not hold (“{word}”)."),
    "average": ("statistic", "{doc} gives an average (“{word}”), {other} a single value."),
    "each": ("part and whole", "{doc} counts per piece (“{word}”), {other} as a whole."),
}
_HINTS = {
    "planned": Guarded(
        r"\b(plan\w*|programme|budget\w*|outlook|guidance|target\w*|wants? to|next year|will|shall|is to|are to|goal"
        r"|aim\w*|estimate\w*|forecast\w*|draft|propos\w+|expect\w*|due)\b",
        _FLAGS,
    ),
    "average": Guarded(
        r"\b(averag\w*|mean|median|typical\w*|usual\w*|over|during|across|through(?:out)?|durchschnitt\w*|moyenne"
        r"|gemiddeld)\b",
        _FLAGS,
    ),
    "each": Guarded(r"\b(an?|each|every|per|one|single|apiece|je|ein\w*|un|une|een)\b", _FLAGS),
    "superseded": Guarded(r"\b(was|were|had|former\w*|previous\w*)\b", _FLAGS),
}
# Who tells that a thing was done may speak of the plan beside it ("later than planned").
_DONE = Guarded(r"\b(took place|happened|went live|(?:was|were) (?:\w+ed|held|built|put)|shipped|came into)\b", _FLAGS)
_LONGEST = 50  # characters of a qualifying word in a sentence
_MEASURED = ("quantity", "money", "count", "duration")


def one_sided(a: Fact, b: Fact) -> Reason | None:
    """The first of these qualifiers that one side says and the other does not even hint at."""
    for kind, (name, sentence) in _SIDED.items():
        said_a, said_b = _words(a, kind), _words(b, kind)
        if bool(said_a) == bool(said_b):
            continue
        one, other = (a, b) if said_a else (b, a)
        if _applies(kind, one) and not _hinted(kind, other):
            word = _as_written(min(said_a or said_b), one)
            return Reason(name, sentence.format(word=word, doc=one.doc, other=other.doc))
    return None


def _as_written(word: str, fact: Fact) -> str:
    """A qualifying word as the statement or a heading above it writes it, cut between words where it is long."""
    pattern = r"\s+".join(map(re.escape, word.split()))
    found = re.search(pattern, f"{fact.quote}\n{fact.section}", re.IGNORECASE)
    said = " ".join((found.group(0) if found else word).split())
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST].rsplit(' ', 1)[0]} …"


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
