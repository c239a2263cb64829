"""Documents of other formats as Markdown: the same structure, and every word can be traced back."""

from __future__ import annotations

import pytest
from tests.sources import office

from consilience.model import Document
from consilience.settings import ReadSettings
from consilience.sources import read_bytes
from consilience.study.markdown import render
from consilience.text import statements

HTML = b"""<html><head><title>Gate rules</title></head><body><h1>Gate</h1><p>It opens at six. It closes at ten.</p>
<h2>Visitors</h2><p>They must:</p><ul><li>sign the book<ul><li>in ink</li></ul></li><li>wear a badge</li></ul>
<ol><li>Ring.</li><li>Wait.</li></ol>
<table><tr><th>Group</th><th>Guides</th></tr><tr><td>10</td><td>1</td></tr></table>
<pre>open --gate\n\nclose</pre><blockquote>No dogs.</blockquote></body></html>"""
FILES = {
    "html": HTML, "docx": office.docx(), "pdf": office.pdf(), "pptx": office.pptx(), "xlsx": office.xlsx(),
    "csv": b"Service,Price\nCheck-up,38\nVaccination,52\n",
}  # fmt: skip


def document(format: str) -> Document:
    """The file of a format as an audit reads it."""
    (read,) = read_bytes(FILES[format], f"file.{format}", format, ReadSettings())
    assert isinstance(read, Document)
    return read


@pytest.mark.parametrize("format", sorted(FILES))
def test_the_markdown_reads_like_the_document(format: str) -> None:
    """Read again, the Markdown has the blocks of the document: kinds, texts, levels, cells and heads."""
    given = document(format)
    (again,) = read_bytes(render(given).text.encode(), "file.md", "markdown", ReadSettings())
    assert isinstance(again, Document)
    assert outline(again) == outline(given)


def outline(given: Document) -> list[tuple[object, ...]]:
    """What a reader sees of the blocks; the empty heads that a table in Markdown needs are not seen."""
    seen: list[tuple[object, ...]] = []
    for block in given.blocks:
        cells = [given.text[start:end] for start, end in block.cells]
        if not block.is_header or any(cells):
            text = tuple(cells) or given.text[block.start : block.end]
            heads = tuple(head for head in block.header if head)
            level = block.level if block.kind in ("heading", "list_item") else 0
            seen.append((block.kind, text, level, block.path, heads, block.ordinal))
    return seen


@pytest.mark.parametrize("format", sorted(FILES))
def test_every_word_of_the_markdown_is_traced_to_the_document(format: str) -> None:
    """The place of each statement's words in the Markdown leads to the same words in the document."""
    given = document(format)
    rendered = render(given)
    for said in statements(given):
        for start, end in given.blocks[said.block].cells or ((said.start, said.end),):
            words = given.text[start:end]
            places = [at for at in range(len(rendered.text)) if words and rendered.text.startswith(words, at)]
            assert not words or any(_leads(rendered.original, at, at + len(words)) == (start, end) for at in places)


def _leads(original: object, start: int, end: int) -> tuple[int, int] | None:
    try:
        return original(start, end)  # type: ignore[operator, no-any-return]
    except ValueError:
        return None  # the same words, by chance across two pieces


def test_markup_between_words_leads_nowhere() -> None:
    """A span over two cells is refused rather than traced to a wrong place."""
    rendered = render(document("csv"))
    at = rendered.text.index("Check-up | 38")
    with pytest.raises(ValueError, match="not in one piece"):
        rendered.original(at, at + len("Check-up | 38"))
