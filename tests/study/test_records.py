"""What level 1 made of the known truth: records of reference facts, and of manipulated relations on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.result import fact_dict
from consilience.model import Document
from consilience.settings import ReadSettings
from consilience.study.baseline import Baseline, load
from consilience.study.corpora import Corpus, corpora
from consilience.study.material import reread
from consilience.study.naming import about
from consilience.study.records import correspondence, recovery

Row = dict[str, Any]


@pytest.fixture(scope="module")
def geography() -> Baseline:
    """The study of one document."""
    return load().only(["geography"], ["Q07"])


@pytest.fixture(scope="module")
def second(geography: Baseline) -> Corpus:
    """Corpus B of it."""
    return next(one for one in corpora(geography) if one.name == "B")


@pytest.fixture(scope="module")
def facts(second: Corpus) -> list[Row]:
    """The facts of both documents as an audit writes them."""
    return list(_facts(second))


def _facts(corpus: Corpus) -> Iterator[Row]:
    for copy in corpus.copies:
        read = reread(copy.text, copy.name, "markdown", ReadSettings())
        assert isinstance(read, Document)
        yield from (fact_dict(fact) for fact in EmbeddedFacts().extract(read))


def test_reference_facts_are_recovered(geography: Baseline, facts: list[Row]) -> None:
    """Every reference fact has a line; a recovered one names the record that gives its value."""
    lines = recovery(geography, facts)
    assert [one["fact"] for one in lines] == [one.id for one in geography.references]
    assert {one["domain"] for one in lines} == {"geography"}
    assert sum(one["recovered"] for one in lines) >= 7
    danube = next(one for one in lines if one["fact"] == "r-geography-danube")
    assert (danube["how"], danube["record"]["value"]) == ("exact", "2,850 km")


def test_only_the_document_of_a_fact_counts(geography: Baseline, facts: list[Row]) -> None:
    """A record of the conflicting counterpart recovers nothing."""
    lines = recovery(geography, [one for one in facts if one["doc"] != "geography.md"])
    assert not any(one["recovered"] for one in lines)
    assert {(one["how"], one["record"]) for one in lines} == {("missing", None)}


@pytest.mark.parametrize(
    ("changed", "how"),
    [
        ({"value": "2850 kilometres"}, "equivalent"),
        ({"value": "2,250 km"}, "missing"),
        ({"entity": "Amazon", "relation": "is … long"}, "missing"),
        ({"entity": "length of the Danube", "relation": "is"}, "exact"),
    ],
)
def test_what_a_record_must_say(geography: Baseline, facts: list[Row], changed: Row, how: str) -> None:
    """The value may be written otherwise; another value, or another thing, is not the fact."""
    record = next(one for one in facts if one["doc"] == "geography.md" and one["value"] == "2,850 km")
    lines = recovery(geography, [record | changed])
    assert next(one["how"] for one in lines if one["fact"] == "r-geography-danube") == how


def test_a_record_may_hold_a_fact_in_other_words(geography: Baseline, facts: list[Row]) -> None:
    """(Canberra, is the capital of Australia, ...) keeps who is the capital, but not as its value: the line says so."""
    record = next(one for one in facts if one["doc"] == "geography.md" and one["entity"] == "Canberra")
    lines = {one["fact"]: one for one in recovery(geography, [record])}
    capital = lines["r-geography-australia-capital"]
    assert (capital["recovered"], capital["how"], capital["where"]) == (True, "equivalent", "record")
    assert (lines["r-geography-danube"]["recovered"], lines["r-geography-danube"]["where"]) == (False, None)


def test_names_may_be_cut_otherwise() -> None:
    """ "speed of light in vacuum" names (vacuum, speed of light); the speed of sound does not."""
    key = next(one for one in load().keys if one.id == "physics-speed-of-light")
    assert about("speed of light in vacuum is", key)
    assert not about("speed of sound in air is", key)
    assert not about("299,792 km/s", key)


def _audit(conflicts: list[Row] | None = None, set_aside: list[Row] | None = None) -> Row:
    return {"conflicts": conflicts or [], "set_aside": set_aside or []}


def _assertion(fact: Row) -> Row:
    return {"fact": fact["id"], "doc": fact["doc"], "quote": fact["quote"]}


def _danube(lines: list[Row]) -> Row:
    return next(one for one in lines if one["relation_id"] == "m-geography-danube")


def test_records_under_one_key_correspond(geography: Baseline, second: Corpus, facts: list[Row]) -> None:
    """A conflict with both records is matched and flagged; a pair that was set aside is matched, with its reason."""
    sides = [one for one in facts if one["value"] in ("2,850 km", "2,250 km") and "Danube" in one["entity"]]
    classes = [{"value": one["value"], "assertions": [_assertion(one)]} for one in sides]
    flagged = _danube(correspondence(geography, second, facts, _audit([{"id": "C1", "values": classes}])))
    assert (flagged["matched"], flagged["flagged"], flagged["conflict_id"]) == (True, True, "C1")
    assert (flagged["clean"]["value"], flagged["injected"]["value"]) == ("2,850 km", "2,250 km")
    pair = {"reason": "period", "explanation": "Other years.", "assertions": [_assertion(one) for one in sides]}
    aside = _danube(correspondence(geography, second, facts, _audit(set_aside=[pair])))
    assert (aside["matched"], aside["flagged"]) == (True, False)
    assert aside["why_not"] == "set aside (period): Other years."


def test_what_is_missing_is_said(geography: Baseline, second: Corpus, facts: list[Row]) -> None:
    """Without a common key, or without a record, the line says why there is no match."""
    apart = _danube(correspondence(geography, second, facts, _audit()))
    assert (apart["matched"], apart["why_not"]) == (False, "the two records are under no common key")
    for value, side in (("2,850 km", "clean"), ("2,250 km", "injected")):
        left = [one for one in facts if one["value"] != value]
        line = _danube(correspondence(geography, second, left, _audit()))
        assert (line[side], line["why_not"]) == (None, f"no record of the {side} statement")
