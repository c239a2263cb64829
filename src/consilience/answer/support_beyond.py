"""What a claim says beyond its passage: names, opposites, negations and words that stand nowhere in it, and neighbours
in the claim that the passage never brings together ("the north gate" of a text that tells of a north wing and a gate).

A sentence begins with what is known and ends with what it tells of it: strange words at its end weigh more than as many
in between. Words that turn a statement round without a "not" ("prevents", "fails", "despite") are counted where they
stand nowhere in the passage.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from consilience.answer.support_opposites import opposites_of
from consilience.answer.support_words import TURNING, Words
from consilience.corpus.matching.terms import stem
from consilience.text.wordlists import words

NAMES: tuple[str, ...] = (
    "names_absent", "opposites_passage", "opposites_window", "negation_added", "turning_absent", "turning_share",
    "apart", "missing_share", "commas", "tail", "reversing_absent",
)  # fmt: skip
REVERSING = frozenset(
    stem(word)
    for word in words(
        """
        prevent hinder impede obstruct avoid eliminate abandon neglect ignore overlook disregard refuse deny reject
        oppose resist dismiss disagree disapprove forbid prohibit ban exclude omit remove cancel stop discourage delay
        postpone fail failure lack lose loss unable impossible inability unlikely despite instead rather without unlike
        reduce decrease decline drop fall fell limit restrict lower less fewer least smaller minimal insignificant
        negligible slight slightly weak weaken weakness poor poorly bad worse worst worsen undermine damage destroy ruin
        harm hurt negative negatively ineffective inefficient unsuccessful unsuccessfully useless unnecessary unrelated
        irrelevant unimportant disappointed dissatisfied unhappy dislike hate disadvantage drawback
        hardly barely never none nobody nothing neither nor no not cannot
        """
    )
)


def beyond(text: str, claim: Words, window: Sequence[Words], passage: Sequence[Words]) -> list[float]:
    """The numbers of `NAMES` for a claim; `window`: the statements chosen for it,
    `passage`: all those of their passages."""
    there, near = _stems(passage) | _stems(window), _stems(window)
    missing = [one for one in claim.all if one.stem not in there]
    lost = [one for one in claim.content if one.stem not in there]
    turning = [one.folded for one in claim.all if one.folded in TURNING]
    folded = {word.folded for words in window for word in words.all}
    size = max(len(claim.content), 1)
    return [
        float(sum(one.start > 0 and text[one.start].isupper() for one in missing)),
        float(sum(not opposites_of(one.stem).isdisjoint(there) for one in missing)),
        float(sum(not opposites_of(one.stem).isdisjoint(near) for one in claim.all if one.stem not in near)),
        float(claim.negated and not any(words.negated for words in window)),
        float(sum(word not in folded for word in turning)), len(turning) / size,
        _apart(claim, there, passage), len(lost) / size, float(text.count(",")),
        _tail(claim, there), float(sum(one.stem in REVERSING for one in missing)),
    ]  # fmt: skip


def _tail(claim: Words, there: frozenset[str]) -> float:
    """How many of the last words of meaning of a claim stand nowhere in the passage, one after the other."""
    return float(sum(1 for _ in itertools.takewhile(lambda one: one.stem not in there, reversed(claim.content))))


def _apart(claim: Words, there: frozenset[str], passage: Sequence[Words]) -> float:
    """Share of the neighbours in a claim that both stand in the passage, but never in one statement."""
    pairs = [(a.stem, b.stem) for a, b in itertools.pairwise(claim.content)]
    known = [(a, b) for a, b in pairs if a in there and b in there]
    parted = [(a, b) for a, b in known if not any(a in words.stems and b in words.stems for words in passage)]
    return len(parted) / max(len(pairs), 1)


def _stems(statements: Sequence[Words]) -> frozenset[str]:
    return frozenset[str]().union(*(one.stems for one in statements))
