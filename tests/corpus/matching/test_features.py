"""Features and terms of real pairs: the same from both sides, and blind to whether the values agree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.corpus.stages import DEFAULTS, encoded, facts_of, read

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.keys import block_of, pair_rows
from consilience.corpus.matching.features import NAMES
from consilience.corpus.matching.terms import Weighed, stem, terms_of, weigh
from consilience.model import Fact
from consilience.operators import Vectors
from consilience.settings import MatchingSettings

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parents[1] / "cases/conflicts.yaml").read_text("utf-8"))
# Every fact of the conflict cases: what statements about many things look like.
FACTS: list[Fact] = [
    fact
    for number, case in enumerate(CASES)
    for id, text in case["docs"].items()
    for fact in EmbeddedFacts().extract(read(f"{number}-{id}", text))
]


# No pair is cut off by a limit: which of several equally near facts stay within one depends on their order.
ROOMY = MatchingSettings(neighbours=32, per_document=50)


@cache
def _vectors() -> Vectors:
    return encoded(FACTS)


@cache
def _weighed() -> dict[int, Weighed]:
    return weigh(dict(enumerate(FACTS)))


@cache
def _rows(order: tuple[int, ...]) -> dict[frozenset[str], dict[str, float]]:
    """The features of every candidate pair, by the ids of the pair; the facts of each block stand in this order."""
    found: dict[frozenset[str], dict[str, float]] = {}
    names = block_of(_vectors(), None, [fact.value for fact in FACTS])
    for block in sorted(set(names)):
        inside = [index for index in order if names[index] == block]
        pairs, rows = pair_rows([FACTS[index] for index in inside], _vectors()[inside], ROOMY)
        for a, b, row in zip(pairs.a.tolist(), pairs.b.tolist(), np.round(rows, 4).tolist(), strict=True):
            found[frozenset((FACTS[inside[a]].id, FACTS[inside[b]].id))] = dict(zip(NAMES, row, strict=True))
    return found


FORWARDS = tuple(range(len(FACTS)))
BACKWARDS = FORWARDS[::-1]


def test_a_pair_has_one_finite_number_for_each_feature() -> None:
    """The matrix has a row a pair, a column a name, and neither NaN nor infinity."""
    pairs, rows = pair_rows(FACTS, _vectors(), DEFAULTS.matching)
    assert rows.shape == (len(pairs), len(NAMES)) and len(pairs) > 50
    assert len(set(NAMES)) == len(NAMES)
    assert rows.dtype == np.float32 and np.isfinite(rows).all()


@pytest.mark.parametrize("name", ["cosine", "words_jaccard", "local_jaccard", "head_jaccard", "fuzzy", "places_differ"])
def test_a_share_lies_between_0_and_1(name: str) -> None:
    """Overlaps, similarities and flags are shares."""
    column = pair_rows(FACTS, _vectors(), DEFAULTS.matching)[1][:, NAMES.index(name)]
    assert column.min() >= 0 and column.max() <= 1 + 1e-3  # vectors are kept in half precision


@pytest.mark.parametrize("name", NAMES)
def test_a_pair_looks_the_same_from_both_sides(name: str) -> None:
    """Facts in reverse order give the same pairs, each with its sides swapped, and the same features."""
    there, back = _rows(FORWARDS), _rows(BACKWARDS)
    assert len(there) > 50
    assert {pair: row[name] for pair, row in there.items()} == {pair: row[name] for pair, row in back.items()}


SAID = [
    ("The breakfast allowance is £{}.", ("12", "12"), ("12", "14")),
    ("The relief valve opens at {} bar.", ("6", "6"), ("6", "8")),
    ("The coolant is changed after {} hours.", ("500", "500"), ("500", "600")),
    ("The bridge was opened on {} May 1962.", ("4", "4"), ("4", "9")),
    ("The gateway requires firmware {}.", ("3.2", "3.2"), ("3.2", "3.4")),
    ("The desk opens at {}.", ("08:00", "08:00"), ("08:00", "09:30")),
    ("The water losses were {}%.", ("8", "8"), ("8", "9")),
]


NAMED = pytest.param(
    "The data protection officer is {}.",
    ("Marta Ellingsen", "Marta Ellingsen"),
    ("Marta Ellingsen", "Jonas Verhoeven"),
    marks=pytest.mark.xfail(
        strict=True, raises=AssertionError, reason="names stay in the context, and so do those that are the value"
    ),
)


@pytest.mark.parametrize(("sentence", "equal", "unequal"), [*SAID, NAMED])
def test_no_feature_tells_whether_the_values_agree(
    sentence: str, equal: tuple[str, str], unequal: tuple[str, str]
) -> None:
    """The same two statements with equal and with unequal values of like size have the same features."""

    def features(values: tuple[str, str]) -> list[list[float]]:
        facts = [
            fact
            for id, value in zip(("a.md", "b.md"), values, strict=True)
            for fact in facts_of(f"# Notes {id[0]}\n\n{sentence.format(value)}", id)
        ]
        assert len(facts) == 2
        _, rows = pair_rows(facts, encoded(facts), DEFAULTS.matching)
        assert len(rows) == 1
        return np.round(rows, 4).tolist()  # type: ignore[no-any-return]

    assert features(equal) == features(unequal)


@given(st.integers(0, len(FACTS) - 1), st.integers(0, len(FACTS) - 1))
def test_overlap_is_a_symmetric_share(first: int, second: int) -> None:
    """The overlap of two statements lies in [0, 1], is the same both ways, and is 1 with itself."""
    weighed = _weighed()
    there, back = weighed[first].overlap(weighed[second]), weighed[second].overlap(weighed[first])
    assert there == back and 0 <= there <= 1 + 1e-9
    if weighed[first].terms.words:
        assert weighed[first].overlap(weighed[first]) == pytest.approx(1)


def test_a_rare_word_in_common_says_more_than_a_common_one() -> None:
    """In a corpus about pumps, two statements that share "gasket" overlap more than two that share "pump"."""
    said = [
        "The pump gasket costs £4.",
        "A gasket is sold at £5.",
        "One pump is hired at £6.",
        *["The pump costs £7."] * 9,
    ]
    facts = [facts_of(f"# Prices\n\n{text}", f"{n}.md")[0] for n, text in enumerate(said)]
    weighed = weigh(dict(enumerate(facts)))
    assert weighed[0].overlap(weighed[1]) > weighed[0].overlap(weighed[2]) > 0


def test_words_are_folded_and_the_value_is_left_out() -> None:
    """Plural, case and hyphen do not matter; stop words and the value itself do not count."""
    first, second = (
        next(fact for fact in facts_of(f"# Fees\n\n{said}") if fact.value.kind == "money")
        for said in ("Night-shift ALLOWANCES are £14.", "An allowance of the night shift is £15.")
    )
    assert terms_of(first).words == terms_of(second).words
    assert not any("14" in word for word in terms_of(first).words)


@given(st.text(st.characters()))
def test_every_text_has_a_stem(word: str) -> None:
    """Whatever characters a word has, halves of surrogate pairs among them, case does not change its stem."""
    assert stem(word.upper()) == stem(word.upper().casefold())
