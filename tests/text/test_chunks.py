"""Chunks: passages for retrieval that together are the document."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.sources import office

from consilience.model import Block, Chunk, Document
from consilience.settings import ReadSettings
from consilience.sources import read_bytes
from consilience.text.chunks import chunks

LONGEST = 17  # what a part of an endless word counts: 200 letters, twelve to the word

LINES = st.one_of(
    st.from_regex(r"#{1,4} [A-Za-z ]{1,30}", fullmatch=True),
    st.from_regex(r"( {2}){0,2}- [a-z]{1,9}( [a-z]{1,9}){0,12}", fullmatch=True),
    st.from_regex(r"\| [a-z]{1,5} \| [0-9]{1,4} \|", fullmatch=True),
    st.from_regex(r"[A-Z][a-z]{1,9}( [a-z]{1,9}){0,40}\.", fullmatch=True),
    st.sampled_from(
        ["", "", "```", "---", "> quoted words", "<!-- hidden -->", "| a | b |\n|---|---|", "價格是一百元。" * 9]
    ),
    st.sampled_from(["價格是一百元。" * 9, "x" * 900, "é" * 250, "\u00a0", "word\u2028word"]),
)
MARKDOWN = st.lists(LINES, min_size=1, max_size=30).map("\n".join)


def read(data: bytes, format: str) -> Document | None:
    found = read_bytes(data, f"a.{format}", format, ReadSettings())[0]
    return found if isinstance(found, Document) else None


def size(text: str) -> int:
    return sum(1 + (len(word) - 1) // 12 for word in text.split())


def tile(document: Document, cut: tuple[Chunk, ...]) -> None:
    """Chunks are in order, do not overlap, are what stands in the text, and no letter of a block is left out."""
    assert [one.ordinal for one in cut] == list(range(len(cut)))
    assert all(document.text[one.start : one.end] == one.text and one.text.strip() for one in cut)
    assert all(a.end <= b.start for a, b in pairwise(cut))
    covered = {place for one in cut for place in range(one.start, one.end)}
    blocks = {place for block in document.blocks for place in range(block.start, block.end)}
    assert all(document.text[place].isspace() for place in blocks - covered)
    assert len({one.id for one in cut}) == len(cut)


@given(MARKDOWN, st.integers(10, 60))
@example("- a\n- a\n| a | 0 |\n- a a a a\n- a a a a a a a", 18)
def test_chunks_tile_the_document(text: str, words: int) -> None:
    """Whatever the document: nothing twice, nothing lost, every chunk of a bounded size, and the same each time."""
    document = read(text.encode(), "markdown")
    if document is None:
        return
    cut = chunks(document, words)
    tile(document, cut)
    assert chunks(document, words) == cut
    assert bool(cut) is bool(document.blocks)
    for one in cut:
        inner = [b for b in document.blocks if b.kind != "heading" and b.start < one.end and b.end > one.start]
        body = document.text[max(one.start, inner[0].start) : one.end] if inner else one.text
        marks = (
            len(inner) + 2
        )  # between two blocks stands the mark of an item or of a quotation, in a row there are bars
        assert size(body) <= max(words, LONGEST) + marks
        assert size(one.text) <= 2 * max(words, LONGEST) + marks + 2


@pytest.mark.parametrize("format", ["docx", "pptx", "xlsx", "pdf"])
def test_chunks_tile_office_files(format: str) -> None:
    """The same of texts that were extracted."""
    document = read(getattr(office, format)(), format)
    assert document is not None
    tile(document, chunks(document, 20))


def test_a_heading_stays_with_what_follows() -> None:
    """A heading opens a chunk and never ends one; headings one below the other open it together."""
    text = "# Travel\n\n## Hotels\n\nThe ceiling is EUR 140.\n\n## Claims\n\nWithin 30 days.\n"
    document = read(text.encode(), "markdown")
    assert document is not None
    first, second = chunks(document, 100)
    assert (first.section, second.section) == ("Travel > Hotels", "Travel > Claims")
    assert first.text.startswith("Travel") and "EUR 140" in first.text
    assert second.text.startswith("Claims") and "30 days" in second.text


def test_a_small_document_is_one_chunk() -> None:
    """Blocks of one section stay together as long as they fit."""
    document = read(b"First paragraph here.\n\nSecond one.\n\n- item\n- another\n", "markdown")
    assert document is not None
    assert [one.text for one in chunks(document, 100)] == [document.text.strip()]
    assert len(chunks(document, 10)) > 1 or size(document.text) <= 10


def test_a_document_of_headings_alone_is_cut_too() -> None:
    """A table of contents of a thousand lines is no passage; what has no text below it stands by itself."""
    document = read("\n".join(f"# Part number {n}" for n in range(1000)).encode(), "markdown")
    assert document is not None
    cut = chunks(document, 60)
    tile(document, cut)
    assert max(size(one.text.replace("#", "")) for one in cut) <= 60


def test_a_long_sentence_is_cut_between_words_and_a_long_word_between_letters() -> None:
    """No chunk depends on a full stop to end."""
    document = read(("endless " * 500 + "y" * 5000).encode(), "text")
    assert document is not None
    cut = chunks(document, 30)
    tile(document, cut)
    assert max(size(one.text) for one in cut) <= 30
    assert all(one.text.startswith("endless") for one in cut[:10])


def test_text_without_spaces_is_cut_too() -> None:
    """Chinese and Japanese are counted by letters, and cut between sentences where there are any."""
    document = read(("價格是一百元，自五月起生效。" * 200).encode(), "text")
    assert document is not None
    cut = chunks(document, 20)
    tile(document, cut)
    assert len(cut) > 5 and max(size(one.text) for one in cut) <= 20


def test_a_large_table_is_cut_between_rows() -> None:
    """A row is never torn apart."""
    rows = "\n".join(f"| item {n} | {n * 3} |" for n in range(3000))
    document = read(f"| name | price |\n|---|---|\n{rows}\n".encode(), "markdown")
    assert document is not None
    cut = chunks(document, 40)
    tile(document, cut)
    assert all(one.text.startswith("|") and one.text.endswith("|") for one in cut)


def test_a_document_without_blocks_has_no_chunk() -> None:
    """An empty text, or one of markup alone, is no passage."""
    assert chunks(Document("a", ""), 100) == ()
    assert chunks(Document("a", "<!-- x -->"), 100) == ()


def test_a_block_inside_another_is_not_taken_twice() -> None:
    """The outer block holds the inner one's text."""
    document = Document("a", "One two three.", blocks=(Block("paragraph", 0, 14), Block("code", 4, 7)))
    assert [one.text for one in chunks(document, 10)] == ["One two three."]
