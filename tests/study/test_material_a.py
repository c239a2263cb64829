"""Corpus A and its truth: what ships is counted, and every statement of the truth stands in its document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
import yaml

from consilience.values import compare, scan

DATA = files("consilience.study") / "data"
DOMAINS = ("biology", "geography", "history", "medicine", "physics")
Row = dict[str, Any]


def lines(name: str) -> list[Row]:
    """The records of a JSONL file of the material."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def listed(name: str) -> list[Row]:
    """The entries of a YAML file of the material."""
    entries: list[Row] = yaml.safe_load((DATA / name).read_text("utf-8"))
    return entries


DOCUMENTS = {one["id"]: one for one in listed("documents.yaml")}
TEXTS = {name: (DATA / one["file"]).read_text("utf-8") for name, one in DOCUMENTS.items()}
KEYS = {one["id"]: one for one in lines("keys.jsonl")}
REFERENCES = lines("reference_facts.jsonl")
MANIPULATED = lines("manipulated.jsonl")
QUERIES = listed("queries.yaml")
CHANGED = {one["key"] for one in MANIPULATED}


@pytest.mark.parametrize("rows", [lines("keys.jsonl"), REFERENCES, MANIPULATED, QUERIES, listed("documents.yaml")])
def test_ids_are_unique(rows: list[Row]) -> None:
    """No two records of a file have the same id."""
    assert [name for name, times in Counter(one["id"] for one in rows).items() if times > 1] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_document_has_the_length_of_the_paper(domain: str) -> None:
    """2,000 to 2,800 words: with figures and table marks as words, and with words of letters alone."""
    text = TEXTS[domain]
    written = len(text.split())
    spelt = sum(any(letter.isalpha() for letter in word) for word in text.split())
    assert 2000 <= spelt <= written <= 2800


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_document_has_its_title_and_structure(domain: str) -> None:
    """The title of documents.yaml is the heading of the document, and there are sections, a list and a table."""
    text = TEXTS[domain]
    assert text.startswith(f"# {DOCUMENTS[domain]['title']}\n")
    assert DOCUMENTS[domain]["domain"] == domain
    assert text.count("\n## ") >= 8
    assert "\n|---|" in text
    assert "\n1. " in text or "\n- " in text


def test_every_quote_stands_once_in_its_document() -> None:
    """A key's quote is found at one place only, so that its offsets are never in doubt."""
    assert [one["id"] for one in KEYS.values() if TEXTS[one["doc"]].count(one["quote"]) != 1] == []


def test_every_value_stands_once_in_its_quote() -> None:
    """The value of a key is written in its quote."""
    assert [one["id"] for one in KEYS.values() if one["quote"].count(one["value"]) != 1] == []


def test_there_are_enough_keys() -> None:
    """At least 120 keys, as many as 24 of every domain."""
    by_domain = Counter(one["doc"] for one in KEYS.values())
    assert len(KEYS) >= 120
    assert all(by_domain[domain] >= 24 for domain in DOMAINS)


def test_keys_of_several_documents_have_one_value() -> None:
    """Where two documents assert the same key, both give a value that means the same, and there are such keys."""
    together: dict[tuple[str, str], list[Row]] = {}
    for one in KEYS.values():
        together.setdefault((one["entity"], one["relation"]), []).append(one)
    shared = {key: rows for key, rows in together.items() if len(rows) > 1}
    assert len(shared) >= 15
    assert {key: rows for key, rows in shared.items() if len({one["value"] for one in rows}) > 1} == {}
    assert [rows for rows in shared.values() if len({one["doc"] for one in rows}) < len(rows)] == []


def test_forty_reference_facts() -> None:
    """40 reference facts, eight a domain, each stated in the words of its key's document."""
    assert Counter(KEYS[one["key"]]["doc"] for one in REFERENCES) == dict.fromkeys(DOMAINS, 8)
    assert all(one["statement"] == KEYS[one["key"]]["quote"] for one in REFERENCES)
    assert not any("?" in one["statement"] for one in REFERENCES)


def test_manipulated_relations() -> None:
    """At least 27 relations, five or more a domain, each key once and in one document only."""
    by_domain = Counter(KEYS[one["key"]]["doc"] for one in MANIPULATED)
    assert len(MANIPULATED) >= 27
    assert all(by_domain[domain] >= 5 for domain in DOMAINS)
    assert len(CHANGED) == len(MANIPULATED)
    asserted = Counter((one["entity"], one["relation"]) for one in KEYS.values())
    assert all(asserted[KEYS[key]["entity"], KEYS[key]["relation"]] == 1 for key in CHANGED)


