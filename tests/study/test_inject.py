"""Conflict-injected counterparts: other values, written the same way, and a truth that says where."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from consilience.corpus.facts import EmbeddedFacts
from consilience.model import Document
from consilience.settings import ReadSettings
from consilience.study.edits import Edit, apply
from consilience.study.errors import StudyError
from consilience.study.inject import Injected, inject_document, inject_text, numbers
from consilience.study.inject.people import People
from consilience.study.material import Material, reread
from consilience.values import compare

CASES: list[dict[str, str]] = yaml.safe_load((Path(__file__).parent / "cases" / "inject.yaml").read_text("utf-8"))
HANDBOOK = """\
# Handbook

Requests go to Priya Nandakumar, head of finance. The gate is managed by Tobias Achterberg, who locks it himself.

| Pump | Part | Flow |
|---|---|---|
| 7 | KV-220 | 250 m³/h |

```
timeout = 30 s
```

The archive is run by Imogen Castellane, librarian. Water is kept for 30 days. Water is kept for 30 days.
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["sentence"]))
@pytest.mark.parametrize("seed", range(5))
def test_case(case: dict[str, str], seed: int) -> None:
    """The new sentence is one that a person would write, with another value; or there is none."""
    made = inject_text(text_of(case), 1, seed).text.splitlines()[-1]
    assert re.fullmatch(case.get("becomes", re.escape(case["sentence"])), made), made
    assert "never" not in case or not re.search(case["never"], made), made


@pytest.mark.parametrize("case", [case for case in CASES if "becomes" in case], ids=lambda case: str(case["sentence"]))
def test_cases_are_changed(case: dict[str, str]) -> None:
    """Under some seed the sentence becomes another one."""
    assert any(inject_text(text_of(case), 1, seed).changes for seed in range(5))


def text_of(case: dict[str, str]) -> str:
    """A document that says nothing else, in the language of the case."""
    return f"---\nlang: {case.get('language', 'en')}\n---\n\n{case['sentence']}\n"


@given(st.data(), st.integers(1, 30), st.integers(0, 99))
def test_only_the_named_values_differ(
    materials: tuple[Material, ...], data: st.DataObject, count: int, seed: int
) -> None:
    """Spans and quotes are exact, one value a statement is changed, and undoing the changes gives the original."""
    document = data.draw(st.sampled_from(materials)).document
    copy = inject_document(document, count, seed)
    assert len(copy.changes) <= count and len({change.old_statement for change in copy.changes}) == len(copy.changes)
    for change in copy.changes:
        assert document.text[slice(*change.original)] == change.old != change.new == copy.text[slice(*change.copy)]
        assert document.text[slice(*change.old_statement)] == change.old_quote
        assert copy.text[slice(*change.new_statement)] == change.new_quote
        assert change.old in change.old_quote and change.new in change.new_quote
    undone = [Edit(*change.copy, change.old) for change in copy.changes]
    assert apply(copy.text, undone)[0] == document.text


@given(st.data(), st.integers(0, 20))
def test_an_audit_reads_the_two_values_as_different(
    materials: tuple[Material, ...], data: st.DataObject, seed: int
) -> None:
    """In the counterpart stands, at the same place, a fact of the same kind whose value cannot also be true."""
    document = data.draw(st.sampled_from(materials)).document
    copy = inject_document(document, 8, seed)
    again = reread(copy.text, document.id, document.format if document.format == "text" else "markdown", ReadSettings())
    assert isinstance(again, Document)
    before, after = (EmbeddedFacts().extract(one) for one in (document, again))
    for change in copy.changes:
        old = [
            f.value for f in before if f.value_start <= change.original[0] < f.value_end and f.value.kind == change.kind
        ]
        new = [f.value for f in after if f.value_start <= change.copy[0] < f.value_end and f.value.kind == change.kind]
        assert any(compare(a, b).relation == "different" for a in old for b in new), change


def test_the_same_arguments_give_the_same_counterpart(materials: tuple[Material, ...]) -> None:
    """Same document, number and seed: same text; another seed: another; no change: the text itself."""
    document = materials[0].document
    assert inject_document(document, 5, 1) == inject_document(document, 5, 1)
    assert inject_document(document, 5, 1) != inject_document(document, 5, 2)
    assert inject_document(document, 0) == Injected(document.text, ())


