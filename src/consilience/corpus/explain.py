"""Words for a person: how a key is called, and why two values cannot both be true."""

from __future__ import annotations

from collections.abc import Sequence

from consilience.corpus.facts.naming import KIND_WORDS
from consilience.corpus.matching.terms import stems
from consilience.model import Fact
from consilience.text.wordlists import words
from consilience.values import compare

_GENERIC = words("value values amount figure detail details description wert valeur valor waarde")


def names_of(facts: Sequence[Fact]) -> tuple[str, str]:
    """(entity, relation) of a key, in the words of the member that names it best: a table row, else the surest fact.

    Under a column that is only called "Value" the row's head is the relation, and the heading above is the entity.
    """
    best = max(facts, key=lambda fact: (fact.row, fact.confidence, -len(fact.entity), fact.id))
    if best.row and best.relation.casefold() in _GENERIC:
        return best.section.rsplit(" > ", 1)[-1] or best.entity, best.entity
    telling = stems(best.relation.split())  # "is" alone tells nothing
    return best.entity, best.relation if telling else KIND_WORDS[best.value.kind]


def explanation(a: Fact, b: Fact) -> str:
    """One sentence that says why both cannot be true."""
    value_a, value_b = _short(a.value.text), _short(b.value.text)
    if a.value.kind == "yes_no":
        return f"{a.doc} says it {_allowed(a)}, {b.doc} says it {_allowed(b)}; both speak of the same thing."
    if a.value.kind == "order":
        return f"{a.doc} begins with “{value_a}”, {b.doc} with “{value_b}”; only one can come first."
    why = compare(a.value, b.value, limits_as_values=True).reason.rstrip(".")
    tail = "" if why in _repetitions(value_a, value_b) else f": {why}"
    return f"{a.doc} says {value_a}, {b.doc} says {value_b} for the same question{tail}."


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
