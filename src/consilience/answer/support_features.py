"""What a claim looks like beside the evidence: numbers that tell support, contradiction and neither apart.

Most are shares and extremes over the words of the claim; none is the best score of a small fragment, because a shared
beginning ("These flowers can be ...") must not pass for support.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz.distance import LCSseq, Levenshtein

from consilience.answer import support_beyond, support_reader
from consilience.answer.support_marks import marked
from consilience.answer.support_opposites import opposites_of
from consilience.answer.support_states import Cosines, alike
from consilience.answer.support_values import values_against
from consilience.answer.support_windows import Ground, Near, covered, window
from consilience.answer.support_words import TURNING, Word, Words

_PLAIN: tuple[str, ...] = (
    "cover_best", "cover_window", "cover_context", "cover_passage",
    "missing_window", "missing_second", "missing_context", "missing_passage", "count_window", "count_passage",
    "soft_mean", "soft_min", "soft_second", "soft_best", "read_mean", "read_min",
    "cosine_best", "cosine_max", "cosine_next",
    "pairs_kept", "in_order", "runs",
    "values", "values_same", "values_different", "values_absent", "figures_missing", "figures_passage",
    "negated", "negation_differs", "turning_missing", "turning_added", "opposites",
    "exchanged", "exchanged_weight", "exchanged_near", "inserted", "inserted_weight",
    "length", "length_best", "window_size", "verbatim", *support_beyond.NAMES,
)  # fmt: skip
# A word that is missing says little of a paraphrase, and much of a copy: what speaks against a claim, times how much of
# a copy it is.
_PRODUCTS = (
    ("in_order", "exchanged_weight"), ("runs", "exchanged"), ("cover_window", "missing_window"),
    ("in_order", "opposites"), ("in_order", "negation_differs"), ("runs", "inserted_weight"),
    ("cover_window", "values_different"), ("in_order", "turning_missing"),
)  # fmt: skip
BY_HAND = (*_PLAIN, *(f"{a} {b}" for a, b in _PRODUCTS))
NAMES = (*BY_HAND, *support_reader.NAMES)
_SPAN = 4  # words: an exchange of more is another sentence, not another word


@dataclass(frozen=True, slots=True)
class Seen:
    """A claim beside the statements that were looked at: the chosen window first, then what else is near."""

    window: tuple[Near, ...]
    nearest: tuple[Near, ...]
    features: tuple[float, ...]


def seen(text: str, claim: Words, nearest: Sequence[Near], ground: Ground, reader: support_reader.Weights) -> Seen:
    """The features of a claim in the order of `NAMES`; `nearest` is not empty."""
    chosen = window(claim, nearest, ground)
    read_by = support_reader.read(marked(text, claim, chosen, ground), reader)
    return Seen(tuple(chosen), tuple(nearest), (*by_hand(text, claim, chosen, nearest, ground), *read_by))


def by_hand(
    text: str, claim: Words, chosen: Sequence[Near], nearest: Sequence[Near], ground: Ground
) -> tuple[float, ...]:
    """The features that no reader tells, in the order of `BY_HAND`."""
    best = chosen[0]
    matrices = [alike(text, one.said.text) for one in chosen]
    features = [
        *_covers(claim, chosen, ground),
        *_soft(claim, chosen, matrices, ground),
        best.cosine, *_top(nearest),
        *_order(claim, best),
        *values_against(text, [one.said.text for one in chosen]),
        *_figures(claim, chosen, ground),
        *_turned(claim, chosen),
        *_edits(claim, best, matrices[0]),
        math.log1p(len(claim.content)), math.log1p(len(best.words.content)), float(len(chosen)),
        float(_verbatim(claim, best)),
        *support_beyond.beyond(text, claim, [one.words for one in chosen], ground.told_with(chosen)),
    ]  # fmt: skip
    return tuple(_with_products(features))


def _with_products(plain: Sequence[float]) -> list[float]:
    """Features and their products, in the order of `BY_HAND`."""
    by_name = dict(zip(_PLAIN, plain, strict=True))
    return [*plain, *(by_name[a] * by_name[b] for a, b in _PRODUCTS)]


def _covers(claim: Words, chosen: Sequence[Near], ground: Ground) -> list[float]:
    held = ground.held(chosen)
    context = held.union(*(ground.context(one.said) for one in chosen))
    passage = context.union(*(ground.passage(one.said) for one in chosen))
    missing = sorted((one.weight for one in claim.content if one.stem not in held), reverse=True)
    outside = [one.weight for one in claim.content if one.stem not in context]
    absent = [one.weight for one in claim.content if one.stem not in passage]
    return [
        chosen[0].cover, *(covered(claim.content, stems) for stems in (held, context, passage)),
        *([*missing, 0.0, 0.0])[:2], max(outside, default=0.0), max(absent, default=0.0),
        math.log1p(len(missing)), math.log1p(len(absent)),
    ]  # fmt: skip


def _soft(claim: Words, chosen: Sequence[Near], matrices: Sequence[Cosines], ground: Ground) -> list[float]:
    """Nearness of the claim's words to those of the window: a word that stands there counts as 1, or as it is read."""
    rows = [row for row, one in enumerate(claim.all) if one.weight]
    if not rows:
        return [0.0] * 6
    weights = np.array([claim.all[row].weight for row in rows])
    read = np.stack([matrix[rows].max(axis=1, initial=0.0) for matrix in matrices])
    known = [one.words.stems | ground.above(one.said) for one in chosen]
    held = [np.array([claim.all[row].stem in stems for row in rows]) for stems in known]
    soft = np.where(np.any(held, axis=0), 1.0, read.max(axis=0))
    best = np.where(held[0], 1.0, read[0])
    ordered = np.sort(soft)
    return [
        float(weights @ soft / weights.sum()), float(ordered[0]), float(ordered[min(1, len(ordered) - 1)]),
        float(weights @ best / weights.sum()), float(weights @ read.max(axis=0) / weights.sum()),
        float(read.max(axis=0).min()),
    ]  # fmt: skip


