"""How far an answer agrees with a reference answer: the words and values that both claim, beyond those of the question.

A reference, where a question has one, is what a person would have answered. It is no evidence: ACS never looks at it,
and an answer may be supported without being the answer that was wanted. The measure is one of words, weighted by how
rare they are (`support_words`), because the judge's own verdicts follow people's choice between two answers less well
(docs/benchmarks.md, `support`). Two texts in different languages do not agree by it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from consilience.answer.claims import Span, Split, split
from consilience.answer.support_values import mentions, related
from consilience.answer.support_words import NEGATIONS, Word, words_of
from consilience.model import NotMeasured, Value

_MARKS = {"yes": "yes", "no": "not"} | dict.fromkeys(NEGATIONS, "not")
_MARK_WEIGHT = 0.8  # as much as a number: what turns an answer round weighs as what fills it
_VALUE = 2.0  # a word of a value weighs twice: 30 days, or 20, is mostly what was asked for
_LEFT_OUT = 0.5  # a claim of which less is said elsewhere is left out there


@dataclass(frozen=True, slots=True)
class Agreement:
    """`correct`: the share of what the answer claims that the reference claims too; `complete`: the share of what the
    reference claims that the answer does; `score`: their harmonic mean. All in [0, 1]. `left_out`: the claims of the
    reference of which the answer says less than half, and not all of the values either.
    """

    score: float
    correct: float
    complete: float
    left_out: tuple[str, ...] = ()


class _Word(NamedTuple):
    """A word of a claim; `same`: it belongs to a value that the other text has an equal of."""

    stem: str
    weight: float
    same: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """What a claim says beyond the question, word by word; `valued`: it has values, and the other text has them all."""

    claim: str
    words: tuple[_Word, ...]
    valued: bool


def agreement(question: str, answer: str, reference: str | None) -> Agreement | NotMeasured:
    """The agreement of an answer with its reference. Pure; raises OperatorError without the encoder's vocabulary.

    Two abstentions agree; an abstention and a claim do not.
    """
    if reference is None or not reference.strip():
        return NotMeasured("there is no reference")
    mine, theirs = split(answer), split(reference)
    if mine.abstains and theirs.abstains:
        return Agreement(1.0, 1.0, 1.0)
    if not theirs.claims and not theirs.abstains:
        return NotMeasured("the reference claims nothing")
    return _compared(question, mine, theirs)


def _compared(question: str, mine: Split, theirs: Split) -> Agreement | NotMeasured:
    asked = words_of(question).stems
    wanted = _beyond(asked, theirs.claims, mine.claims)
    if theirs.claims and not any(one.words for one in wanted):  # the question says it all, and is all that is left
        asked = frozenset()
        wanted = _beyond(asked, theirs.claims, mine.claims)
        if not any(one.words for one in wanted):
            return NotMeasured("the reference has no words to compare")
    said = _beyond(asked, mine.claims, theirs.claims)
    correct, complete = _shared(said, wanted), _shared(wanted, said)
    score = 2 * correct * complete / (correct + complete) if correct + complete else 0.0
    missing = (one for one in wanted if one.words and not one.valued)
    left_out = tuple(one.claim for one in missing if _shared([one], said) < _LEFT_OUT)
    return Agreement(score, correct, complete, left_out)


def _beyond(asked: frozenset[str], claims: Sequence[Span], others: Sequence[Span]) -> list[_Said]:
    """What each claim says beyond the words that were asked."""
    values = [one.value for other in others for one in mentions(other.plain)]
    return [_said(one.plain, asked, values) for one in claims]


def _said(claim: str, asked: frozenset[str], values: Sequence[Value]) -> _Said:
    same = {(one.start, one.end): related(one.value, values) == "same" for one in mentions(claim)}
    return _Said(claim, tuple(_words(claim, asked, same)), bool(same) and all(same.values()))


def _words(claim: str, asked: frozenset[str], same: Mapping[tuple[int, int], bool]) -> Iterator[_Word]:
    for word in words_of(claim).all:
        held = [told for (start, end), told in same.items() if start <= word.start < end]
        if mark := _mark(word):
            yield _Word(mark, _MARK_WEIGHT, False)
        elif word.weight and word.stem not in asked:
            yield _Word(word.stem, word.weight * (_VALUE if held else 1.0), any(held))


def _mark(word: Word) -> str:
    return "not" if word.folded.endswith(("n't", "n’t")) else _MARKS.get(word.folded, "")


def _shared(some: Sequence[_Said], others: Sequence[_Said]) -> float:
    """The share, by weight, of what some claims say that others say as well, as often as they say it."""
    left = Counter(word.stem for one in others for word in one.words)
    words, found = [word for one in some for word in one.words], []
    for word in words:
        if word.same or left[word.stem] > 0:
            left[word.stem] -= 1
            found.append(word.weight)
    whole = math.fsum(word.weight for word in words)
    return math.fsum(found) / whole if whole else 0.0
