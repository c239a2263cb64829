"""Quality beyond one page: the corpus as a whole, and the facts of a document."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience import audit
from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.quality import EmbeddedQuality
from consilience.corpus.quality.minhash import near, overlap
from consilience.corpus.quality.within import clashes
from consilience.model import Document, NotMeasured, Quality
from consilience.operators import CorpusQuality, FactAwareQuality
from consilience.settings import OperatorSettings, ReadSettings, RunSettings, Settings
from consilience.sources import read_bytes

GATE = """\
# Gate

The gate opens at six in the morning and closes at ten at night. On public holidays it stays closed, and deliveries are
taken at the east lodge. Whoever comes late rings the duty phone; the number hangs beside the door.
"""
Q = EmbeddedQuality()


def read(name: str, text: str) -> Document:
    """A document read as a user's file would be."""
    (document,) = read_bytes(text.encode(), name, "markdown", ReadSettings())
    assert isinstance(document, Document), document
    return document


def reviewed(texts: dict[str, str]) -> dict[str, Quality]:
    """Quality of the documents of a corpus after its review, by name."""
    documents = [read(name, text) for name, text in sorted(texts.items())]
    alone = [Q.assess(document) for document in documents]
    after = Q.review([Q.glance(one) for one in documents], [one.text for one in documents], alone)
    return {document.id: quality for document, quality in zip(documents, after, strict=True)}


def test_the_operator_sees_facts_and_corpus() -> None:
    """The embedded operator offers both optional views, by which an audit knows that it may ask."""
    assert isinstance(Q, CorpusQuality) and isinstance(Q, FactAwareQuality)


def test_an_audit_tells_of_a_duplicate(tmp_path: Path) -> None:
    """A copy in the folder is reported at the copy, lowers its score and not that of the original."""
    (tmp_path / "gate.md").write_text(GATE)
    (tmp_path / "gate-copy.md").write_text(GATE)
    result = audit(tmp_path, settings=Settings(run=RunSettings(cache=False)))
    copy, original = result.documents
    assert (copy.document.id, original.document.id) == ("gate-copy.md", "gate.md")
    assert [finding.code for finding in copy.quality.findings] == ["Q405"] and not original.quality.findings
    assert copy.integrity < original.integrity  # type: ignore[operator]


def test_a_review_that_fails_costs_no_document(tmp_path: Path, strangers: None) -> None:
    """If the operator cannot compare the documents, their own quality stands and the audit says so."""
    (tmp_path / "gate.md").write_text(GATE)
    (tmp_path / "gate-copy.md").write_text(GATE)
    operators = OperatorSettings(quality="brittle-review")
    result = audit(tmp_path, settings=Settings(operators=operators, run=RunSettings(cache=False)))
    assert [one.quality for one in result.documents] == [Q.assess(read(name, GATE)) for name in ("a.md", "b.md")]
    assert "Documents were not compared with each other for their quality" in " ".join(result.warnings)


def test_an_audit_tells_of_values_that_contradict_each_other_in_one_document(tmp_path: Path) -> None:
    """Two values for one question in one file are found without a second file, from the cache as well."""
    text = GATE + "\n## Holidays\n\nOn holidays the gate opens at six in the morning and closes at nine at night.\n"
    (tmp_path / "gate.md").write_text(text)
    (tmp_path / "lodge.md").write_text("# Lodge\n\nThe lodge has two beds.\n")
    settings = Settings(run=RunSettings(cache_dir=str(tmp_path / "cache")))
    for _ in range(2):
        findings = audit([tmp_path / "gate.md", tmp_path / "lodge.md"], settings=settings).documents[0].quality.findings
        assert [finding.quote for finding in findings if finding.code == "Q208"] == [
            "On holidays the gate opens at six in the morning and closes at nine at night."
        ]


def test_a_corpus_without_anything_in_common_keeps_its_qualities() -> None:
    """Unlike documents are left as they were; an unmeasured one stays unmeasured."""
    texts = {"gate.md": GATE, "lodge.md": "# Lodge\n\nThe lodge has two beds and a stove.\n"}
    assert reviewed(texts) == {name: Q.assess(read(name, text)) for name, text in texts.items()}
    empty = Document("empty.md", " ")
    unmeasured = Quality(not_measured=NotMeasured("the document is empty"))
    assert Q.review([Q.glance(empty)], [" "], [unmeasured]) == [unmeasured]


def test_findings_of_the_corpus_never_raise_a_score() -> None:
    """Whatever the review finds lowers scores or leaves them, and adds to the findings."""
    texts = {f"page-{number}.md": GATE + f"\nRoom {number} is locked.\n" for number in range(6)}
    after = reviewed(texts)
    for name, quality in after.items():
        before = Q.assess(read(name, texts[name]))
        assert set(before.findings) <= set(quality.findings)
        assert all(score <= dict(before.dimensions)[key] for key, score in quality.dimensions)
    assert sum(any(one.code == "Q405" for one in quality.findings) for quality in after.values()) == 5


@given(st.lists(st.integers(0, 400), min_size=1, max_size=300), st.integers(0, 40), st.integers(0, 10))
def test_near_duplicates_are_told_by_their_exact_overlap(members: list[int], changed: int, seed: int) -> None:
    """What is reported has the overlap that is stated, at least the one asked for; equal sets are always found."""
    first = np.unique(np.array(members, dtype=np.uint32) * np.uint32(2654435761))
    second = first.copy()
    random = Random(seed)
    for _ in range(changed):
        second[random.randrange(len(second))] = random.randrange(2**32)
    second = np.unique(second)
    found = list(near([first, second, first], 0.8))
    assert (2, 0, 1.0) in found
    for later, earlier, share in found:
        sets = (first, second, first)
        assert earlier < later and share == overlap(sets[later], sets[earlier]) >= 0.8


@pytest.mark.parametrize("unit", ["euros", "days", "kg", "%"])
@given(low=st.integers(2, 400), more=st.integers(1, 400))
def test_a_value_told_twice_contradicts_itself_only_if_it_differs(unit: str, low: int, more: int) -> None:
    """The same sentence further down clashes with another value and never with its own."""
    sentence = "The allowance for moving house after an appointment is {} {} for every household."
    for value, expected in ((low, 0), (low + more, 1)):
        text = f"# Moving\n\n{sentence.format(low, unit)}\n\n## Summary\n\n{sentence.format(value, unit)}\n"
        assert len(list(clashes(EmbeddedFacts().extract(read("moving.md", text))))) == expected