def test_kinds_take_turns(materials: tuple[Material, ...]) -> None:
    """Eight changes of a document with values of many kinds touch at least four."""
    document = next(one.document for one in materials if one.name == "client-handbook.md")
    assert len({change.kind for change in inject_document(document, 8).changes}) >= 4


def test_persons_are_swapped_for_persons_of_the_corpus() -> None:
    """A named role gets another person; whoever is spoken of with a pronoun keeps the name."""
    changes = {change.old: change.new for seed in range(9) for change in inject_text(HANDBOOK, 9, seed).changes}
    people = {"Priya Nandakumar", "Tobias Achterberg", "Imogen Castellane"}
    assert {"Priya Nandakumar", "Imogen Castellane"} & changes.keys()
    assert {new for old, new in changes.items() if old in people} <= people
    assert "Tobias Achterberg" not in changes


def test_row_heads_code_and_repeated_sentences_are_left_alone() -> None:
    """What a row is about, what stands in code, and a sentence that the document holds twice keep their values."""
    changed = {change.old for seed in range(9) for change in inject_text(HANDBOOK, 9, seed).changes}
    assert "250 m³/h" in changed
    assert not {old for old in changed if re.search(r"\b(?:7|30)\b", old)}


def test_a_name_is_no_person_where_its_words_are_common() -> None:
    """ "Operations Control" is no person in a document that speaks of operations."""
    text = "The officer of Operations Control decides about operations. The officer is Marek Dvorak.\n"
    (document,) = (reread(text, "a.md", "markdown", ReadSettings()),)
    assert isinstance(document, Document)
    people = People.of([document], {"a.md": EmbeddedFacts().extract(document)})
    assert people.names == ("Marek Dvorak",)


@given(st.integers(2, 9_999_999), st.sampled_from(["{}", "{:,}", "£{:,}", "{} kg", "{}.5 bar"]), st.integers(0, 9))
def test_numbers_keep_their_size_and_writing(number: int, pattern: str, seed: int) -> None:
    """Another number has as many digits and the same marks, and is no less than a fifth away from the old one."""
    old = pattern.format(number)
    for new in numbers.others(old, "en", Random(seed)):
        assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", old)
        a, b = (float(re.sub(r"[^\d.]", "", text)) for text in (old, new))
        assert abs(a - b) >= 0.19 * a and 0.4 * a <= b <= 2.3 * a


@given(st.text(max_size=200), st.sampled_from(["markdown", "text"]), st.integers(1, 5))
def test_any_text_has_a_counterpart_or_a_reason(text: str, format: str, count: int) -> None:
    """Whatever the text, nothing but one plain sentence is raised."""
    try:
        assert isinstance(inject_text(text, count, format=format), Injected)
    except StudyError as error:
        assert str(error).startswith("No value can be changed in the text: ")


def test_the_truth_names_both_documents(materials: tuple[Material, ...], tmp_path: Path) -> None:
    """Every conflict of truth.json has its two assertions in the written files, at the given offsets."""
    from consilience.study.inject.folder import inject_folder

    given = tmp_path / "given"
    given.mkdir()
    for material in materials:
        (given / material.original.id).write_bytes(material.data)
    truth = inject_folder([given], tmp_path / "out", changes=4, seed=2)
    read = {one.original.id: one.original.text for one in _read(tmp_path / "out" / "docs")}
    assert set(truth["quality"]) == set(read)
    assert len(truth["conflicts"]) >= 4 * (len(materials) - 1)
    for conflict in truth["conflicts"]:
        for said, value in zip(conflict["assertions"], (conflict["canonical"], conflict["injected"]), strict=True):
            text = read[said["doc"]]
            assert text[said["start"] : said["end"]] == said["quote"]
            assert text[said["value_start"] : said["value_end"]] == said["value"] == value


def _read(folder: Path) -> Any:
    from consilience.study.material import collect

    return collect([folder], ReadSettings()).materials
