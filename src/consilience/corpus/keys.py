"""Keys: facts of different documents that answer the same question (DESIGN section 5).

The stages are pure and work on one block at a time, so that the plan can run them anywhere: `leaders` and `block_of`
put facts into blocks, `match` scores the pairs of a block, twice, `components` joins matched facts into keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.facts.labels import titles_apart
from consilience.corpus.matching import model, pairnet, second_look
from consilience.corpus.matching.blocks import Candidates, block_of, candidates
from consilience.corpus.matching.features import Crowd, matrix, pair_features
from consilience.corpus.matching.leaders import drawn, leaders
from consilience.corpus.matching.second_look import FirstLook
from consilience.corpus.matching.terms import Weighed, places_of, weigh
from consilience.corpus.qualify import reason_apart
from consilience.model import Fact
from consilience.operators import Vectors
from consilience.settings import MatchingSettings
from consilience.values import compare

__all__ = ["Match", "block_of", "components", "drawn", "leaders", "match", "pair_rows"]

# Least rarity-weighted overlap of words: nearly all true pairs have it, of neighbours one in five. A pair in which
# neither is the best answer in its document has to share more.
_OVERLAP, _OVERLAP_BEHIND = 0.02, 0.06
_NEAR = 0.3  # cosine that a best answer has


Reader = Callable[[Sequence[tuple[Fact, Fact]]], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Match:
    """Two facts of different documents, by id (a < b), and the probability that they answer the same question."""

    a: str
    b: str
    probability: float


def match(
    facts: Sequence[Fact], vectors: Vectors, settings: MatchingSettings, read: Reader = pairnet.scores
) -> tuple[Match, ...]:
    """The pairs of one block that reach the threshold, most probable first.

    `vectors` are unit rows, shape (len(facts), dimension). `read`, the pair network, is asked only what it can still
    decide, and the same pairs are looked at again in view of all others.
    """
    pairs, rows = pair_rows(facts, vectors, settings)
    trees = model.raw_scores(rows)
    told = [(facts[a], facts[b]) for a, b in zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)]
    apart, asked = open_pairs(told, ~model.hopeless(trees, settings.threshold))
    said = np.zeros(len(told))
    said[asked] = read([told[place] for place in asked.tolist()])
    odds = model.log_odds(trees, said)
    looked = FirstLook(pairs.a, pairs.b, rows, trees, said, odds, apart)
    odds = odds.copy()
    odds[asked] = second_look.log_odds(looked, asked)
    scored = zip(told, model.chances(odds).tolist(), strict=True)
    found = [_match(a.id, b.id, p) for (a, b), p in scored if p >= settings.threshold]
    return tuple(sorted(found, key=lambda one: (-one.probability, one.a, one.b)))


def open_pairs(
    pairs: Sequence[tuple[Fact, Fact]], worth: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Of the pairs that are worth it: which a qualifier keeps apart, and the places of those that would be flagged.

    The network and the second look are asked of the latter only. Where a qualifier sets two facts apart, the network
    often knows the near miss too, and would drop the pair; but a person wants to see what looked like a conflict and
    was set aside, with the reason. Where two values are equal, that alone makes it likelier that both answer one
    question. And what may and may not be done is mostly told with some condition on one side, which the network takes
    for another question; there the qualifiers judge.
    """
    unlike = [place for place in np.nonzero(worth)[0].tolist() if differ(*pairs[place])]
    apart = np.zeros(len(pairs), dtype=bool)
    apart[unlike] = [reason_apart(*pairs[place]) is not None for place in unlike]
    asked = [place for place in unlike if not apart[place] and not _allowed(*pairs[place])]
    return apart, np.array(asked, dtype=np.int64)


def differ(a: Fact, b: Fact) -> bool:
    """Whether two facts state different values."""
    return compare(a.value, b.value, limits_as_values=True).relation == "different"


def _allowed(a: Fact, b: Fact) -> bool:
    """Whether both say what may or may not be done."""
    return a.value.kind == b.value.kind == "yes_no"


