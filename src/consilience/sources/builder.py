"""Builds the canonical text of formats whose bytes are not text: HTML, PDF, Office files.

Blocks stand apart by an empty line, rows of a table and items of a list by a line break. Markers ("- ", "1. ") and the
bars of a table lie outside the spans of items and cells, so that a quoted block is exactly what a reader sees.
"""

from __future__ import annotations

from collections.abc import Sequence

from consilience.model import Block, BlockKind
from consilience.sources.extract import Unreadable
from consilience.sources.outline import Outline, plain

MAX_COLUMNS = 200


def tidy(text: str) -> str:
    """Whitespace collapsed to single spaces, as a browser shows it."""
    return " ".join(text.split())


class Builder:
    """Collects blocks in document order. `limit` bounds the text (characters), so that no input can exhaust memory."""

    def __init__(self, limit: int) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._limit = limit
        self._last: BlockKind | None = None
        self._header: tuple[str, ...] = ()
        self._outline = Outline()
        self.blocks: list[Block] = []

    @property
    def text(self) -> str:
        """The text so far; every block's span lies in it."""
        return "".join(self._parts)

    def heading(self, text: str, level: int) -> None:
        """Add a heading of level 1-6; empty headings are ignored."""
        if text:
            start = self._write("heading", text)
            self._add("heading", start, text, path=self._outline.enter(level, text), level=level)

    def paragraph(self, text: str) -> None:
        """Add a paragraph of visible text."""
        if text:
            self._add("paragraph", self._write("paragraph", text), text)

    def quote(self, text: str) -> None:
        """Add a block quotation."""
        if text:
            self._add("quote", self._write("quote", text), text)

    def code(self, text: str) -> None:
        """Add preformatted text; its line breaks are kept."""
        if text.strip():
            self._add("code", self._write("code", text), text)

    def item(self, text: str, level: int, ordinal: int | None) -> None:
        """Add a list item of depth `level` (from 1); `ordinal` is its number in an ordered list."""
        if text:
            marker = "  " * (level - 1) + ("- " if ordinal is None else f"{ordinal}. ")
            start = self._write("list_item", text, marker)
            self._add("list_item", start, text, level=level, ordinal=ordinal)

    def table(self, rows: Sequence[Sequence[str]], header: bool) -> None:
        """Add the rows of a table; the first is its header if `header`. Empty rows are ignored."""
        filled = [[tidy(cell) for cell in row[:MAX_COLUMNS]] for row in rows]
        filled = [row for row in filled if any(row)]
        heads: tuple[str, ...] = ()
        for number, row in enumerate(filled):
            is_header = header and number == 0 and len(filled) > 1
            self._row(row, heads, is_header)
            if is_header:
                heads = tuple(plain(cell) for cell in row)
        self._last = None  # the next table stands apart

    def _row(self, row: Sequence[str], heads: tuple[str, ...], is_header: bool) -> None:
        line = "| " + " | ".join(row) + " |"
        start = self._write("table_row", line)
        spans: list[tuple[int, int]] = []
        position = start + 2
        for cell in row:
            spans.append((position, position + len(cell)))
            position += len(cell) + 3
        block = Block(
            "table_row",
            start,
            start + len(line),
            self._outline.path,
            cells=tuple(spans),
            header=heads,
            is_header=is_header,
        )
        self.blocks.append(block)

    def _write(self, kind: BlockKind, text: str, marker: str = "") -> int:
        together = kind == self._last and kind in ("list_item", "table_row")
        separator = ("\n" if together else "\n\n") if self._parts else ""
        before = separator + marker
        self._parts += (before, text)
        start = self._length + len(before)
        self._length = start + len(text)
        self._last = kind
        if self._length > self._limit:
            raise Unreadable(f"more than {self._limit:,} characters of text")
        return start

    def _add(
        self,
        kind: BlockKind,
        start: int,
        text: str,
        *,
        path: tuple[str, ...] | None = None,
        level: int = 0,
        ordinal: int | None = None,
    ) -> None:
        where = self._outline.path if path is None else path
        self.blocks.append(Block(kind, start, start + len(text), where, level=level, ordinal=ordinal))
