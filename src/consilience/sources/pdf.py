"""PDF, read with pdfium: lines with their type size and place, joined to headings, paragraphs, list items and table
rows.

A PDF holds glyphs, not structure; what is told here is a well-founded guess. `pdf_lines.py` gets the lines, this
module joins them.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Sequence

from consilience.sources import layout
from consilience.sources.builder import Builder, tidy
from consilience.sources.extract import Extract, Unreadable
from consilience.sources.pdf_lines import PdfLine, page_lines
from consilience.sources.plain_tables import is_header

MAX_PAGES = 5_000
_PDFIUM = threading.Lock()  # pdfium is not thread-safe
_LARGER = 1.12  # type size of a heading over the body's
_HYPHENS = "-\u00ad\u2010"
_FOLIO = re.compile(r"\d+")
_DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})")


def extract(data: bytes, limit: int) -> Extract:
    """Blocks of a PDF file. Raises Unreadable when it is encrypted, damaged or holds no text."""
    with _PDFIUM:
        pages, metadata = _load(data, limit)
    lines = [line for page in _without_furniture(pages) for line in page]
    builder = Builder(limit)
    _Joiner(builder, lines).join()
    title, language = metadata.pop("title", ""), metadata.pop("language", "")
    return Extract(builder.text, tuple(builder.blocks), title, language, tuple(sorted(metadata.items())))


def _load(data: bytes, limit: int) -> tuple[list[list[PdfLine]], dict[str, str]]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        encrypted = "password" in str(error).lower() or "security" in str(error).lower()
        raise Unreadable("encrypted" if encrypted else "damaged: not a readable PDF") from error
    try:
        pages: list[list[PdfLine]] = []
        letters = 0
        for number in range(min(len(document), MAX_PAGES)):
            pages.append(page_lines(document, number))
            letters += sum(len(line.text) for line in pages[-1])
            if letters > limit:
                raise Unreadable(f"more than {limit:,} characters of text")
        return pages, _metadata(document.get_metadata_dict())
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged: a page cannot be read") from error
    finally:
        document.close()


def _metadata(info: dict[str, str]) -> dict[str, str]:
    found = {"title": tidy(info.get("Title", "")), "author": tidy(info.get("Author", ""))}
    day = _DATE.match(info.get("ModDate", "") or info.get("CreationDate", ""))
    if day:
        found["date"] = "-".join(day.groups())
    if re.match(r"(?i)untitled|microsoft |.*\.(?:docx?|pptx?|xlsx?|indd|tex|pdf)$", found["title"]):
        found["title"] = ""
    return {name: value for name, value in found.items() if value}


def _without_furniture(pages: list[list[PdfLine]]) -> list[list[PdfLine]]:
    """Pages without running heads, feet and page numbers: the outer lines that come again on most pages."""
    if len(pages) < 3:
        return [[line for line in page if not _is_folio(page, line)] for page in pages]
    seen = Counter(key for page in pages for key in {_key(line) for line in _outer(page)})
    common = {key for key, count in seen.items() if count >= max(3, len(pages) / 2)}
    return [
        [line for line in page if not (line in _outer(page) and (_key(line) in common or _is_folio(page, line)))]
        for page in pages
    ]


def _outer(page: Sequence[PdfLine]) -> list[PdfLine]:
    by_height = sorted(page, key=lambda line: line.bottom)
    return by_height[:2] + by_height[-2:]


def _key(line: PdfLine) -> str:
    return _FOLIO.sub("0", line.text)


def _is_folio(page: Sequence[PdfLine], line: PdfLine) -> bool:
    """A page number alone at the foot."""
    return line.text.strip("-–— ").isdigit() and line.bottom <= min(other.bottom for other in page)


class _Joiner:
    """Joins lines to blocks, top to bottom."""

    def __init__(self, builder: Builder, lines: Sequence[PdfLine]) -> None:
        self._builder = builder
        self._lines = lines
        self._body = _body_size(lines)
        sizes = {line.size for line in lines if line.size > self._body * _LARGER and self._short(line)}
        self._levels = {size: min(level, 6) for level, size in enumerate(sorted(sizes, reverse=True), 1)}
        self._right = max((line.right for line in lines), default=0.0)
        self._joined = "\n".join(line.text for line in lines)
        self._indents: list[float] = []

    def join(self) -> None:
        """Read every line."""
        at = 0
        while at < len(self._lines):
            at = self._table(at) or self._heading(at) or self._prose(at)

    @staticmethod
    def _short(line: PdfLine) -> bool:
        return len(line.text) <= layout.UNWRAPPED and any(map(str.isalpha, line.text))

    def _heading(self, at: int) -> int:
        """Larger type, or bold type alone on its line; two lines of the same type are one heading."""
        line = self._lines[at]
        level = self._levels.get(line.size, 0)
        if not level and line.bold and self._short(line) and self._stands_alone(at) and line.text[-1] not in ".,;:":
            level = min(len(self._levels) + 1, 6)
        if not level or not self._short(line):
            return 0
        end = at + 1
        while end < len(self._lines) and self._same_heading(line, self._lines[end - 1], self._lines[end]):
            end += 1
        self._builder.heading(tidy(" ".join(part.text for part in self._lines[at:end])), level)
        self._indents.clear()
        return end

    def _same_heading(self, first: PdfLine, above: PdfLine, line: PdfLine) -> bool:
        same = line.size == first.size and line.bold == first.bold and line.page == first.page
        return (
            same
            and self._short(line)
            and 0 < above.bottom - line.bottom < 1.6 * line.size
            and first.size > self._body * _LARGER
        )

    def _stands_alone(self, at: int) -> bool:
        below = self._lines[at + 1] if at + 1 < len(self._lines) else None
        return below is None or not below.bold

    def _table(self, at: int) -> int:
        end = at
        while end < len(self._lines) and self._is_row(at, end):
            end += 1
        if end - at < 2:
            return 0
        rows = [list(line.cells) for line in self._lines[at:end]]
        bold = self._lines[at].bold and not self._lines[at + 1].bold
        self._builder.table(rows, header=bold or is_header(rows))
        return end

    def _is_row(self, first: int, at: int) -> bool:
        line, top = self._lines[at], self._lines[first]
        if len(line.cells) < 2 or line.size in self._levels or layout.marker(line.text) is not None:
            return False
        return abs(line.left - top.left) < line.size and (at == first or len(line.cells) <= len(top.cells) + 1)

    def _prose(self, at: int) -> int:
        first = self._lines[at]
        marker = layout.marker(first.text)
        end = at + 1
        while end < len(self._lines) and self._goes_on(first, end, marker is not None):
            end += 1
        text = self._unwrap([line.text for line in self._lines[at:end]])
        if marker is None:
            self._indents.clear()
            self._builder.paragraph(text)
        else:
            self._builder.item(text[marker.content - marker.indent :], self._level(first.left), marker.ordinal)
        return end

    def _level(self, left: float) -> int:
        while self._indents and self._indents[-1] > left + 2:
            self._indents.pop()
        if not self._indents or self._indents[-1] < left - 2:
            self._indents.append(left)
        return len(self._indents)

    def _goes_on(self, first: PdfLine, at: int, in_item: bool) -> bool:
        """Whether a line continues the paragraph of the line above."""
        above, line = self._lines[at - 1], self._lines[at]
        if layout.marker(line.text) is not None and (in_item or not line.text[0].isdigit() or above.text.endswith(":")):
            return False
        if (
            line.size != above.size
            or self._levels.get(line.size)
            or (line.bold and not above.bold and self._stands_alone(at))
        ):
            return False
        ended = above.text.rstrip("\"'”’)")[-1:] in ".!?:"
        if line.page != above.page:
            return not ended and line.text[:1].islower()
        gap = above.bottom - line.bottom
        if gap <= 0 or gap > 1.75 * line.size:
            return False
        if line.left > first.left + 0.8 * line.size and not in_item and above.left <= first.left + 1:
            return False
        return not (ended and above.right < self._right - 12 * line.size) and len(line.cells) < 2

    def _unwrap(self, lines: Sequence[str]) -> str:
        """Lines as one text. A hyphen at a line's end goes, unless the word is hyphenated elsewhere too."""
        text = lines[0]
        for line in lines[1:]:
            if text[-1:] in _HYPHENS and text[-2:-1].isalpha() and line[:1].islower():
                left, right = re.split(r"\s", text[:-1])[-1], line.split(maxsplit=1)[0].rstrip(".,;:!?)")
                kept = f"{left}-{right}" in self._joined
                text = text[:-1] + ("-" if kept else "") + line
            else:
                text = f"{text} {line}"
        return tidy(text)


def _body_size(lines: Sequence[PdfLine]) -> float:
    """Type size of most of the text, in points."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[line.size] += len(line.text)
    return max(letters, key=lambda size: (letters[size], -size), default=0.0)
