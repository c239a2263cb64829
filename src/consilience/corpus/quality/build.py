"""From a document to its page: what the detectors see of it, worked out once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from consilience.corpus.quality.page import WORD, Page, Passage, Piece, Section, Sentence, content_terms
from consilience.model import Block, Document, Statement
from consilience.text import statements

WRAPPED_LINE = 140  # characters; editors wrap at 72 to 120
_LINE = re.compile(r"\S[^\n]*")
_RECORD = re.compile(r"[\d=\[\]{}<>|\\_]")
_GAP = re.compile(r"\n[ \t\r\f\v]*\n\s*")


def read(document: Document) -> Page:
    """The page of a document. A document without blocks is taken as paragraphs set apart by blank lines."""
    if not document.blocks:
        document = replace(document, blocks=tuple(_paragraphs(document.text)))
    pieces = tuple(_piece(index, block, document.text) for index, block in enumerate(document.blocks))
    prose = tuple(piece for piece in pieces if piece.kind in ("paragraph", "list_item", "quote"))
    return Page(
        document=document,
        pieces=pieces,
        sentences=tuple(_sentence(item, pieces) for item in statements(document) if item.kind == "sentence"),
        sections=tuple(_sections(pieces)),
        tables=tuple(_tables(pieces)),
        prose=prose,
        passages=tuple(passage for piece in prose for passage in _passages(piece)),
        words=sum(len(piece.words) for piece in pieces),
    )


def without(page: Page, spans: Sequence[tuple[int, int]]) -> Page:
    """The page as if paragraphs and list items that lie in one of the spans were not there; what stands alone in its
    section stays."""
    if not spans:
        return page
    kept = {section.body[0].index for section in page.sections if len(section.body) == 1}
    lost = {piece.index for piece in page.prose if _within(piece.start, piece.end, spans)} - kept
    blocks = [piece.block for piece in page.pieces if piece.index not in lost]
    if len(blocks) == len(page.pieces) or not blocks:
        return page
    return read(replace(page.document, blocks=tuple(blocks)))


def _within(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether nearly all of text[start:end] lies in one of the spans (marks at its ends may not)."""
    return any(10 * (min(end, last) - max(start, first)) >= 9 * (end - start) for first, last in spans)


def _piece(index: int, block: Block, text: str) -> Piece:
    own = text[block.start : block.end]
    words = tuple(word.lower() for word in WORD.findall(own))
    return Piece(index, block, own, words, content_terms(words), _runs(own))


def _passages(piece: Piece) -> list[Passage]:
    """Lines longer than any hard-wrapped line are paragraphs of their own; otherwise the block is one."""
    lines = [match.span() for match in _LINE.finditer(piece.text)]
    if len(lines) < 2 or not _are_paragraphs([end - start for start, end in lines]):
        return [Passage(piece.start, piece.end, piece.index, piece.words, piece.terms, piece.running)]
    found = []
    for start, end in lines:
        words = tuple(word.lower() for word in WORD.findall(piece.text[start:end]))
        found.append(
            Passage(piece.start + start, piece.start + end, piece.index, words, content_terms(words), piece.running)
        )
    return found


def _are_paragraphs(lengths: Sequence[int]) -> bool:
    """Whether lines are paragraphs: nine tenths of the text stand in lines longer than any that was wrapped."""
    return 10 * sum(length for length in lengths if length > WRAPPED_LINE) >= 9 * sum(lengths)


def _sentence(item: Statement, pieces: tuple[Piece, ...]) -> Sentence:
    words = tuple(WORD.findall(item.text))
    return Sentence(item.start, item.end, item.text, item.block, words, pieces[item.block].running)


def _runs(text: str) -> bool:
    """Whether less than a third of the tokens hold digits or the marks of records and code."""
    tokens = text.split()
    return sum(_RECORD.search(token) is not None for token in tokens) * 3 < len(tokens)


def _paragraphs(text: str) -> list[Block]:
    bounds = [0, *(edge for gap in _GAP.finditer(text) for edge in gap.span()), len(text)]
    blocks = []
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        own = text[start:end]
        if own.strip():
            lead = len(own) - len(own.lstrip())
            blocks.append(Block("paragraph", start + lead, start + len(own.rstrip())))
    return blocks


def _sections(pieces: tuple[Piece, ...]) -> list[Section]:
    sections: list[Section] = []
    heading: Piece | None = None
    body: list[Piece] = []
    for piece in pieces:
        if piece.kind == "heading":
            if heading is not None or body:
                sections.append(Section(heading, tuple(body)))
            heading, body = piece, []
        else:
            body.append(piece)
    if heading is not None or body:
        sections.append(Section(heading, tuple(body)))
    return sections


def _tables(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    tables: list[tuple[Piece, ...]] = []
    rows: list[Piece] = []
    for piece in pieces:
        if piece.kind == "table_row" and not (piece.block.is_header and rows):
            rows.append(piece)
            continue
        if rows:
            tables.append(tuple(rows))
        rows = [piece] if piece.kind == "table_row" else []
    if rows:
        tables.append(tuple(rows))
    return tables
