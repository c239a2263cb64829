"""Documents as they are read, and the statements in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "code", "quote"]


@dataclass(frozen=True, slots=True)
class Block:
    """One structural piece of a document: a heading, paragraph, list item, table row, code block or quotation.

    `path` are the headings above the block, outermost first. For a table row, `cells` are the spans of its cells and
    `header` the column heads (empty for the header row itself, which has `is_header`). For a list item or a row, `lead`
    is the sentence that introduces the list or table ("They must not:"). `ordinal` is an item's number, from 1.
    """

    kind: BlockKind
    start: int
    end: int
    path: tuple[str, ...] = ()
    level: int = 0  # heading level 1-6, list depth from 1, else 0
    cells: tuple[tuple[int, int], ...] = ()
    header: tuple[str, ...] = ()
    is_header: bool = False
    lead: str = ""
    ordinal: int | None = None
    language: str = ""  # ISO 639-1; empty: as the document


@dataclass(frozen=True, slots=True)
class Document:
    """A document as extracted text with its structure.

    `id` is the relative path; for a JSONL record `path#record-id`.
    """

    id: str
    text: str
    title: str = ""
    language: str = "en"
    format: str = "text"  # markdown, text, html, pdf, docx, pptx, xlsx, csv, jsonl
    blocks: tuple[Block, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()  # front matter or record metadata, sorted by key


@dataclass(frozen=True, slots=True)
class Skipped:
    """An input that could not be read, and why, in words a person understands."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The unit of assertion and of quotation: a sentence, a list item that is not split further, or a table row."""

    start: int
    end: int
    text: str  # exactly Document.text[start:end]
    kind: Literal["sentence", "table_row"]
    block: int  # index into Document.blocks
    language: str = "en"
