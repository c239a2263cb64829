"""Claims as the support model reads them: features by hand, the marks and states of their words, which words are wrong.

Which words of a wrong sentence of a summary are wrong is told by the nearest right sentence of the same source: those
that differ and stand in no right one. Every word of a supported claim is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from rapidfuzz.distance import Levenshtein
from support_data import Labelled, ground_of

from consilience.answer.support_features import by_hand
from consilience.answer.support_marks import Marked, marked
from consilience.answer.support_windows import window
from consilience.answer.support_words import words_of

AT_ONCE = 50  # claims in a row that one process reads: most share their evidence with the next
_UNLIKE = 0.5  # share of its words in which a sentence may differ from the nearest right one
RIGHT, WRONG, UNKNOWN = 0.0, 1.0, -1.0


@dataclass(frozen=True, slots=True)
class Read:
    """`features`: (claims, len(BY_HAND)); `words`: of each claim; `wrong`: RIGHT, WRONG or UNKNOWN for each word."""

    features: np.ndarray
    words: list[Marked]
    wrong: list[np.ndarray]


def read_all(found: Sequence[Labelled], processes: int = 1) -> Read:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        told = list(pool.map(_read, found, chunksize=AT_ONCE))
    features, words = zip(*told, strict=True)
    return Read(np.asarray(features, np.float32), list(words), _wrong_words(found, words))


def _read(one: Labelled) -> tuple[tuple[float, ...], Marked]:
    ground, words = ground_of(one.evidence), words_of(one.claim)
    (vector,) = ground.evidence.encode([one.claim])
    nearest = ground.nearest(words, vector)
    chosen = window(words, nearest, ground)
    return by_hand(one.claim, words, chosen, nearest, ground), marked(one.claim, words, chosen, ground)


def _wrong_words(found: Sequence[Labelled], words: Sequence[Marked]) -> list[np.ndarray]:
    right: dict[str, set[str]] = defaultdict(set)
    for one in found:
        if one.set == "summedits" and one.label == "supported":
            right[one.group].add(one.claim)
    told = []
    for one, known in zip(found, words, strict=True):
        marks = np.full(len(known.marks), RIGHT if one.label == "supported" else UNKNOWN, np.float32)
        if one.set == "summedits" and one.label != "supported" and len(marks):
            marks = _differing(one.claim, sorted(right[one.group]))
        told.append(marks)
    return told


def _differing(claim: str, others: Sequence[str]) -> np.ndarray:
    mine = _folded(claim)
    told = [_folded(other) for other in others]
    best = min(told, key=lambda other: Levenshtein.distance(mine, other), default=[])
    if Levenshtein.distance(mine, best) > len(mine) * _UNLIKE:
        return np.full(len(mine), UNKNOWN, np.float32)
    known = {word for other in told for word in other}
    steps = [one for one in Levenshtein.opcodes(mine, best) if one.tag in ("replace", "delete")]
    places = [place for one in steps for place in range(one.src_start, one.src_end)]
    strange = [place for place in places if mine[place] not in known]
    wrong = np.full(len(mine), RIGHT, np.float32)
    wrong[places] = UNKNOWN if strange else WRONG
    wrong[strange] = WRONG
    return wrong


def _folded(text: str) -> list[str]:
    return [one.folded for one in words_of(text).all]
