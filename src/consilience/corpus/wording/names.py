"""How a key is called: the words of the member that names it best."""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.naming import KIND_WORDS, heading_name
from consilience.corpus.matching.terms import stems
from consilience.model import Fact
from consilience.text.wordlists import words

_LONG = 5  # words of an entity; longer ones are half a sentence
_UNFIT = re.compile(
    r"^(?:who|what|when|where|which|why|how|can|may|do|does|is|are|will|yes|no)\b|\b(?:it|they|you|we|i|me|my)\b|^[\W\d]+$",
    re.IGNORECASE,
)
_GENERIC = words("value values amount figure detail details description wert valeur valor waarde")


def names_of(facts: Sequence[Fact]) -> tuple[str, str]:
    """(entity, relation) of a key, in the words of the member that names it best.

    Under a column that is only called "Value" the row's head is the relation, and the heading above is the entity.
    """
    best = max(facts, key=lambda fact: (_telling(fact, facts), fact.confidence, -len(fact.entity), fact.id))
    if best.row and best.relation.casefold() in _GENERIC:
        return heading_name(best.section.rsplit(" > ", 1)[-1]) or best.entity, best.entity
    telling = stems(best.relation.split())  # "is" alone tells nothing
    return best.entity, best.relation if telling else KIND_WORDS[best.value.kind]


def _telling(fact: Fact, facts: Sequence[Fact]) -> float:
    """How well a fact names what all of them are about: short, a subject rather than a heading, known to the others."""
    words = stems(fact.entity.split())
    others = [one for one in facts if one.id != fact.id]
    known = sum(bool(words & stems(f"{one.quote} {one.section}".split())) for one in others) / max(len(others), 1)
    from_heading = not fact.row and fact.entity.casefold() not in fact.quote.casefold()
    long = len(fact.entity.split()) > _LONG
    said = 1.0 if stems(fact.relation.split()) and fact.relation not in KIND_WORDS.values() else 0.0
    return 2 * known + 1.5 * fact.row + said - 2 * from_heading - long - 3 * bool(_UNFIT.search(fact.entity))
