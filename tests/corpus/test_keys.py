"""Keys: facts of different documents that answer the same question, scored pair by pair and joined."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpus.stages import encoded, facts_of, matched

from consilience.corpus.keys import components, match
from consilience.model import Fact
from consilience.settings import MatchingSettings

nodes = st.sampled_from("abcdefghij")
pairs = st.lists(st.tuples(nodes, nodes), max_size=25)


@given(pairs)
def test_components_are_an_equivalence(joined: list[tuple[str, str]]) -> None:
    """Every fact is in exactly one group, the two of a pair in the same, and nobody in a group without a path to it."""
    groups = components(joined)
    home = {one: group for group in groups for one in group}
    assert sorted(one for group in groups for one in group) == sorted({one for pair in joined for one in pair})
    for a, b in joined:
        assert home[a] == home[b]
    for group in groups:
        reached = {group[0]}
        while more := {one for pair in joined if set(pair) & reached for one in pair} - reached:
            reached |= more
        assert reached == set(group)


@given(pairs.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_components_do_not_depend_on_the_order(orders: tuple[list[tuple[str, str]], list[tuple[str, str]]]) -> None:
    """Pairs shuffled and turned round give the same groups, sorted, in the order of their first member."""
    joined, shuffled = orders
    turned = [(b, a) for a, b in shuffled]
    assert components(joined) == components(turned) == sorted(components(joined))
    assert all(list(group) == sorted(group) for group in components(joined))


DOCS = {
    "a.md": "# Boilers\n\nThe safety valve of the boiler opens at 6 bar. The feed pump of the boiler stops at 9 bar.",
    "b.md": "# Service\n\nThe safety valve of the boiler opens at 7 bar. The boiler is drained below 1 bar.",
    "c.md": "# Training\n\nThe boiler's safety valve opens at 6 bar.",
}


def _facts() -> list[Fact]:
    return [fact for id, text in DOCS.items() for fact in facts_of(text, id)]


def _match(facts: list[Fact], settings: MatchingSettings | None = None) -> list[tuple[str, str, float]]:
    found = match(facts, encoded(facts), settings or MatchingSettings())
    return [(one.a, one.b, one.probability) for one in found]


def test_the_same_question_is_found_among_others() -> None:
    """The three statements about the safety valve are the most probable pairs."""
    facts = {fact.id: fact for fact in _facts()}
    best = [{facts[a].value.text, facts[b].value.text} for a, b, _ in _match(list(facts.values()))[:3]]
    assert sorted(best, key=sorted) == [{"6 bar"}, {"6 bar", "7 bar"}, {"6 bar", "7 bar"}]


def test_a_match_is_of_two_documents_sorted_and_probable() -> None:
    """Ids are in order, documents differ, probabilities lie in [0, 1] and fall from pair to pair."""
    docs = {fact.id: fact.doc for fact in _facts()}
    found = _match(_facts())
    assert found
    assert all(a < b and docs[a] != docs[b] and 0 <= p <= 1 for a, b, p in found)
    assert [p for _, _, p in found] == sorted((p for _, _, p in found), reverse=True)


def test_the_order_of_the_facts_does_not_matter() -> None:
    """Facts in any order, and documents in any order, give the same scored pairs."""
    facts = _facts()
    wanted = _match(facts)
    for order in list(permutations(range(len(facts))))[::13]:
        assert _match([facts[i] for i in order]) == wanted


def test_the_value_does_not_move_the_probability() -> None:
    """How far apart two values are is no evidence that their statements answer the same question."""

    def probability(value: str) -> float:
        text = f"# Pools\n\nThe water of the outdoor pool is heated to {value} °C."
        first = facts_of("# Baths\n\nThe water of the outdoor pool is heated to 24 °C.", "a.md")
        ((_, _, found),) = _match([*first, *facts_of(text, "b.md")])
        return found

    assert probability("25") == probability("29") > 0.5


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_to_compare_is_no_match(count: int) -> None:
    """No fact, or one, gives no pair."""
    assert matched(_facts()[:count]) == ()


def test_the_floor_and_the_limits_are_settings() -> None:
    """A floor above every cosine leaves no pair; fewer candidates are a part of more."""
    facts = _facts()
    every = {(a, b) for a, b, _ in _match(facts)}
    assert _match(facts, MatchingSettings(floor=1.0)) == []
    assert {(a, b) for a, b, _ in _match(facts, MatchingSettings(neighbours=1, per_document=1))} <= every
