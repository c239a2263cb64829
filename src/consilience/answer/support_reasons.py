"""Why a claim got its verdict, in words for its reader."""

from __future__ import annotations

from collections.abc import Iterable

from consilience.answer.support_features import Seen
from consilience.answer.support_opposites import opposed
from consilience.answer.support_values import mentions, related
from consilience.answer.support_windows import Near
from consilience.answer.support_words import Words

_MOST = 3  # words that are named


def nothing() -> str:
    """There is no evidence."""
    return "There is no evidence."


def copied() -> str:
    """The claim is a quotation."""
    return "The evidence says so word for word."


def support(claim: Words, told: Seen) -> str:
    """Supported in other words, or by several statements together."""
    several = len(told.window) > 1
    return "Statements of the evidence say so together." if several else "The evidence says so in other words."


def lacking(claim: Words, held: frozenset[str]) -> str:
    """Which words of the claim the nearest statements have nothing for."""
    missing = [one for one in claim.content if one.stem not in held]
    rarest = sorted(missing, key=lambda one: (-one.weight, one.start))[:_MOST]
    named = _listed(one.folded for one in sorted(rarest, key=lambda one: one.start))
    return f"Nothing in the evidence says {named}." if named else "The evidence does not say this."


def contradiction(text: str, claim: Words, best: Near) -> str:
    """What the statement has instead: another value, the opposite, or a negation on one side."""
    theirs = [one.value for one in mentions(best.said.text)]
    for one in mentions(text):
        if theirs and related(one.value, theirs) == "different":
            return f"The claim says {one.value.text}, the evidence {_listed(value.text for value in theirs)}."
    for word in claim.all:
        for other in best.words.all:
            if opposed(word.stem, other.stem) and word.stem not in best.words.stems:
                return f"The claim says '{word.folded}', the evidence '{other.folded}'."
    if claim.negated != best.words.negated:
        return "The claim negates what the evidence says." if claim.negated else "The evidence negates this."
    missing = [one.folded for one in claim.content if one.stem not in best.words.stems][:_MOST]
    return f"The evidence says something else than {_listed(missing)}." if missing else "The evidence says otherwise."


def _listed(words: Iterable[str]) -> str:
    named = [f"'{one}'" for one in dict.fromkeys(words)][:_MOST]
    return ", ".join(named)
