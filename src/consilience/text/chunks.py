"""Chunks: passages of a document for retrieval, cut where a reader would (DESIGN section 2).

A chunk holds whole blocks of one section, as many as fit. A heading opens a new chunk and stays with what follows it.
A block that is too long by itself is cut between sentences, and a sentence that is too long between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from consilience.model import Block, Chunk, Document
from consilience.text.sentences import spans

VERSION = "1"  # of the recipe: vectors of another one are not reused

_WORD = re.compile(r"\S+")
_LONGEST_WORD = 200  # characters; what has no white space is cut there
_LETTERS = 12  # characters a word that a text without spaces (Chinese, Japanese) is counted by


@dataclass(frozen=True, slots=True)
class _Piece:
    """A block, or a part of one that is too long."""

    start: int
    end: int
    words: int
    block: Block


def chunks(document: Document, words: int) -> tuple[Chunk, ...]:
    """The document as chunks of at most `words` words below their headings, in order; they do not overlap.

    What stands between two chunks is white space or markup. A document without blocks has none. A very long word
    counts as several.
    """
    found = []
    for ordinal, group in enumerate(_groups(document, words)):
        start, end = group[0].start, group[-1].end
        found.append(
            Chunk(
                id=f"{document.id}:{start}-{end}",
                doc=document.id,
                ordinal=ordinal,
                start=start,
                end=end,
                text=document.text[start:end],
                section=" > ".join(_path(document, group)),
                title=document.title,
                language=group[-1].block.language or document.language,
            )
        )
    return tuple(found)


def _groups(document: Document, words: int) -> Iterator[list[_Piece]]:
    group: list[_Piece] = []
    for piece in _pieces(document, words):
        if group and _closes(group, piece, words):
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _closes(group: list[_Piece], piece: _Piece, words: int) -> bool:
    """Whether a piece begins a new chunk. Headings alone are no passage: what follows joins them, up to a size."""
    size = sum(one.words for one in group)
    if all(one.block.kind == "heading" for one in group):
        return piece.block.kind == "heading" and size + piece.words > words
    return piece.block.kind == "heading" or size + piece.words > words


def _pieces(document: Document, words: int) -> Iterator[_Piece]:
    end = 0
    for block in document.blocks:
        if block.start < end:  # a block inside the one before it is part of that
            continue
        end = block.end
        count = _count(document.text, block.start, block.end)
        if count <= words:
            yield _Piece(block.start, block.end, count, block)
        else:
            yield from _parts(document.text, block, words)


def _parts(text: str, block: Block, words: int) -> Iterator[_Piece]:
    """A long block as runs of sentences, each within the limit where a sentence is."""
    for start, end in spans(text, block.start, block.end):
        if _count(text, start, end) <= words:
            yield _Piece(start, end, _count(text, start, end), block)
        else:
            yield from (_Piece(a, b, _count(text, a, b), block) for a, b in _cut(text, start, end, words))


def _cut(text: str, start: int, end: int, words: int) -> Iterator[tuple[int, int]]:
    """A sentence without end, cut between words; a word without end, between letters."""
    first, last, count = start, start, 0
    for match in _WORD.finditer(text, start, end):
        for a in range(match.start(), match.end(), _LONGEST_WORD):
            b = min(a + _LONGEST_WORD, match.end())
            size = _count(text, a, b)
            if count and count + size > words:
                yield first, last
                first, count = a, 0
            last, count = b, count + size
    yield first, last


def _count(text: str, start: int, end: int) -> int:
    """Words, where a very long one counts as several."""
    return sum(1 + (len(match[0]) - 1) // _LETTERS for match in _WORD.finditer(text, start, end))


def _path(document: Document, group: list[_Piece]) -> tuple[str, ...]:
    """The headings above the first piece that is none itself."""
    for piece in group:
        if piece.block.kind != "heading":
            return piece.block.path
    last = group[-1].block
    return (*last.path, document.text[last.start : last.end].lstrip("# ").strip())
