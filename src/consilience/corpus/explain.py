"""Words for a person: how a key is called, and why two values cannot both be true."""

from __future__ import annotations

import re
from collections.abc import Sequence

from consilience.corpus.facts.naming import KIND_WORDS, heading_name
from consilience.corpus.matching.terms import stems
from consilience.model import Fact
from consilience.text.wordlists import words
from consilience.values import compare

_LONG = 5  # words of an entity; longer ones are half a sentence
_UNFIT = re.compile(
    r"^(?:who|what|when|where|which|why|how|can|may|do|does|is|are|will|yes|no)\b|\b(?:it|they|you|we|i|me|my)\b|^[\W\d]+$",
    re.IGNORECASE,
)
_SHOWN, _NAMED = 3, 2  # value classes, and documents of one class, that a sentence can hold
_ONE_HOLDS = "only one of them can hold"
_MEASURE = "they differ by more than rounding, so only one can be right"
_WHY = {
    "quantity": _MEASURE,
    "money": _MEASURE,
    "percentage": _MEASURE,
    "count": "only one of these numbers can be right",
    "duration": "only one of these lengths of time can be right",
    "date": "only one of these dates can be right",
    "time": "only one of these times can be right",
    "version": "only one of these versions can be right",
    "identifier": "only one of these codes can be right",
    "name": "only one of these names can be right",
    "yes_no": "one allows what the other forbids",
    "order": "only one step can come first",
    "category": "it cannot belong to both",
}
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


def explanation(a: Fact, b: Fact, said: tuple[str, str], classes: Sequence[Sequence[Fact]] = ()) -> str:
    """One sentence that says what both speak of, who says what, and why both cannot be true.

    `said` names the key; `classes` are all value classes of the conflict, where it has more than the two of `a` and
    `b`, or where several documents agree on one: how many say a thing does not make it true.
    """
    groups = classes or ((a,), (b,))
    who = "Both" if len({fact.doc for group in groups for fact in group}) == 2 else "All"
    told = ", ".join(_side(group) for group in groups[:_SHOWN])
    more = f", and {len(groups) - _SHOWN} more values" if len(groups) > _SHOWN else ""
    return f"{who} answer “{said[0]}: {said[1]}”: {told}{more}; {_why(a, b)}."


def _side(group: Sequence[Fact]) -> str:
    """Who says a value: "handbook.md and faq.md say 18 weeks"."""
    docs = sorted({fact.doc for fact in group})
    named = " and ".join(docs) if len(docs) <= _NAMED else f"{', '.join(docs[:_NAMED])} and {len(docs) - _NAMED} more"
    several = len(docs) > 1
    fact = group[0]
    if fact.value.kind == "order":
        return f"{named} {'put' if several else 'puts'} first “{_short(fact.value.text)}”"
    said = f"it {_allowed(fact)}" if fact.value.kind == "yes_no" else _short(fact.value.text)
    return f"{named} {'say' if several else 'says'} {said}"


def _why(a: Fact, b: Fact) -> str:
    """Why two values exclude each other: what the comparison found, else what their kind of value allows."""
    if a.value.kind in ("yes_no", "order"):
        return _WHY[a.value.kind]
    why = compare(a.value, b.value, limits_as_values=True).reason.rstrip(".")
    plain_words = why in _repetitions(_short(a.value.text), _short(b.value.text))
    return _WHY.get(a.value.kind, _ONE_HOLDS) if plain_words else f"{why}, so {_ONE_HOLDS}"


def _repetitions(a: str, b: str) -> frozenset[str]:
    """Reasons that only say the two values again."""
    pairs = ((a, b), (b, a))
    return frozenset({"", *(f"{x} {word} {y}" for x, y in pairs for word in ("against", "is not"))})


def _allowed(fact: Fact) -> str:
    if fact.value.dimension in ("permission", "obligation"):
        return "is allowed or required" if fact.value.normalized == "yes" else "is not allowed"
    return "is so" if fact.value.normalized == "yes" else "is not so"


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= 80 else said[:77].rstrip() + "..."
