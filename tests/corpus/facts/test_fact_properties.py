"""What holds for the facts of every text, whoever wrote it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.corpus.stages import facts_of
from tests.corpus.texts import documents, texts

from consilience.corpus import records
from consilience.corpus.facts import EmbeddedFacts
from consilience.model import Document, Fact
from consilience.operators import FactOperator, load

formats = st.sampled_from(["markdown", "text", "html", "csv"])
# Longer statements are left alone, so each trap is also set in one that is just short enough to be read.
_LONG, _READ = 30_000, 1_950
HOSTILE = {
    "one long word": "a",
    "open brackets": "[(",
    "labels": "Pump 2 ",
    "numbers": "1,234.5 ",
    "quotation marks": "“",
    "firsts": "first, ",
    "starts": "starts with by ",
    "until without was": "until x ",
    "was without until": "was x ",
    "capitals": "In The ",
    "clauses": "so a, and b — ",
    "classes": "is classed as a ",
    "stars": "**",
    "places": "kept in a ",
    "steps": "a before b is ",
    "only when": "only when a is ",
    "definitions": "Data Protection Officer (D",
    "complements": "1 of the a of the b ",
}
TABLES = {
    "a wide row": "| a " * 2_000 + "|\n" + "|---" * 2_000 + "|\n" + "| 5 kg " * 2_000 + "|\n",
    "a wide row that is read": "| a " * 150 + "|\n" + "|---" * 150 + "|\n" + "| 5 kg " * 150 + "|\n",
    "a class of many members": "| Class | Records |\n|---|---|\n| Secret | " + "a, " * 600 + "b |\n",
}
_TRAPS = {f"{name}, {size}": (piece * size)[:size] for name, piece in HOSTILE.items() for size in (_LONG, _READ)}


def _check(document: Document, facts: tuple[Fact, ...]) -> None:
    assert len({fact.id for fact in facts}) == len(facts)
    for fact in facts:
        assert fact.doc == document.id
        assert fact.quote == document.text[fact.start : fact.end] != ""
        assert fact.start <= fact.value_start < fact.value_end <= fact.end
        assert 0 < fact.confidence <= 1
        assert fact.entity.strip() and fact.relation.strip() and fact.context.strip()
        assert list(fact.qualifiers) == sorted(set(fact.qualifiers))
        assert all(end is None or math.isfinite(end) for end in (fact.value.low, fact.value.high))


@settings(max_examples=250)
@given(texts, formats)
def test_any_text_gives_facts_with_exact_spans(text: str, format: str) -> None:
    """A quote is what stands in the document, its value lies inside it, ids are unique, and every part has words."""
    for document in documents(text, format):
        _check(document, EmbeddedFacts().extract(document))


@settings(max_examples=100)
@given(texts)
def test_a_value_is_what_stands_at_its_place(text: str) -> None:
    """The value's text is the document's text between value_start and value_end, in whatever kind of statement."""
    for document in documents(text):
        for fact in EmbeddedFacts().extract(document):
            assert document.text[fact.value_start : fact.value_end] == fact.value.text


@settings(max_examples=100)
@given(texts, formats)
def test_a_phrase_stands_in_the_quote_beside_its_value(text: str, format: str) -> None:
    """What a reader would quote as the value is a part of the quote that shares characters with the value."""
    for document in documents(text, format):
        for fact in EmbeddedFacts().extract(document):
            if fact.phrase_end:
                assert fact.start <= fact.phrase_start < fact.phrase_end <= fact.end
                assert fact.phrase_start < fact.value_end and fact.value_start < fact.phrase_end
                assert fact.phrase == document.text[fact.phrase_start : fact.phrase_end]


@settings(max_examples=60)
@given(texts, formats)
def test_the_same_document_gives_the_same_facts(text: str, format: str) -> None:
    """Two extractions are equal record for record, and survive the line they are stored as."""
    for document in documents(text, format):
        facts = EmbeddedFacts().extract(document)
        assert EmbeddedFacts().extract(document) == facts
        assert tuple(records.load(Fact, records.dump(fact)) for fact in facts) == facts


@pytest.mark.parametrize("text", [*_TRAPS.values(), *TABLES.values()], ids=[*_TRAPS, *TABLES])
def test_texts_made_to_hurt_are_read(text: str) -> None:
    """Thousands of brackets, labels, numbers or cells are read, with a bounded number of facts a statement."""
    for document in documents(f"# Heading\n\n{text}\n\nThe limit is 5 kg.\n"):
        facts = EmbeddedFacts().extract(document)
        _check(document, facts)
        assert "5 kg" in {fact.value.text for fact in facts}
        starts = [fact.start for fact in facts]
        assert max(map(starts.count, set(starts)), default=0) <= 30


def test_ids_tell_documents_apart() -> None:
    """The same text under another name gives other ids: a fact belongs to one document."""
    text = "# Crane\n\nThe crane carries 1,200 kg. It was built on 4 May 1962."
    first, second = facts_of(text, "a.md"), facts_of(text, "b.md")
    assert len(first) == len(second) == 2
    assert not {fact.id for fact in first} & {fact.id for fact in second}


def test_a_sentence_without_an_end_is_left_alone() -> None:
    """A dump of more than 2,000 characters without a full stop answers nothing; the sentence after it is read."""
    dump = "value 5 kg and " * 200
    facts = facts_of(f"# Dump\n\n{dump}\n\nThe crane carries 7 tonnes.")
    assert [fact.value.text for fact in facts] == ["7 tonnes"]


def test_facts_come_in_reading_order() -> None:
    """Statements follow one another as in the document."""
    text = "# Works\n\n" + "".join(f"The tank number {n} of the works holds {n} litres.\n\n" for n in range(11, 31))
    starts = [fact.start for fact in facts_of(text)]
    assert len(starts) == 20 and starts == sorted(starts)


def test_contexts_hide_the_value_and_keep_the_question() -> None:
    """Two statements that differ in their values only have one context; another question has another."""
    first, second, other = (
        facts_of(f"# Fees\n\n{said}")[0].context
        for said in ("The library fee is £6.", "The library fee is £7.50.", "The parking fee is £6.")
    )
    assert first == second != other
    assert "6" not in first


def test_is_the_registered_extractor() -> None:
    """It is found as "embedded" for the role F and says who it is."""
    operator = load("facts", "embedded")
    assert isinstance(operator, EmbeddedFacts) and isinstance(operator, FactOperator)
    assert (operator.spec.role, operator.spec.name) == ("F", "embedded")