def _top(nearest: Sequence[Near]) -> list[float]:
    cosines = sorted((one.cosine for one in nearest), reverse=True)
    return [cosines[0], cosines[1] if len(cosines) > 1 else 0.0]


def _order(claim: Words, best: Near) -> list[float]:
    """How far the claim's words stand in the best statement as they stand in the claim."""
    mine, theirs = [one.stem for one in claim.all], [one.stem for one in best.words.all]
    places: dict[str, list[int]] = {}
    for place, stem in enumerate(theirs):
        places.setdefault(stem, []).append(place)
    content = [one.stem for one in claim.content]
    steps = list(itertools.pairwise(content))
    kept = sum(any(0 < b - a <= _SPAN for a in places.get(x, ()) for b in places.get(y, ())) for x, y in steps)
    pairs = set(itertools.pairwise(theirs))
    runs = sum(pair in pairs for pair in itertools.pairwise(mine))
    return [
        kept / len(steps) if steps else 1.0,
        LCSseq.similarity(mine, theirs) / max(len(mine), 1),
        runs / max(len(mine) - 1, 1),
    ]


def _figures(claim: Words, chosen: Sequence[Near], ground: Ground) -> list[float]:
    held = ground.held(chosen)
    passage = held.union(*(ground.passage(one.said) for one in chosen))
    figures = [one for one in claim.all if one.number]
    return [
        float(sum(one.stem not in held for one in figures)), float(sum(one.stem not in passage for one in figures)),
    ]  # fmt: skip


def _turned(claim: Words, chosen: Sequence[Near]) -> list[float]:
    best = chosen[0].words
    mine, theirs = ({one.folded for one in words.all} & TURNING for words in (claim, best))
    extra = [one.stem for one in claim.all if one.stem not in best.stems]
    others = best.stems - claim.stems
    opposites = sum(not others.isdisjoint(opposites_of(one)) for one in extra)
    return [
        float(claim.negated), float(claim.negated != best.negated), float(len(mine - theirs)),
        float(len(theirs - mine)), float(opposites),
    ]  # fmt: skip


def _edits(claim: Words, best: Near, matrix: Cosines) -> list[float]:
    """Words that stand in the claim for others of the statement, between words that both have; and words added."""
    mine, theirs = [one.stem for one in claim.all], [one.stem for one in best.words.all]
    exchanged: list[tuple[float, float]] = []
    inserted: list[float] = []
    for step in Levenshtein.opcodes(mine, theirs):
        new = [row for row in range(step.src_start, step.src_end) if _is_new(claim.all[row], best.words)]
        if step.tag == "delete":
            inserted += [claim.all[row].weight for row in new]
        if step.tag == "replace" and new and _short(step):
            near = matrix[new][:, step.dest_start : step.dest_end].max(axis=1)
            exchanged += [(claim.all[row].weight, float(one)) for row, one in zip(new, near, strict=True)]
    return [
        math.log1p(len(exchanged)), max((weight for weight, _ in exchanged), default=0.0),
        min((near for _, near in exchanged), default=1.0), math.log1p(len(inserted)), max(inserted, default=0.0),
    ]  # fmt: skip


def _is_new(word: Word, words: Words) -> bool:
    return word.weight > 0 and word.stem not in words.stems


def _short(step: object) -> bool:
    src = step.src_end - step.src_start  # type: ignore[attr-defined]
    dest = step.dest_end - step.dest_start  # type: ignore[attr-defined]
    return bool(src <= _SPAN and dest <= _SPAN)


def _verbatim(claim: Words, best: Near) -> bool:
    """Whether the claim stands in the statement word for word, with nothing between."""
    mine, theirs = [one.folded for one in claim.all], [one.folded for one in best.words.all]
    return any(theirs[at : at + len(mine)] == mine for at in range(len(theirs) - len(mine) + 1))
