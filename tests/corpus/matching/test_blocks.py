"""Blocks: facts that can answer the same question meet, those that cannot are never compared."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpus.stages import encoded, facts_of

from consilience.corpus.keys import block_of, fit_centroids
from consilience.model import Fact
from consilience.operators import Vectors


def _fact(said: str, kind: str = "") -> Fact:
    (fact,) = [one for one in facts_of(f"# Data sheet\n\n{said}") if kind in ("", one.value.kind)]
    return fact


def _blocks(*facts: Fact) -> list[str]:
    return block_of(encoded(facts), None, facts)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The shaft is 3 metres long.", "The shaft is 118 inches long."),
        ("The test lasts 90 minutes.", "The test lasts one and a half hours."),
        ("The lamp burns for 12,000 h.", "The lamp burns for 500 days."),
        ("The bridge was opened in 1962.", "The bridge was opened on 4 May 1962."),
        ("The ticket costs £4.", "The ticket costs €5."),
        ("The room seats 24 people.", "The room seats twenty people."),
    ],
)
def test_values_that_can_be_compared_share_a_block(first: str, second: str) -> None:
    """The same kind and dimension, in whatever unit or notation, is one block."""
    assert len(set(_blocks(_fact(first), _fact(second)))) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The shaft is 3 metres long.", "The shaft weighs 3 kg."),
        ("The shaft costs £3.", "The shaft takes 3% of the cost."),
        ("The drill takes 15 minutes.", "The drill is repeated every six months."),
        ("The bridge was opened in 1962.", "The bridge was opened at 10:30."),
        ("The valve opens at 6 bar.", "The valve opens at 60 °C."),
        ("Visitors may enter the hall.", "The hall was opened on 4 May 1962."),
    ],
)
def test_values_that_cannot_be_compared_are_kept_apart(first: str, second: str) -> None:
    """Another kind or dimension is another block, however alike the sentences; how often is not how long."""
    assert len(set(_blocks(_fact(first), _fact(second)))) == 2


def _cloud(count: int, seed: int) -> Vectors:
    near = np.random.default_rng(seed).normal(size=(count, 16))
    unit: Vectors = (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)
    return unit


@given(st.integers(0, 400), st.integers(100, 400), st.data())
def test_a_small_corpus_is_not_split(sample: int, block_size: int, data: st.DataObject) -> None:
    """Fewer facts than two blocks hold need no centroids, however many vectors were drawn."""
    count = data.draw(st.integers(0, 2 * block_size - 1))
    assert fit_centroids(_cloud(sample, 1), count, block_size) is None


@given(st.integers(0, 2**32 - 1), st.integers(2, 8))
def test_centroids_are_the_same_every_time(seed: int, wanted: int) -> None:
    """One centroid for each block that is wanted, finite, and byte for byte the same for the same vectors."""
    vectors = _cloud(200, seed)
    first, second = fit_centroids(vectors, wanted * 100, 100), fit_centroids(vectors.copy(), wanted * 100, 100)
    assert first is not None and second is not None
    assert first.shape == (wanted, 16) and np.isfinite(first).all()
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("value", [0.0, 0.25])
def test_vectors_that_are_all_alike_have_centroids(value: float) -> None:
    """Copies of one vector, even of the empty one, are no division by zero."""
    fitted = fit_centroids(np.full((50, 16), value, dtype=np.float32), 1000, 100)
    assert fitted is not None and np.isfinite(fitted).all()


def test_a_large_corpus_is_split_by_what_it_is_about() -> None:
    """With centroids a block is the group and the nearest centroid; equal contexts always meet."""
    facts = [
        *facts_of("# Tickets\n\nThe ticket costs £4. A lunch costs £7.", "a.md"),
        *facts_of("# Tickets\n\nThe ticket costs £5. A lunch costs £9.", "b.md"),
    ]
    vectors = encoded(facts)
    names = block_of(vectors, vectors[:2], facts)
    assert names[:2] == names[2:]
    assert names[0] != names[1]
    assert {name.partition("/")[0] for name in names} == {"money"}
