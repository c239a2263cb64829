"""What a claim says beyond its passage: names, opposites, negations and words that stand nowhere in it, and neighbours
in the claim that the passage never brings together ("the north gate" of a text that tells of a north wing and a gate).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from consilience.answer.support_opposites import opposites_of
from consilience.answer.support_words import TURNING, Words

NAMES: tuple[str, ...] = (
    "names_absent", "opposites_passage", "opposites_window", "negation_added", "turning_absent", "turning_share",
    "apart", "missing_share", "commas",
)  # fmt: skip


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
    ]  # fmt: skip


def _apart(claim: Words, there: frozenset[str], passage: Sequence[Words]) -> float:
    """Share of the neighbours in a claim that both stand in the passage, but never in one statement."""
    pairs = [(a.stem, b.stem) for a, b in itertools.pairwise(claim.content)]
    known = [(a, b) for a, b in pairs if a in there and b in there]
    parted = [(a, b) for a, b in known if not any(a in words.stems and b in words.stems for words in passage)]
    return len(parted) / max(len(pairs), 1)


def _stems(statements: Sequence[Words]) -> frozenset[str]:
    return frozenset[str]().union(*(one.stems for one in statements))
