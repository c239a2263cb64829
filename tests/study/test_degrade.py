"""Degraded copies: what each operator does, that strength grows by adding, and that no fact is changed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience import audit
from consilience.model import Document
from consilience.settings import ReadSettings, RunSettings, Settings
from consilience.study.degrade import OPERATORS, Degraded, degrade_document, degrade_text
from consilience.study.edits import Edit, apply
from consilience.study.errors import StudyError
from consilience.study.inject import inject_document
from consilience.study.material import Material, reread
from consilience.text import statements
from consilience.values import scan

GUIDE = """\
---
title: Guide
---

# Guide to the Thornby Gate

The gate opens at six in the morning and closes at ten at night, and on public holidays it stays closed all day.
Customers of Thornby Gate ring the bell. Every customer signs the book; no customer comes in without a badge.

## 2 Visitors

Visitors follow the rules in section 3 and in [the annex](annex.md). They must:

- sign the book at **Thornby Gate**,
- wear a badge.

A lost badge costs 15 pounds and is reported to the works office on the same day, by the person who lost it.

| Group | Guides |
|---|---|
| up to 10 | 1 |
| up to 20 | 2 |

```
open --gate
```

## 3 Groups

A group is announced three days ahead, with names and the purpose of the visit, and the works office answers within
one working day. For check-in see the [opening hours](#opening). The second check-in is at noon.
"""
NAMES = tuple(OPERATORS)
operators = st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True)
strengths = st.floats(0, 1)


def alone(name: str, strength: float = 1.0, text: str = GUIDE, format: str = "markdown") -> Degraded:
    """One operator on a text."""
    return degrade_text(text, [name], strength, seed=3, format=format)


@given(st.data(), operators, strengths, st.integers(0, 99))
def test_every_change_is_where_the_truth_says(
    materials: tuple[Material, ...], data: st.DataObject, names: list[str], strength: float, seed: int
) -> None:
    """Old and new texts stand at their spans, and undoing the changes gives the original back, letter for letter."""
    document = data.draw(st.sampled_from(materials)).document
    copy = degrade_document(document, names, strength, seed)
    for change in copy.changes:
        assert document.text[slice(*change.before)] == change.old != change.new == copy.text[slice(*change.after)]
    undone = [Edit(*change.after, change.old) for change in copy.changes]
    assert apply(copy.text, undone)[0] == document.text
    assert set(copy.operators) <= set(names)


@given(st.data(), operators, strengths, strengths, st.integers(0, 9))
def test_more_strength_contains_what_less_changed(
    materials: tuple[Material, ...], data: st.DataObject, names: list[str], one: float, other: float, seed: int
) -> None:
    """Every change of the weaker copy is in the stronger one, or lies in what that one cuts off."""
    document = data.draw(st.sampled_from(materials)).document
    weak, strong = (degrade_document(document, names, strength, seed) for strength in sorted((one, other)))
    kept = {(change.operator, change.before, change.new) for change in strong.changes}
    cut = [change.before[0] for change in strong.changes if change.operator == "truncation"]
    for change in weak.changes:
        lost = (bool(cut) and change.before[1] > cut[0]) or cut == [change.before[0]]
        assert lost or (change.operator, change.before, change.new) in kept


@given(st.data(), operators, strengths)
def test_no_fact_is_changed(
    materials: tuple[Material, ...], data: st.DataObject, names: list[str], strength: float
) -> None:
    """Whatever is done to a document, its copy states no amount, date, time or code that the document does not."""
    document = data.draw(st.sampled_from(materials)).document
    copy = degrade_document(document, names, strength)
    again = reread(copy.text, document.id, document.format if document.format == "text" else "markdown", ReadSettings())
    assert isinstance(again, Document)
    assert values_of(again) <= values_of(document)


@given(st.data(), operators, strengths, st.integers(0, 9))
def test_injected_values_are_found_again_in_a_degraded_counterpart(
    materials: tuple[Material, ...], data: st.DataObject, names: list[str], strength: float, seed: int
) -> None:
    """A value put in before the degradation stands where `moved` says, or was cut off with the end."""
    document = data.draw(st.sampled_from(materials)).document
    injected = inject_document(document, 5, seed)
    again = reread(injected.text, document.id, "text" if document.format == "text" else "markdown", ReadSettings())
    assert isinstance(again, Document)
    copy = degrade_document(again, names, strength, seed)
    for change in injected.changes:
        span = copy.moved(change.copy)
        if span is None:
            assert "truncation" in copy.operators
        elif change.kind in ("name", "identifier"):  # which terminology may write in another way
            assert copy.text[slice(*span)][0].lower() == change.new[0].lower()
        else:
            assert copy.text[slice(*span)] == change.new


def values_of(document: Document) -> set[tuple[str, float | None, float | None]]:
    """Every amount, date, time and number that stands in the text, as an interval; what is counted may be renamed.

    Those in headings and heads of tables too: without its formatting a heading is a sentence.
    """
    typed = ("quantity", "money", "percentage", "date", "time", "duration", "count")
    heads = [block for block in document.blocks if block.kind == "heading" or block.is_header]
    texts = [(said.text, said.language) for said in statements(document)]
    texts += [(document.text[block.start : block.end], document.language) for block in heads]
    found = (mention.value for text, language in texts for mention in scan(text, language))
    return {(value.kind, value.low, value.high) for value in found if value.kind in typed}


def test_a_copy_contradicts_nothing_in_its_original(materials: tuple[Material, ...], tmp_path_factory: object) -> None:
    """Audited together, a document and its degraded copy hold no conflict."""
    folder = tmp_path_factory.mktemp("pair")  # type: ignore[attr-defined]
    document = next(one.document for one in materials if one.name.endswith(".md"))
    (folder / "original.md").write_text(document.text, "utf-8")
    copy = degrade_document(document, [name for name in NAMES if name != "truncation"], 0.6)
    (folder / "copy.md").write_text(copy.text, "utf-8")
    assert audit(folder, settings=Settings(run=RunSettings(cache=False))).conflicts == ()


@given(operators, st.integers(0, 9))
def test_strength_nought_changes_nothing(names: list[str], seed: int) -> None:
    """The copy is the original."""
    assert degrade_text(GUIDE, names, 0.0, seed) == Degraded(GUIDE, ())


def test_the_same_arguments_give_the_same_copy() -> None:
    """And another seed another one; the order in which operators are named does not matter."""
    one = degrade_text(GUIDE, NAMES, 0.5, seed=1)
    assert one == degrade_text(GUIDE, NAMES[::-1], 0.5, seed=1)
    assert one != degrade_text(GUIDE, NAMES, 0.5, seed=2)


def test_truncation_ends_in_mid_sentence() -> None:
    """The copy is the beginning of the original and stops between two words of a sentence; at most 40 % is lost."""
    for strength in (0.1, 0.5, 1.0):
        copy = alone("truncation", strength).text
        assert GUIDE.startswith(copy) and 0.5 * len(GUIDE) < len(copy) < len(GUIDE)
        assert copy[-1].isalpha() and re.match(r"[ \n][a-zA-Z]", GUIDE[len(copy) :])


def test_formatting_leaves_the_words_and_takes_the_marks() -> None:
    """No heading, list, table or paragraph is left around the code; every word but the numbering is still there."""
    copy = alone("formatting").text
    assert not re.search(r"^(#|-|\|)|\*\*", copy.partition("---\n\n")[2], re.MULTILINE)
    assert re.findall(r"\w+", copy) == re.findall(r"\w+", GUIDE.replace("## 2", "##").replace("## 3", "##"))
    assert "```\nopen --gate\n```" in copy


def test_repetition_adds_paragraphs_of_the_document() -> None:
    """What is put in is a paragraph of twenty words or more that stands further up."""
    for change in alone("repetition").changes:
        paragraph = change.new.removeprefix("\n\n")
        assert len(paragraph.split()) >= 20 and 0 <= GUIDE.index(paragraph) < change.before[0]


def test_irrelevant_passages_bring_no_figures() -> None:
    """What is put in is foreign, stands in a paragraph of its own, and is never the same twice."""
    changes = alone("irrelevant").changes
    assert len(changes) >= 2 and len({change.new for change in changes}) == len(changes)
    for change in changes:
        assert change.new.startswith("\n\n") and not re.search(r"\d", change.new)
        assert change.new.strip() not in GUIDE


def test_terminology_keeps_the_first_use() -> None:
    """A name, a common noun and a hyphenated word get other forms from their second use on."""
    copy = alone("terminology")
    made = {change.old: change.new for change in copy.changes}
    assert made["customer"] in ("client", "purchaser") and "Every customer signs" in copy.text
    assert made["Thornby Gate"] in ("T. Gate", "Thornby-Gate") and made["check-in"] in ("check in", "checkin")
    assert "For check-in see" in copy.text


def test_references_lead_to_parts_that_are_not_there() -> None:
    """Numbers, files and anchors that are pointed to do not exist, and new references to missing parts are put in."""
    copy = alone("references").text
    assert "in section 3 " not in copy and "(annex.md)" not in copy and "(#opening)" not in copy
    numbers = [int(number) for number in re.findall(r"(?:section|table|figure|annex|appendix|chapter) (\d+)", copy)]
    assert len(numbers) >= 3 and min(numbers) > 20


def test_plain_text_is_degraded_too() -> None:
    """Headings in capitals, dashes and wrapped lines of a text file are structure as well."""
    text = "OPENING HOURS\n\nThe gate opens at six.\n\n - ring the bell\n - show the badge\n\nThat is all.\n"
    copy = alone("formatting", text=text, format="text").text
    assert copy == "OPENING HOURS The gate opens at six. ring the bell; show the badge. That is all.\n"


@pytest.mark.parametrize("text", ["# Title\n", "```\ncode\n```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n"])
def test_a_document_without_prose_is_left_as_it_is(text: str) -> None:
    """Operators that need running text find nothing to do, and say so by changing nothing."""
    for name in ("truncation", "references", "terminology", "repetition", "irrelevant"):
        assert alone(name, text=text).changes == ()


@given(st.text(max_size=200), st.sampled_from(["markdown", "text"]), operators, strengths)
def test_any_text_can_be_degraded(text: str, format: str, names: list[str], strength: float) -> None:
    """Whatever the text, there is a copy or one sentence that says why not."""
    try:
        assert isinstance(degrade_text(text, names, strength, format=format), Degraded)
    except StudyError as error:
        assert str(error).startswith("The text cannot be degraded: ")


@pytest.mark.parametrize(
    ("names", "strength", "message"),
    [
        (["scrambling"], 0.5, "No degradation operator is called 'scrambling'; there are: truncation, "),
        ([], 0.5, "No degradation operator is named; there are: "),
        (["truncation"], 1.5, "The strength must be between 0 and 1, not 1.5."),
        (["truncation"], float("nan"), "The strength must be between 0 and 1, not nan."),
    ],
)
def test_wrong_arguments_are_refused(names: list[str], strength: float, message: str) -> None:
    """One plain sentence says what is wrong and what there is."""
    with pytest.raises(StudyError, match=f"^{re.escape(message)}"):
        degrade_text(GUIDE, names, strength)