@pytest.mark.parametrize("one", MANIPULATED, ids=lambda one: str(one["id"]))
def test_an_injected_sentence_differs_in_its_value_alone(one: Row) -> None:
    """The sentence of the counterpart is the quote with the other value, of the same kind and truly different."""
    key = KEYS[one["key"]]
    assert one["quote"] == key["quote"]
    assert one["canonical"] == key["value"]
    assert one["injected_sentence"] == one["quote"].replace(one["canonical"], one["injected"])
    before, after = scan(one["quote"], "en"), scan(one["injected_sentence"], "en")
    changed = [(a.value, b.value) for a, b in zip(before, after, strict=True) if a.value != b.value]
    assert [(a.kind, a.dimension) for a, _ in changed] == [(b.kind, b.dimension) for _, b in changed]
    assert [compare(a, b).relation for a, b in changed] == ["different"]
    assert all(one["injected_sentence"] not in text for text in TEXTS.values())


@pytest.mark.parametrize(
    ("key", "canonical", "injected"),
    [
        ("physics-speed-of-light", "299,792 km/s", "250,000 km/s"),
        ("medicine-atorvastatin", "80 mg", "160 mg"),
        ("history-louis-xvi", "21 January 1793", "28 January 1793"),
    ],
)
def test_the_examples_of_the_paper(key: str, canonical: str, injected: str) -> None:
    """The three manipulations that the paper names are among ours."""
    assert {one["key"]: (one["canonical"], one["injected"]) for one in MANIPULATED}[key] == (canonical, injected)


def test_queries_by_type() -> None:
    """Ten targeted, ten control and five synthesis questions, in this order."""
    assert [one["type"] for one in QUERIES] == ["targeted"] * 10 + ["control"] * 10 + ["synthesis"] * 5
    assert [one["id"] for one in QUERIES] == [f"Q{number:02d}" for number in range(1, 26)]


@pytest.mark.parametrize("one", QUERIES, ids=lambda one: str(one["id"]))
def test_a_query_is_about_what_its_type_says(one: Row) -> None:
    """A targeted question asks for one changed relation, a control question for one that is not changed, a synthesis
    question for several in two documents."""
    keys = [KEYS[key] for key in one["keys"]]
    kinds: dict[str, Callable[[], bool]] = {
        "targeted": lambda: len(keys) == 1 and keys[0]["id"] in CHANGED,
        "control": lambda: len(keys) == 1 and keys[0]["id"] not in CHANGED,
        "synthesis": lambda: len(one["documents"]) == 2 and not CHANGED & set(one["keys"]),
    }
    assert kinds[one["type"]]()
    assert sorted({key["doc"] for key in keys}) == sorted(one["documents"])
    assert one["question"].endswith("?")


def test_questions_spread_over_the_domains() -> None:
    """Two targeted and two control questions a domain; every domain is in a synthesis question."""
    for kind in ("targeted", "control"):
        assert Counter(doc for one in QUERIES if one["type"] == kind for doc in one["documents"]) == dict.fromkeys(
            DOMAINS, 2
        )
    assert {doc for one in QUERIES if one["type"] == "synthesis" for doc in one["documents"]} == set(DOMAINS)


@pytest.mark.parametrize("one", QUERIES, ids=lambda one: str(one["id"]))
def test_a_reference_answer_gives_every_value(one: Row) -> None:
    """The reference holds the value of each of its keys, as it is written in the documents."""
    said = one["reference"]
    assert [key for key in one["keys"] if KEYS[key]["value"] not in said] == []


@pytest.mark.parametrize("one", QUERIES, ids=lambda one: str(one["id"]))
def test_the_person_who_asks_may_read_the_answer(one: Row) -> None:
    """The roles of a question open each of its documents, and are roles of the documents."""
    assert all(set(one["roles"]) & set(DOCUMENTS[doc]["roles"]) for doc in one["documents"])
    assert set(one["roles"]) <= {role for document in DOCUMENTS.values() for role in document["roles"]}


def test_the_review_log_names_what_was_corrected() -> None:
    """review.md tells of three readings; the corrected text stands in its document and the faulty one does not."""
    table = [
        line.strip("|").split("|") for line in (DATA / "review.md").read_text("utf-8").splitlines() if line[:1] == "|"
    ]
    entries = [[cell.strip() for cell in row] for row in table[2:]]
    assert {entry[0] for entry in entries} == {"0", "1", "2", "3"}
    assert {entry[1] for entry in entries} == {"audit", "facts", "consistency", "clarity"}
    assert [after for _, _, doc, _, after, _ in entries if after not in TEXTS[doc]] == []
    assert [before for _, _, doc, before, after, _ in entries if before in TEXTS[doc].replace(after, "")] == []
