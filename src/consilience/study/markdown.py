"""A document of any format as Markdown, with the place of every piece in the extracted text.

Copies of HTML, PDF and Office files are written so: their text and structure can be changed, their bytes cannot.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from consilience.model import Block, Document

_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Rendered:
    """Markdown text; `pieces` are (start in the Markdown, start in the document's text, length), in order."""

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the document's text that stands at `text[start:end]`, which must lie in one piece.

        Raises ValueError for a span that crosses pieces: markup was written between them.
        """
        index = bisect_right(self.pieces, start, key=lambda piece: piece[0]) - 1
        written, read, length = self.pieces[index] if index >= 0 else (0, 0, 0)
        if not written <= start <= end <= written + length:
            raise ValueError(f"[{start}, {end}) is not in one piece of the document.")
        return read + start - written, read + end - written


def as_written(text: str) -> Rendered:
    """A text that is kept as it is."""
    return Rendered(text, ((0, 0, len(text)),))


def render(document: Document) -> Rendered:
    """The blocks of a document as Markdown, in order."""
    writer = _Writer(document.text)
    for block in document.blocks:
        writer.block(block)
    return writer.done()


class _Writer:
    """Collects markup and copied pieces."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._pieces: list[tuple[int, int, int]] = []
        self._length = 0
        self._last = ""
        self._header: tuple[str, ...] | None = None

    def block(self, block: Block) -> None:
        """Write one block with the markup of its kind, apart from what stands before it."""
        together = block.kind == self._last and block.kind in ("list_item", "table_row")
        if block.kind == "table_row":
            together = together and not block.is_header and block.header == self._header
        if self._parts:
            self._mark("\n" if together else "\n\n")
        if block.kind == "table_row":
            self._row(block, begins=not together)
        else:
            before, after = _marks(block)
            self._mark(before)
            self._copy(block.start, block.end)
            self._mark(after)
        self._last = block.kind

    def done(self) -> Rendered:
        """What was written."""
        self._mark("\n")
        return Rendered("".join(self._parts), tuple(self._pieces))

    def _row(self, block: Block, *, begins: bool) -> None:
        """A row; a table needs a head, which is empty where the document gives none."""
        rule = "\n|" + "---|" * len(block.cells)
        if begins and not block.is_header:
            self._mark("|" + "  |" * len(block.cells) + rule + "\n")
        self._mark("|")
        for start, end in block.cells:
            self._mark(" ")
            self._copy(start, end)
            self._mark(" |")
        if block.is_header:
            self._mark(rule)
        heads = tuple(" ".join(self._source[start:end].split()) for start, end in block.cells)
        self._header = heads if block.is_header else block.header

    def _mark(self, markup: str) -> None:
        self._parts.append(markup)
        self._length += len(markup)

    def _copy(self, start: int, end: int) -> None:
        self._pieces.append((self._length, start, end - start))
        self._mark(self._source[start:end])


def _marks(block: Block) -> tuple[str, str]:
    """Markup before and after a block that is no table row."""
    if block.kind == "heading":
        return "#" * max(1, min(block.level, 6)) + " ", ""
    if block.kind == "list_item":
        indent = "   " * (max(block.level, 1) - 1)
        return indent + ("- " if block.ordinal is None else f"{block.ordinal}. "), ""
    if block.kind == "code":
        return f"{_FENCE}\n", f"\n{_FENCE}"
    return ("> ", "") if block.kind == "quote" else ("", "")
