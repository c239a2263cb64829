"""Lines of a PDF page with place, type size and weight. Coordinates are points (1/72 inch) from the lower left
corner.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from consilience.sources.builder import tidy

_COLUMN_GAP = 1.6  # white space between two cells of a row, in units of the type size
_BOLD = 600
_HYPHEN_AT_END = (2, 0xFFFE)


class PdfLine(NamedTuple):
    """One line as pdfium parts them. `cells` has the pieces between wide gaps; one piece if there is no wide gap."""

    page: int
    text: str
    left: float
    right: float
    bottom: float
    size: float
    bold: bool
    cells: tuple[str, ...]


def page_lines(document: Any, number: int) -> list[PdfLine]:
    """Lines of page `number` (from 0) of an open pypdfium2 document. Raises PdfiumError."""
    page = document[number]
    try:
        text_page = page.get_textpage()
        try:
            return _Page(text_page, number).lines()
        finally:
            text_page.close()
    finally:
        page.close()


class _Page:
    """Characters of a page, asked from pdfium one by one as far as they matter."""

    def __init__(self, text_page: Any, number: int) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._page = text_page
        self._number = number

    def lines(self) -> list[PdfLine]:
        """The lines of the page in the order of its content; runs on one baseline are one line."""
        count = self._page.count_chars()
        found: list[PdfLine] = []
        begin = 0
        codes = [self._pdfium.FPDFText_GetUnicode(self._page, index) for index in range(count)]
        for index in range(count + 1):
            broken = index < count and codes[index] in _HYPHEN_AT_END  # stands for the hyphen and the line break
            if index == count or codes[index] in (10, 13) or broken:
                line = self._line(codes, begin, index + broken)
                if line is not None:
                    found.append(line)
                begin = index + 1
        return _same_baseline(found)

    def _line(self, codes: list[int], begin: int, end: int) -> PdfLine | None:
        shown = [index for index in range(begin, end) if codes[index] > 32 and codes[index] not in _HYPHEN_AT_END]
        text = tidy("".join(_character(code) for code in codes[begin:end]))
        if not shown or not text:
            return None
        first, last = self._box(shown[0]), self._box(shown[-1])
        middle = shown[len(shown) // 2]
        size = round(float(self._pdfium.FPDFText_GetFontSize(self._page, middle)) * 2) / 2
        if size < 3:  # scaled by the page's matrix: take the height instead
            size = round(max(first[3] - first[1], last[3] - last[1]) * 2) / 2
        bold = self._pdfium.FPDFText_GetFontWeight(self._page, middle) >= _BOLD or self._bold_name(middle)
        cells = self._cells(codes, begin, end, size)
        return PdfLine(self._number, text, first[0], last[2], self._baseline(shown[0], first), size, bold, cells)

    def _cells(self, codes: list[int], begin: int, end: int, size: float) -> tuple[str, ...]:
        cells: list[str] = []
        piece: list[str] = []
        right = None
        for index in range(begin, end):
            if codes[index] > 32 and piece and piece[-1] == " ":
                if right is not None and self._box(index)[0] - right > _COLUMN_GAP * size:
                    cells.append("".join(piece))
                    piece = []
            elif codes[index] <= 32 and codes[index] != 2 and index > begin and codes[index - 1] > 32:
                right = self._box(index - 1)[2]
            piece.append(_character(codes[index]))
        return tuple(filter(None, map(tidy, (*cells, "".join(piece)))))

    def _baseline(self, index: int, box: tuple[float, float, float, float]) -> float:
        x, y = ctypes.c_double(), ctypes.c_double()
        known = self._pdfium.FPDFText_GetCharOrigin(self._page, index, ctypes.byref(x), ctypes.byref(y))
        return float(y.value) if known else box[1]

    def _box(self, index: int) -> tuple[float, float, float, float]:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        self._pdfium.FPDFText_GetCharBox(self._page, index, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def _bold_name(self, index: int) -> bool:
        buffer = ctypes.create_string_buffer(128)
        flags = ctypes.c_int()
        length = self._pdfium.FPDFText_GetFontInfo(self._page, index, buffer, 128, ctypes.byref(flags))
        return 0 < length <= 128 and b"bold" in buffer.value.lower()


def _character(code: int) -> str:
    """A character of the text; pdfium's mark for a hyphen at the end of a line becomes a hyphen."""
    if code in _HYPHEN_AT_END or code == 0xAD:
        return "-"
    return " " if code <= 32 or code == 0xA0 or 0xD800 <= code <= 0xDFFF else chr(code)


def _same_baseline(lines: list[PdfLine]) -> list[PdfLine]:
    """Joins neighbours that stand on one baseline: the cells of a row come as lines of their own."""
    joined: list[PdfLine] = []
    for line in lines:
        above = joined[-1] if joined else None
        if above and abs(above.bottom - line.bottom) < 0.25 * line.size and line.left >= above.right:
            far = line.left - above.right > _COLUMN_GAP * line.size
            cells = (
                above.cells + line.cells
                if far
                else (*above.cells[:-1], f"{above.cells[-1]} {line.cells[0]}", *line.cells[1:])
            )
            text = f"{above.text} {line.text}"
            joined[-1] = above._replace(text=text, right=line.right, cells=cells, bold=above.bold and line.bold)
        else:
            joined.append(line)
    return joined
