"""What is known of each word of a claim beside the words of the statements chosen for it: what the reader is fed.

Marks of a word: what it is by itself, whether the same word stands in the statements and in their passage, how near the
nearest words come to it in either layer of the encoder, beside how near those of the claim come on the whole (a free
summary has far words everywhere; one that was exchanged stands out), whether its neighbours stand there with it, and
what is known of opposites and values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from consilience.answer.support_beyond import REVERSING
from consilience.answer.support_opposites import opposites_of
from consilience.answer.support_states import DIRECTIONS, Floats, states_of, unit
from consilience.answer.support_values import mentions, related
from consilience.answer.support_windows import Ground, Near
from consilience.answer.support_words import NEGATIONS, TURNING, Words

MARKS = 34
_AROUND = 4  # words on either side that are a word's neighbours
_SHARP = 8.0  # of the attention: the nearest word counts, and those that come as near
_NONE = -1.0  # a cosine with nothing
_HALF = DIRECTIONS // 2


@dataclass(frozen=True, slots=True)
class Marked:
    """A row for each word of a claim: `marks` (words, MARKS), its states `own`, and `other`, those of the words of the
    statements that it is nearest to, both (words, 192). No row where the claim or the statements have no word."""

    marks: Floats
    own: Floats
    other: Floats


def marked(text: str, claim: Words, near: Sequence[Near], ground: Ground) -> Marked:
    """The words of a claim beside the statements of its window, best first."""
    own, theirs = states_of(text).both, np.concatenate([states_of(one.said.text).both for one in near])
    if not len(own) or not len(theirs):
        return Marked(*(np.zeros((0, size), np.float32) for size in (MARKS, DIRECTIONS, DIRECTIONS)))
    low, high = (unit(own[:, part]) @ unit(theirs[:, part]).T for part in (slice(_HALF), slice(_HALF, None)))
    both = low + high
    weights = np.exp(_SHARP * (both - both.max(axis=1, keepdims=True)))
    other = weights / weights.sum(axis=1, keepdims=True) @ theirs
    rows = [
        *_by_itself(text, claim),
        *_standing(claim, near, ground),
        *_cosines(claim, near, low, high),
        *_steps(both),
        _together(claim, near),
        *_against(text, claim, near, ground),
        np.full(len(own), len(near) / 4), np.full(len(own), len(theirs) / 80),
    ]  # fmt: skip
    return Marked(np.column_stack(rows).astype(np.float32), own, np.asarray(other, np.float32))


Rows = list[Floats]


def _by_itself(text: str, claim: Words) -> Rows:
    size = len(claim.all)
    known = [
        (one.weight, one.number, place > 0 and text[one.start].isupper(), place / size, size / 30,
         one.folded in NEGATIONS or one.folded.endswith("n't"), one.folded in TURNING, one.stem in REVERSING)
        for place, one in enumerate(claim.all)
    ]  # fmt: skip
    return list(np.array(known, np.float32).T)


def _standing(claim: Words, near: Sequence[Near], ground: Ground) -> Rows:
    """Whether each word stands in the best statement, in any, in their passages; and the shares of those that do."""
    some = frozenset[str]().union(*(one.words.stems for one in near))
    every = some.union(*(ground.passage(one.said) for one in near))
    rows = [
        np.array([one.stem in stems for one in claim.all], np.float32) for stems in (near[0].words.stems, some, every)
    ]
    telling = _telling(claim)
    return [*rows, *(np.full(len(row), row[telling].mean(), np.float32) for row in rows[1:])]


def _cosines(claim: Words, near: Sequence[Near], low: Floats, high: Floats) -> Rows:
    """Of either layer: the nearest word, the nearest of the best statement, the nearest that is another word; how much
    nearer it is than those of the claim are on the whole, and how near those are."""
    stems = [one.stem for other in near for one in other.words.all]
    same = np.array([[one.stem == other for other in stems] for one in claim.all])
    first, telling = len(near[0].words.all), _telling(claim)
    rows: Rows = []
    for layer in (low, high):
        most = layer.max(axis=1)
        level = np.full(len(most), most[telling].mean(), np.float32)
        best = layer[:, :first].max(axis=1, initial=_NONE)
        rows += [most, best, np.where(same, _NONE, layer).max(axis=1), most - level, level]
    return rows


def _telling(claim: Words) -> list[int]:
    """Places of the words with a meaning of their own; all where none has."""
    return [place for place, one in enumerate(claim.all) if one.weight] or list(range(len(claim.all)))


def _steps(both: Floats) -> Rows:
    """Whether the word before, and the one after, is nearest to the word before, or after, there."""
    steps = (np.diff(both.argmax(axis=1)) == 1).astype(np.float32)
    return [np.append(np.float32(0), steps), np.append(steps, np.float32(0))]


def _together(claim: Words, near: Sequence[Near]) -> Floats:
    """The most of a word's neighbours that one statement has together with it, as a share of them."""
    stems, found = [one.stem for one in claim.all], []
    for place, stem in enumerate(stems):
        beside = range(max(0, place - _AROUND), min(len(stems), place + _AROUND + 1))
        others = {stems[one] for one in beside if one != place and claim.all[one].weight}
        shares = [len(others & one.words.stems) / len(others) for one in near if others and stem in one.words.stems]
        found.append(max(shares, default=0.0))
    return np.array(found, np.float32)


def _against(text: str, claim: Words, near: Sequence[Near], ground: Ground) -> Rows:
    """Opposites in the statements, and in their passages, of a word that does not stand there; values that are the
    same, different, absent; figures that stand nowhere."""
    some = frozenset[str]().union(*(one.words.stems for one in near))
    every = some.union(*(ground.passage(one.said) for one in near))
    theirs = [one.value for other in near for one in mentions(other.said.text)]
    values = [(one.start, one.end, related(one.value, theirs)) for one in mentions(text)]
    known = []
    for one in claim.all:
        told = {relation for start, end, relation in values if start < one.end and one.start < end}
        turned = [one.stem not in stems and not opposites_of(one.stem).isdisjoint(stems) for stems in (some, every)]
        nowhere = one.number and one.stem not in every
        known.append([*turned, *(name in told for name in ("same", "different", "absent")), nowhere])
    return list(np.array(known, np.float32).T)
