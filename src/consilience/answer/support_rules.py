"""What needs no model: a claim that says the same as a statement but for one word, value or negation; and a claim of
which the evidence has next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from consilience.answer.support_opposites import opposed
from consilience.answer.support_values import mentions, related
from consilience.answer.support_windows import Near, covered
from consilience.answer.support_words import NEGATIONS, Word, Words

_STRANGE = 0.34  # share of a claim's weight that its passage must hold
_FAR = 0.6  # cosine of words that have little in common
_MEASURED = frozenset({"money", "percentage", "quantity", "duration"})
_SURE = 0.5  # cosine from which a statement that shares the words of a claim is about the same


def strange(claim: Words, held: frozenset[str], soft: float) -> bool:
    """Whether the passages that are nearest to a claim have next to nothing of it, and the nearest statements little in
    other words: `soft` is how near its words come to theirs on average."""
    return covered(claim.content, held) < _STRANGE or soft < _FAR


def turned(text: str, claim: Words, best: Near, held: frozenset[str], others: Sequence[Near] = ()) -> bool:
    """Whether a claim says what a statement says but for its opposite, another value or a negation.

    `others` are statements that may have the value of the claim after all.
    """
    if best.cosine < _SURE:
        return False
    values = changed(text, best.said.text)
    if values and _said(text, values, others):
        return False
    twins = [one for one in claim.all if _twin(one, claim, best.words)]
    rest = [one for one in claim.content if one.stem not in held and one not in twins and not _inside(one, values)]
    kept = [one for one in claim.content if one.stem in best.words.stems]
    if rest or not kept:
        return False
    return bool(values) or (len(twins) + (_negated(claim, best.words) != _negated(best.words, claim))) % 2 == 1


def narrower(text: str, claim: Words, other: Near) -> bool:
    """Whether a statement has words of meaning that the claim has not: it may speak of a special case."""
    values = changed(other.said.text, text)
    extra = [one for one in other.words.content if one.stem not in claim.stems and not _inside(one, values)]
    return any(not _twin(one, other.words, claim) for one in extra)


def changed(text: str, statement: str) -> list[tuple[int, int]]:
    """Where a claim has a value that differs from all that the statement has of its kind."""
    mine = mentions(text)
    theirs = [one.value for one in mentions(statement)] if mine else []  # values of a statement cost most
    return [(one.start, one.end) for one in mine if theirs and related(one.value, theirs) == "different"]


def amiss(text: str, statements: Sequence[str]) -> bool:
    """Whether a claim has a measured value that differs from all of its kind that the statements have: no likeness of
    words supports that."""
    mine = [one.value for one in mentions(text) if one.value.kind in _MEASURED]
    theirs = [one.value for statement in statements for one in mentions(statement)] if mine else []
    return any(related(one, theirs) == "different" for one in mine)


def _said(text: str, spans: Sequence[tuple[int, int]], others: Sequence[Near]) -> bool:
    """Whether one of the values that stand at `spans` is one of other statements."""
    theirs = [one.value for other in others for one in mentions(other.said.text)]
    mine = [one.value for one in mentions(text) if (one.start, one.end) in spans]
    return any(related(one, theirs) == "same" for one in mine)


def _twin(word: Word, claim: Words, words: Words) -> bool:
    return word.stem not in words.stems and any(
        opposed(word.stem, one.stem) and one.stem not in claim.stems for one in words.all
    )


def _inside(word: Word, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < word.end and word.start < end for start, end in spans)


def _negated(words: Words, others: Words) -> bool:
    """Whether a negation stands among the words that both have: "open, but not on Mondays" says that it is open."""
    shared = [place for place, one in enumerate(words.all) if one.weight and one.stem in others.stems]
    if not shared:
        return False
    between = words.all[max(shared[0] - 1, 0) : shared[-1] + 1]
    return any(one.folded in NEGATIONS or one.folded.endswith("n't") for one in between)
