"""Corpora A-D: what they are made of, that they come out the same, and who asserts which value in them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from consilience.study.baseline import Baseline, load
from consilience.study.corpora import Corpus, corpora
from consilience.study.degrade import OPERATORS
from consilience.study.provenance import provenance

SEEDS = (0, 7)


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    """The material of the package."""
    return load()


@pytest.fixture(scope="module", params=SEEDS)
def made(baseline: Baseline, request: pytest.FixtureRequest) -> dict[str, Corpus]:
    """The four corpora of a seed, by name."""
    return {one.name: one for one in corpora(baseline, request.param)}


@pytest.fixture(scope="module")
def lines(baseline: Baseline, made: dict[str, Corpus]) -> list[dict[str, Any]]:
    """The provenance map of all four."""
    return [line for one in made.values() for line in provenance(baseline, one)]


def test_the_corpora_have_the_documents_of_the_paper(made: dict[str, Corpus]) -> None:
    """5, 10, 5 and 20 documents, of each kind as many as there are domains."""
    kinds = {name: Counter(copy.kind for copy in one.copies) for name, one in made.items()}
    assert kinds == {
        "A": {"clean": 5},
        "B": {"clean": 5, "conflict": 5},
        "C": {"degraded": 5},
        "D": {"clean": 5, "conflict": 5, "degraded": 5, "both": 5},
    }


def test_the_same_seed_gives_the_same_bytes(baseline: Baseline) -> None:
    """Two calls agree; another seed degrades otherwise and leaves clean and conflicting documents as they are."""
    first, again, other = (corpora(baseline, seed) for seed in (3, 3, 4))
    assert first == again
    texts = [{copy.name: copy.text for copy in one[3].copies} for one in (first, other)]
    changed = {name.split(".")[-2] for name, text in texts[0].items() if texts[1][name] != text}
    assert changed <= {"degraded", "both"} and "degraded" in changed


def test_every_degraded_document_has_three_operators(made: dict[str, Corpus]) -> None:
    """At least three operators changed each degraded document, and all six are at work in a corpus."""
    for kind in ("degraded", "both"):
        used = [copy.degraded.operators for copy in made["D"].copies if copy.kind == kind and copy.degraded]
        assert min(map(len, used)) >= 3
        assert {name for names in used for name in names} == set(OPERATORS)


def test_a_counterpart_differs_in_the_injected_values_alone(baseline: Baseline, made: dict[str, Corpus]) -> None:
    """With every canonical sentence put back, a counterpart is its document again."""
    for copy in made["B"].copies:
        text = copy.text
        for one in baseline.manipulated:
            if copy.kind == "conflict" and one.key.doc == copy.source.id:
                assert one.quote not in copy.text
                text = text.replace(one.quote.replace(one.canonical, one.injected), one.quote)
        assert text == copy.source.text


def test_no_injected_value_is_in_a_corpus_without_conflicts(baseline: Baseline, made: dict[str, Corpus]) -> None:
    """A and C state no injected sentence."""
    said = [one.quote.replace(one.canonical, one.injected) for one in baseline.manipulated]
    assert not [quote for name in "AC" for copy in made[name].copies for quote in said if quote in copy.text]


def test_an_assertion_stands_where_the_provenance_says(made: dict[str, Corpus], lines: list[dict[str, Any]]) -> None:
    """Every quote is the text at its place and holds the value of its side, after degradation too."""
    texts = {(name, copy.name): copy.text for name, one in made.items() for copy in one.copies}
    for line in lines:
        for one in line["assertions"]:
            assert texts[line["corpus"], one["doc"]][one["start"] : one["end"]] == one["quote"]
            assert one["value"] in one["quote"]
            assert one["value"] == line[one["side"]]


def test_every_document_asserts_or_lost_a_relation(made: dict[str, Corpus], lines: list[dict[str, Any]]) -> None:
    """Each copy of a relation's document is in `assertions` or in `lost`, and what is lost is in no text."""
    for line in lines:
        about = {copy.name: copy for copy in made[line["corpus"]].copies if copy.source.id == line["key"].split("-")[0]}
        asserted = {one["doc"] for one in line["assertions"]}
        assert asserted.isdisjoint(line["lost"])
        assert asserted | set(line["lost"]) == set(about)
        assert not [name for name in line["lost"] if about[name].kind in ("clean", "conflict")]


def test_both_sides_are_asserted_in_b(lines: list[dict[str, Any]], baseline: Baseline) -> None:
    """In B each relation has one canonical and one injected assertion."""
    found = [sorted(one["side"] for one in line["assertions"]) for line in lines if line["corpus"] == "B"]
    assert found == [["canonical", "injected"]] * len(baseline.manipulated)


def test_a_smaller_study_keeps_what_belongs_to_it(baseline: Baseline) -> None:
    """`only` keeps the truth and the questions of the documents that stay; an unknown name is refused."""
    small = baseline.only(["physics"], ["Q01"])
    assert {one.doc for one in small.keys} == {one.key.doc for one in small.manipulated} == {"physics"}
    assert [one.query.id for one in small.queries] == ["Q01"]
    with pytest.raises(KeyError, match="Q99"):
        baseline.only(["physics"], ["Q99"])
