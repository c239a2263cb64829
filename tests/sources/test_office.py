"""PDF, Word, PowerPoint and Excel files become text with the structure that their readers see."""

from __future__ import annotations

import io
import zipfile

import pytest
from tests.sources import office

from consilience.model import Block, Document, Skipped
from consilience.settings import ReadSettings
from consilience.sources import read_bytes
from consilience.text import cells, section, statements

SETTINGS = ReadSettings()


def document(data: bytes, format: str) -> Document:
    (found,) = read_bytes(data, f"manual.{format}", format, SETTINGS)
    assert isinstance(found, Document), found
    return found


def reason(data: bytes, format: str, settings: ReadSettings = SETTINGS) -> str:
    (found,) = read_bytes(data, f"manual.{format}", format, settings)
    assert isinstance(found, Skipped)
    return found.reason


def shown(found: Document, block: Block) -> str:
    return found.text[block.start : block.end]


@pytest.mark.parametrize("format", ["docx", "pptx", "pdf"])
def test_rows_know_their_header_and_section(format: str) -> None:
    """A row carries the heads of its columns, its cells are positions in the text, its section is the heading above."""
    found = document(getattr(office, format)(), format)
    header, first, second = [block for block in found.blocks if block.kind == "table_row"]
    assert header.is_header and header.header == ()
    assert first.header == second.header == ("Pump", "Flow", "Power")
    assert cells(found, first) == ["P-101", "250 m3/h", "75 kW"]
    assert shown(found, first) == "| P-101 | 250 m3/h | 75 kW |"
    assert section(found, found.blocks.index(first)).endswith("umps")
    assert [s.text for s in statements(found) if s.kind == "table_row"] == [shown(found, first), shown(found, second)]


@pytest.mark.parametrize("format", ["docx", "pdf"])
def test_headings_paragraphs_and_lists_of_a_manual(format: str) -> None:
    """Headings nest, a wrapped paragraph is one block, list markers stay outside the items, the lead is kept."""
    found = document(getattr(office, format)(), format)
    assert found.title == "Station manual"
    headings = [(block.level, shown(found, block)) for block in found.blocks if block.kind == "heading"]
    assert headings[0] == (1, "Pumping station")
    assert (2, "Pumps") in headings
    assert office.INTRO in [shown(found, block) for block in found.blocks if block.kind == "paragraph"]
    items = [block for block in found.blocks if block.kind == "list_item"]
    assert shown(found, items[0]).startswith("open the valve under pressure")
    assert shown(found, items[1]) == "enter the tank alone"
    assert {item.lead for item in items[:2]} == {"Operators must not:"}
    assert items[0].path[-1] in ("Rules", "Pumps")


def test_numbered_items_of_a_word_list_are_counted() -> None:
    """Word stores that a paragraph is numbered, not how; a list of another kind has no lead of the list above."""
    found = document(office.docx(), "docx")
    numbered = [block for block in found.blocks if block.ordinal]
    assert [(block.ordinal, shown(found, block)) for block in numbered] == [
        (1, "Close the inlet."),
        (2, "Drain the casing."),
    ]
    assert numbered[0].lead == ""


def test_word_reads_as_with_all_changes_accepted() -> None:
    """Tracked insertions belong to the text, deletions do not."""
    old = b"<w:t>enter the tank alone</w:t></w:r>"
    new = (
        b"<w:t>enter the </w:t></w:r><w:del><w:r><w:delText>tank</w:delText></w:r></w:del>"
        b"<w:ins><w:r><w:t>vessel</w:t></w:r></w:ins>"
    )
    found = document(rewritten(office.docx(), "word/document.xml", lambda xml: xml.replace(old, new)), "docx")
    assert "enter the vessel" in [shown(found, block) for block in found.blocks]


def test_a_slide_is_a_section_with_bullets_and_notes() -> None:
    """The title of a slide is the heading of its bullets, which keep their depth, and of the speaker's notes."""
    found = document(office.pptx(), "pptx")
    parts = [(block.kind, block.level, shown(found, block)) for block in found.blocks[:4]]
    assert parts == [
        ("heading", 1, "Pump basics"),
        ("list_item", 1, "A pump moves 250 m3/h."),
        ("list_item", 2, "Both pumps together: 430 m3/h."),
        ("paragraph", 0, "Ask who has seen the station."),
    ]


def test_cells_of_a_sheet_read_as_the_sheet_shows_them() -> None:
    """Money, percentages and dates have the form that a reader of the sheet would quote; hidden sheets are left out."""
    found = document(office.xlsx(), "xlsx")
    rows = [block for block in found.blocks if block.kind == "table_row"]
    assert cells(found, rows[1]) == ["Basic", "£38.50", "7.0%", "2026-05-01", "1,200"]
    assert rows[1].header == ("Plan", "Fee", "Discount", "Valid from", "Users")
    assert [shown(found, block) for block in found.blocks[:2]] == ["Tariffs", "Charges from May"]
    assert "secret" not in found.text


def test_words_hyphenated_at_the_end_of_a_line_are_joined() -> None:
    """A reader sees one word where a line of a PDF breaks it."""
    assert "before the maintenance of a pump begins." in document(office.pdf(), "pdf").text


def test_running_heads_and_page_numbers_are_no_text() -> None:
    """What comes again on every page is not part of the document."""
    text = document(office.pdf(), "pdf").text
    assert "Merrow Valley Water" not in text
    assert "Page 2" not in text


def test_an_encrypted_pdf_is_skipped() -> None:
    """A password is never guessed; the file is listed."""
    assert reason(office.pdf(password="secret"), "pdf") == "encrypted"


@pytest.mark.parametrize("format", ["pdf", "docx", "pptx", "xlsx"])
@pytest.mark.parametrize("keep", [1, 7, 100, 3000])
def test_a_file_cut_short_is_skipped_or_read_never_an_error(format: str, keep: int) -> None:
    """Damaged files have a reason that begins with what is wrong."""
    found = read_bytes(getattr(office, format)()[:keep], f"cut.{format}", format, SETTINGS)
    assert all(isinstance(entry, Document) or entry.reason.startswith(("damaged", "no text")) for entry in found)


def test_an_office_file_with_a_password_is_skipped() -> None:
    """Office wraps an encrypted file in its old binary container."""
    assert (
        reason(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "docx")
        == "encrypted, or in the old binary Office format"
    )


def test_a_zip_bomb_is_not_unpacked() -> None:
    """Thirty megabytes of zeros in a small file are refused by the sizes that the archive declares."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(30_000_000))
    assert reason(stream.getvalue(), "docx") == "unpacks to far more than its size"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    ("format", "part"), [("docx", "word/document.xml"), ("pptx", "ppt/presentation.xml"), ("xlsx", "xl/workbook.xml")]
)
def test_an_xml_bomb_is_not_expanded(format: str, part: str, encoding: str) -> None:
    """Office never writes entity declarations; a part that does is refused before it is parsed."""
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'.encode(encoding)
    data = rewritten(getattr(office, format)(), part, lambda _: bomb)
    assert reason(data, format) == "its XML declares entities, which is not allowed"


def test_text_beyond_the_limit_is_refused() -> None:
    """The limit of the settings holds for extracted text too."""
    for format in ("docx", "pptx", "xlsx", "pdf"):
        assert (
            reason(getattr(office, format)(), format, ReadSettings(max_characters=20))
            == "more than 20 characters of text"
        )


def rewritten(data: bytes, name: str, change: object) -> bytes:
    """The archive with one part changed."""
    assert callable(change)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.namelist():
            content = source.read(member)
            target.writestr(member, change(content) if member == name else content)
    return stream.getvalue()
