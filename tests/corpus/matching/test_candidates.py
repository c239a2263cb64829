"""Candidates: which pairs of facts are worth scoring, whatever the vectors and the order they come in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from consilience.corpus.matching.blocks import Candidates, candidates
from consilience.operators import Vectors


@dataclass(frozen=True)
class Block:
    """Facts as the candidate search sees them: unit vectors, and the document of each."""

    vectors: Vectors
    docs: list[str]


@st.composite
def blocks(draw: st.DrawFn, most_facts: int = 30) -> Block:
    """Up to thirty facts of up to six documents near a few centres, so that some are close and some are not."""
    docs = draw(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=most_facts))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    centres = random.normal(size=(3, 16))
    near = centres[random.integers(0, 3, len(docs))] + random.normal(size=(len(docs), 16)) * draw(st.floats(0.05, 1.5))
    return Block((near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32), docs)


def _pairs(found: Candidates) -> set[tuple[int, int]]:
    return set(zip(found.a.tolist(), found.b.tolist(), strict=True))


def _search(block: Block, per_document: int = 3, most: int = 16, floor: float = 0.3) -> Candidates:
    return candidates(block.vectors, block.docs, per_document, most, floor)


@given(blocks(), st.floats(0, 1))
def test_pairs_stand_in_two_documents_and_above_the_floor(block: Block, floor: float) -> None:
    """A pair is there once, a < b, of two documents; its cosine is that of the vectors and at least the floor."""
    found = _search(block, floor=floor)
    assert len(_pairs(found)) == len(found)
    for a, b, cosine in zip(found.a.tolist(), found.b.tolist(), found.cosine.tolist(), strict=True):
        assert a < b and block.docs[a] != block.docs[b]
        assert cosine == pytest.approx(float(block.vectors[a] @ block.vectors[b]), abs=1e-5)
        assert cosine >= floor


@given(blocks(), st.integers(0, 2**32 - 1))
def test_the_order_of_the_facts_does_not_matter(block: Block, seed: int) -> None:
    """Facts in another order give the same pairs, with the same ranks and margins."""
    order = np.random.default_rng(seed).permutation(len(block.docs))
    moved = _search(Block(block.vectors[order], [block.docs[i] for i in order]))
    found = _search(block)
    there, back = _by_pair(found, np.arange(len(order))), _by_pair(moved, order)
    assert there.keys() == back.keys()
    for pair, (low, high, margin) in there.items():
        assert back[pair][:2] == (low, high)
        assert back[pair][2] == pytest.approx(margin, abs=1e-5)


def _by_pair(found: Candidates, order: NDArray[np.int64]) -> dict[tuple[int, int], tuple[int, int, float]]:
    """Ranks and margin of each pair; `order` tells which fact stood at which position."""
    sides = zip(order[found.a].tolist(), order[found.b].tolist(), strict=True)
    near = zip(found.rank_low.tolist(), found.rank_high.tolist(), found.margin.tolist(), strict=True)
    return {(min(a, b), max(a, b)): told for (a, b), told in zip(sides, near, strict=True)}


@given(blocks(), st.integers(1, 4), st.integers(1, 6))
def test_the_limits_hold(block: Block, per_document: int, most: int) -> None:
    """A fact brings in at most `most` pairs, and at most `per_document` of them with one other document."""
    found = _search(block, per_document, most)
    assert len(found) <= most * len(block.docs)
    of_documents = Counter(frozenset((block.docs[a], block.docs[b])) for a, b in _pairs(found))
    for documents, count in of_documents.items():
        assert count <= per_document * sum(doc in documents for doc in block.docs)
    assert all(0 <= low < per_document for low in found.rank_low.tolist())
    assert all(0 <= high <= per_document for high in found.rank_high.tolist())


@given(blocks())
def test_the_best_answer_of_another_document_is_always_a_candidate(block: Block) -> None:
    """Of two documents, the nearest pair of all is kept when it is above the floor."""
    found = _pairs(_search(block, most=30))
    near = block.vectors @ block.vectors.T
    for first in set(block.docs):
        for second in set(block.docs) - {first}:
            rows = [i for i, doc in enumerate(block.docs) if doc == first]
            columns = [i for i, doc in enumerate(block.docs) if doc == second]
            cosine, a, b = max((float(near[i, j]), i, j) for i in rows for j in columns)
            if cosine > 0.3 + 1e-5:
                assert (min(a, b), max(a, b)) in found


def test_equal_contexts_are_equally_near() -> None:
    """Two values of one statement share its vector: each is a candidate for both values of the other statement."""
    vectors = np.zeros((4, 8), dtype=np.float32)
    vectors[:, 0] = 1
    found = _search(Block(vectors, ["a", "a", "b", "b"]))
    assert _pairs(found) == {(0, 2), (0, 3), (1, 2), (1, 3)}
    assert found.rank_high.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("docs", [[], ["a"], ["a"] * 5])
def test_one_document_has_no_candidates(docs: list[str]) -> None:
    """Nothing, one fact, or the facts of one document give no pair."""
    vectors = np.tile(np.eye(1, 8, dtype=np.float32), (len(docs), 1))
    assert len(_search(Block(vectors, docs))) == 0


def test_many_documents_that_say_the_same_stay_within_the_limit() -> None:
    """Six hundred documents with one and the same statement: no more pairs than the limit allows, and everyone has
    one."""
    vectors = np.tile(np.eye(1, 8, dtype=np.float32), (600, 1))
    found = _search(Block(vectors, [f"{n:03}" for n in range(600)]), most=16)
    assert len(found) <= 16 * 600
    assert {index for pair in _pairs(found) for index in pair} == set(range(600))
