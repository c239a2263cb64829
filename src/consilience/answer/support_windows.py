"""Where a claim is looked for: the statements nearest to it, and up to three of them read together.

What is chosen depends on the claim and on the words and vectors of each statement by itself, so that an irrelevant
passage or another order of the passages moves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from consilience.answer.evidence import Evidence, Said
from consilience.answer.support_words import Word, Words, above, words_of
from consilience.operators import Vectors

BEST = 4  # statements that are looked at closely
WINDOW = 3  # statements that may support a claim together
_SPARE = 0.06  # share of a claim that a further statement must add
_NEAR = 0.2  # cosine below which a statement has nothing to add
_NEIGHBOURS = 2
_MUTE = frozenset({"heading", "code"})


@dataclass(frozen=True, slots=True)
class Near:
    """A statement with its words and how near it is to a claim: `cosine`, and `cover`, the share of the claim's weight
    that its words, and those of its headings, hold."""

    said: Said
    words: Words
    cosine: float
    cover: float

    @property
    def score(self) -> float:
        return _score(self.cover, self.cosine)


def _score(cover: float, cosine: float) -> float:
    return 0.6 * cover + 0.4 * cosine


class Ground:
    """The evidence with what is asked of it for every claim."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.statements = evidence.statements
        self.words = [words_of(one.text) for one in self.statements]
        self._at = {(one.passage, one.line): place for place, one in enumerate(self.statements)}

    @cached_property
    def _telling(self) -> list[int]:
        telling = [place for place, one in enumerate(self.statements) if one.kind not in _MUTE]
        return telling or list(range(len(self.statements)))

    @cached_property
    def _whole(self) -> dict[int, frozenset[str]]:
        """Stems of each passage."""
        whole: dict[int, set[str]] = {}
        for one, words in zip(self.statements, self.words, strict=True):
            whole.setdefault(one.passage, set()).update(words.stems)
        return {passage: frozenset(stems) for passage, stems in whole.items()}

    def nearest(self, claim: Words, vector: Vectors) -> list[Near]:
        """The statements nearest to a claim, best first."""
        cosines, covers = (self.evidence.vectors @ vector).tolist(), self._covers(claim)
        found = [(-round(_score(covers[place], cosines[place]), 6), place) for place in self._telling]
        least = sorted(score for score, _ in found)[:BEST][-1]
        best = [(score, self.statements[place].text, place) for score, place in found if score <= least]
        return [
            Near(self.statements[place], self.words[place], cosines[place], covers[place])
            for _, _, place in sorted(best)[:BEST]
        ]

    def _covers(self, claim: Words) -> list[float]:
        """How much of a claim each statement holds with what stands above it (`covered`)."""
        asked = frozenset(one.stem for one in claim.content)
        weights = [(one.stem, one.weight) for one in claim.content]
        total = sum(weight for _, weight in weights)
        above, held = {heads: asked & heads for heads in set(self._above)}, []
        for words, heads in zip(self.words, self._above, strict=True):
            told = (asked & words.stems) | above[heads]
            held.append(sum([weight for stem, weight in weights if stem in told]) / total if told else 0.0)
        return held

    @cached_property
    def _above(self) -> list[frozenset[str]]:
        places = {(one.passage, one.section): one for one in self.statements}
        known = {place: self.above(one) for place, one in places.items()}
        return [known[one.passage, one.section] for one in self.statements]

    def held(self, chosen: Sequence[Near]) -> frozenset[str]:
        """Stems of some statements with all that stands above them."""
        return frozenset[str]().union(*(one.words.stems | self.above(one.said) for one in chosen))

    def near(self, chosen: Sequence[Near]) -> frozenset[str]:
        """Stems of the passages that some statements stand in."""
        return frozenset[str]().union(*(self.passage(one.said) for one in chosen))

    def above(self, said: Said) -> frozenset[str]:
        """Stems of the headings and the title that a statement stands under, and short forms of its passage's names."""
        return above(f"{said.section}\n{said.source.title}", said.source.text)

    def context(self, said: Said) -> frozenset[str]:
        """Stems of the headings of a statement and of the statements beside it."""
        beside = range(said.line - _NEIGHBOURS, said.line + _NEIGHBOURS + 1)
        places = [self._at[said.passage, line] for line in beside if (said.passage, line) in self._at]
        return self.above(said).union(*(self.words[place].stems for place in places))

    @cached_property
    def _in_passage(self) -> dict[int, list[Words]]:
        found: dict[int, list[Words]] = {}
        for one, words in zip(self.statements, self.words, strict=True):
            found.setdefault(one.passage, []).append(words)
        return found

    def told_with(self, chosen: Sequence[Near]) -> list[Words]:
        """The words of all statements of the passages that some statements stand in."""
        passages = dict.fromkeys(one.said.passage for one in chosen)
        return [words for passage in passages for words in self._in_passage[passage]]

    def passage(self, said: Said) -> frozenset[str]:
        """Stems of the passage of a statement with its title."""
        return self.above(said) | self._whole[said.passage]


def covered(content: Sequence[Word], held: frozenset[str]) -> float:
    """Share of the weight of some words whose stems are held, in [0, 1]; 0 without words."""
    total = sum(one.weight for one in content)
    return sum(one.weight for one in content if one.stem in held) / total if total else 0.0


def window(claim: Words, nearest: Sequence[Near], ground: Ground) -> list[Near]:
    """The best statement and those that add most of what it lacks."""
    chosen, held = [nearest[0]], ground.held(nearest[:1])
    while len(chosen) < WINDOW:
        lacking = [one for one in claim.content if one.stem not in held]
        rest = [one for one in nearest if one not in chosen and one.cosine >= _NEAR]
        gains = [covered(lacking, one.words.stems) * sum(w.weight for w in lacking) for one in rest]
        if not gains or max(gains) < _SPARE * claim.weight:
            break
        best = rest[int(np.argmax(gains))]
        chosen.append(best)
        held |= best.words.stems
    return chosen
