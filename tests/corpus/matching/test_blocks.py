"""Blocks: facts that can answer the same question meet, those that cannot are never compared."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpus.stages import encoded, facts_of

from consilience.corpus.keys import block_of, drawn, leaders
from consilience.model import Fact
from consilience.operators import Vectors


def _fact(said: str, kind: str = "") -> Fact:
    (fact,) = [one for one in facts_of(f"# Data sheet\n\n{said}") if kind in ("", one.value.kind)]
    return fact


def _blocks(*facts: Fact) -> list[str]:
    return block_of(encoded(facts), None, [fact.value for fact in facts])


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
    """Fewer facts than two blocks hold need no leaders, however many vectors there are."""
    count = data.draw(st.integers(0, 2 * block_size - 1))
    assert leaders(_cloud(sample, 1), count, block_size) is None


@given(st.integers(0, 2**32 - 1), st.integers(2, 8))
def test_leaders_are_contexts_of_the_corpus_whatever_its_order(seed: int, wanted: int) -> None:
    """At least as many as blocks are wanted, all different, each a vector of the corpus, the same in any order."""
    vectors = np.repeat(_cloud(200, seed), 2, axis=0)
    chosen = leaders(vectors, wanted * 100, 100)
    again = leaders(vectors[np.random.default_rng(seed).permutation(len(vectors))], wanted * 100, 100)
    assert chosen is not None and again is not None
    assert chosen.tobytes() == again.tobytes()
    assert wanted <= len(chosen) < 2 * wanted
    assert len(np.unique(chosen, axis=0)) == len(chosen)
    assert {row.tobytes() for row in chosen} <= {row.tobytes() for row in vectors}


@given(st.integers(0, 2**32 - 1), st.integers(1, 50))
def test_a_changed_document_leaves_the_other_leaders(seed: int, changed: int) -> None:
    """Of the contexts that stay, the same ones lead before and after; only those of changed facts come and go."""
    before = _cloud(1000, seed)
    after = np.concatenate([_cloud(changed, seed + 1), before[changed:]])
    kept = {row.tobytes() for row in before[changed:]}
    one, other = (_of(kept, leaders(vectors, 1000, 100)) for vectors in (before, after))
    common = min(len(one), len(other))
    assert one[:common] == other[:common]
    assert common >= 16 - changed


def _of(kept: set[bytes], chosen: Vectors | None) -> list[bytes]:
    assert chosen is not None
    return [row.tobytes() for row in chosen if row.tobytes() in kept]


@given(st.integers(0, 2**32 - 1))
def test_files_can_draw_before_they_are_brought_together(seed: int) -> None:
    """Drawing from each part and choosing from what was drawn gives the leaders of the whole."""
    vectors = _cloud(3000, seed)
    parts = [drawn(part, 3000, 150) for part in np.array_split(vectors, 7)]
    whole, joined = leaders(vectors, 3000, 150), leaders(np.concatenate(parts), 3000, 150)
    assert whole is not None and joined is not None
    assert whole.tobytes() == joined.tobytes()
    assert sum(map(len, parts)) < len(vectors)


@pytest.mark.parametrize("value", [0.0, 0.25])
def test_vectors_that_are_all_alike_have_one_leader(value: float) -> None:
    """Copies of one vector, even of the empty one, are one block."""
    chosen = leaders(np.full((50, 16), value, dtype=np.float32), 1000, 100)
    assert chosen is not None and chosen.shape == (1, 16)


def test_a_large_corpus_is_split_by_what_it_is_about() -> None:
    """With leaders a block is the group and the nearest leader; equal contexts always meet."""
    facts = [
        *facts_of("# Tickets\n\nThe ticket costs £4. A lunch costs £7.", "a.md"),
        *facts_of("# Tickets\n\nThe ticket costs £5. A lunch costs £9.", "b.md"),
    ]
    vectors = encoded(facts)
    names = block_of(vectors, vectors[:2], [fact.value for fact in facts])
    assert names[:2] == names[2:]
    assert names[0] != names[1]
    assert {name.partition("/")[0] for name in names} == {"money"}
