"""Statements of whole documents: what asserts something, where it stands, in which language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.model import Document
from consilience.settings import ReadSettings
from consilience.sources import read_bytes
from consilience.text import cells, section, statements
from consilience.text.language import detect

MANUAL = """# Manual

## Hours

The desk is open from 8 to 5.
On Fridays it closes at 3, because all of the staff are in a meeting that takes place in the large room
on the first floor.

- Ring the bell. Wait.

| Site | Hours |
|---|---|
| Ghent | 07:30 |

```
run it. Now.
```

> Keep calm. Carry on.

Voor wie op bezoek gaat: het kantoor in Gent is open van half acht tot zeven uur. Honden zijn niet welkom.
"""


def document(text: str, format: str = "markdown") -> Document:
    (found,) = read_bytes(text.encode("utf-8"), "manual.md", format, ReadSettings())
    assert isinstance(found, Document), found
    return found


def test_sentences_and_rows_are_statements_headings_and_code_are_not() -> None:
    """Each sentence of paragraphs, items and quotations, and each row below a header, in document order."""
    found = statements(document(MANUAL))
    assert [statement.text for statement in found] == [
        "The desk is open from 8 to 5.",
        "On Fridays it closes at 3, because all of the staff are in a meeting that takes place in the large room\n"
        "on the first floor.",
        "Ring the bell.",
        "Wait.",
        "| Ghent | 07:30 |",
        "Keep calm.",
        "Carry on.",
        "Voor wie op bezoek gaat: het kantoor in Gent is open van half acht tot zeven uur.",
        "Honden zijn niet welkom.",
    ]
    assert [statement.kind for statement in found].index("table_row") == 4


def test_a_statement_knows_its_section_and_a_row_its_cells() -> None:
    """The block of a statement leads to the headings above it and to the cells of a row."""
    manual = document(MANUAL)
    row = next(statement for statement in statements(manual) if statement.kind == "table_row")
    assert section(manual, row.block) == "Manual > Hours"
    assert cells(manual, manual.blocks[row.block]) == ["Ghent", "07:30"]


def test_a_passage_in_another_language_says_so() -> None:
    """A Dutch paragraph in an English manual is Dutch; the rest stays English."""
    found = statements(document(MANUAL))
    assert [statement.language for statement in found] == ["en"] * 7 + ["nl"] * 2


def test_a_sentence_in_another_language_within_a_paragraph_says_so() -> None:
    """Mixed paragraphs are told apart sentence by sentence."""
    text = (
        "The office is open to all of our visitors on every weekday of the year, and the coffee is free for them. "
        "Les chaussures de sécurité sont obligatoires pour tous les visiteurs de la halle."
    )
    assert [statement.language for statement in statements(document(text))] == ["en", "fr"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The pumps are checked every week by the operators on duty."),
        ("de", "Die Ware ist trocken und bei höchstens 25 Grad zu lagern."),
        ("fr", "Le dépôt est ouvert du lundi au vendredi, de six heures à neuf heures."),
        ("es", "Los estudiantes deben presentar la solicitud antes del quince de julio."),
        ("nl", "De verbouwing wordt in het najaar door de gemeente afgerond."),
        ("ru", "Склад открыт с понедельника по пятницу с шести до девяти часов."),
        ("", "OK, 12 kg."),
    ],
)
def test_languages_are_told_and_too_short_a_text_is_not(language: str, text: str) -> None:
    """Forty letters are needed; below that nothing is claimed."""
    assert detect(text) == language


@given(st.text(max_size=300), st.sampled_from(["markdown", "text", "html", "csv"]))
def test_a_statement_is_exactly_the_text_at_its_place(text: str, format: str) -> None:
    """Whatever stands in a file, every statement can be quoted from its document, and statements do not overlap."""
    for found in read_bytes(text.encode("utf-8", "replace"), "any", format, ReadSettings()):
        position = 0
        for statement in statements(found) if isinstance(found, Document) else ():
            assert statement.text == found.text[statement.start : statement.end]
            assert statement.text.strip()
            assert position <= statement.start < statement.end
            position = statement.end
