"""The sentence that says why two values cannot both be true, for a person."""

from __future__ import annotations

from collections.abc import Sequence

from consilience.corpus.wording.values import within_sentence
from consilience.corpus.wording.why import why
from consilience.model import Fact

_SHOWN, _NAMED = 3, 2  # value classes, and documents of one class, that a sentence can hold
_LONGEST = 90  # characters of a step in a sentence
_VERBS = {
    ("permission", "yes"): ("allows it", "allow it"),
    ("permission", "no"): ("forbids it", "forbid it"),
    ("obligation", "yes"): ("requires it", "require it"),
    ("obligation", "no"): ("does not require it", "do not require it"),
}


def explanation(a: Fact, b: Fact, said: tuple[str, str], classes: Sequence[Sequence[Fact]] = ()) -> str:
    """One sentence that says what both speak of, who says what, and why both cannot be true.

    `said` names the key; `classes` are all value classes of the conflict, where it has more than the two of `a` and
    `b`, or where several documents agree on one: how many say a thing does not make it true.
    """
    groups = _ordered(classes, a, b) if classes else [(a,), (b,)]
    who = "Both" if len({fact.doc for group in groups for fact in group}) == 2 else "All"
    told = ", ".join(_side(group, (a, b)) for group in groups[:_SHOWN])
    rest = len(groups) - _SHOWN
    more = f", and {rest} more value{'' if rest == 1 else 's'}" if rest > 0 else ""
    first, second = (b, a) if any(b in group and a not in group for group in groups[:1]) else (a, b)
    return f"{who} speak of “{said[0]}: {said[1]}”: {told}{more}; {why(first, second, named=len(groups) > 2)}."


def _ordered(classes: Sequence[Sequence[Fact]], a: Fact, b: Fact) -> list[Sequence[Fact]]:
    """The classes as they come, unless those of the pair would not be shown: then these come first."""
    own = [group for group in classes if a in group or b in group]
    if all(group in classes[:_SHOWN] for group in own):
        return list(classes)
    return own + [group for group in classes if group not in own]


def _side(group: Sequence[Fact], pair: tuple[Fact, Fact]) -> str:
    """Who says a value, as the fact of the pair writes it: "handbook.md and faq.md say 18 weeks"."""
    docs = sorted({fact.doc for fact in group})
    named = " and ".join(docs) if len(docs) <= _NAMED else f"{', '.join(docs[:_NAMED])} and {len(docs) - _NAMED} more"
    fact = next((one for one in group if one in pair), group[0])
    return f"{named} {_said(fact, len(docs) > 1)}"


def _said(fact: Fact, several: bool) -> str:
    says = "say" if several else "says"
    if fact.value.kind == "yes_no":
        verbs = _VERBS.get((fact.value.dimension, fact.value.normalized))
        verb = verbs[several] if verbs else f"{says} {fact.value.normalized}"
        return f"{verb} (“{_short(fact.value.text)}”)"
    if fact.value.kind == "order":
        return f"{says} “{_short(fact.value.text).rstrip('.')}”"
    return f"{says} {_short(within_sentence(fact))}"


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST].rsplit(' ', 1)[0].rstrip(',;:')} …"