def pair_rows(
    facts: Sequence[Fact], vectors: Vectors, settings: MatchingSettings, *, every: bool = False
) -> tuple[Candidates, NDArray[np.float32]]:
    """The candidate pairs of a block and their features, row by row; training uses the same door.

    With `every` also those that share too few words to be worth it.
    """
    docs = [fact.doc for fact in facts]
    pairs = candidates(vectors, docs, settings.per_document, settings.neighbours, settings.floor)
    pairs = pairs.take(_comparable(facts, pairs))
    weighed = weigh({index: facts[index] for index in np.unique([pairs.a, pairs.b]).tolist()})
    if not every:
        pairs = pairs.take(_akin(pairs, weighed))
    siblings: dict[tuple[str, int], list[Fact]] = {}
    for fact in facts:
        siblings.setdefault((fact.doc, fact.start), []).append(fact)
    rows = [_row(facts, weighed, siblings, *pair) for pair in _tuples(pairs)]
    return pairs, matrix(rows)


def _akin(pairs: Candidates, weighed: Mapping[int, Weighed]) -> NDArray[np.bool_]:
    """Which pairs share words enough to be worth the features."""
    places = zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)
    overlap = np.asarray([weighed[a].overlap(weighed[b]) for a, b in places], dtype=float)
    best = (pairs.rank_low == 0) & (pairs.cosine >= _NEAR)
    return np.asarray(overlap >= np.where(best, _OVERLAP, _OVERLAP_BEHIND))


def _comparable(facts: Sequence[Fact], pairs: Candidates) -> NDArray[np.bool_]:
    """Which pairs are not of forms filled in for different things; first of all, because it spares all other work."""
    tied = {i: places_of(facts[i]) for i in np.unique([pairs.a, pairs.b]).tolist() if facts[i].template}
    kept = [
        not forms_apart(facts[a], facts[b], tied.get(a, frozenset()), tied.get(b, frozenset()))
        for a, b in zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)
    ]
    return np.asarray(kept, dtype=bool)


def forms_apart(a: Fact, b: Fact, tied_a: frozenset[str], tied_b: frozenset[str]) -> bool:
    """Whether two facts stand in forms filled in for different things: one template, two titles, tied to no same name.

    What the manual of one machine says is no answer about another, however alike the sentences.
    """
    if not a.template or a.template != b.template or not titles_apart(a.title, b.title):
        return False
    return not tied_a & tied_b


def _tuples(pairs: Candidates) -> Iterator[tuple[int, int, tuple[float, ...]]]:
    columns = (pairs.cosine, pairs.rank_low, pairs.rank_high, pairs.margin)
    near = zip(*(column.astype(float).tolist() for column in columns), strict=True)
    return zip(pairs.a.tolist(), pairs.b.tolist(), near, strict=True)


def _row(
    facts: Sequence[Fact], weighed: Mapping[int, Weighed], siblings: Mapping[tuple[str, int], list[Fact]],
    first: int, second: int, near: tuple[float, ...],
) -> list[float]:  # fmt: skip
    a, b = facts[first], facts[second]
    of_a, of_b = siblings[(a.doc, a.start)], siblings[(b.doc, b.start)]
    crowd = Crowd(
        most=max(len(of_a), len(of_b)),
        other_agrees=_stated_beside(b, a, of_a) or _stated_beside(a, b, of_b),
        same_place=len(of_a) == len(of_b) and _place(a, of_a) == _place(b, of_b),
    )
    return pair_features(a, b, weighed[first], weighed[second], near, crowd)


def _place(fact: Fact, siblings: Sequence[Fact]) -> int:
    """The how-manieth value of its group a fact is in its statement, from 0."""
    return sum(one.value_start < fact.value_start for one in siblings)


def _stated_beside(value: Fact, beside: Fact, siblings: Sequence[Fact]) -> bool:
    """Whether a statement holds, beside one of its values, another that equals `value`."""
    others = (one for one in siblings if one.id != beside.id and one.value_start != beside.value_start)
    return any(compare(one.value, value.value).relation == "same" for one in others)


def _match(first: str, second: str, probability: float) -> Match:
    return Match(min(first, second), max(first, second), round(probability, 4))


def components(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Connected components of fact ids, each sorted, in the order of their first id."""
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for a, b in pairs:
        first, second = sorted((root(a), root(b)))
        parent[second] = first
    groups: dict[str, list[str]] = {}
    for node in sorted(parent):
        groups.setdefault(root(node), []).append(node)
    return [tuple(group) for group in groups.values()]
