"""Markdown: blocks with exact positions in the file (CommonMark plus tables, read with markdown-it-py's block
parser).

The text stays as it is; inline marks belong to the spans. Only block structure is parsed: it is all that positions
need, and it is many times faster than parsing the inline marks too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from markdown_it.token import Token

from consilience.model import Block, BlockKind
from consilience.sources import frontmatter
from consilience.sources.extract import Extract
from consilience.sources.lines import Line, split_lines
from consilience.sources.markdown_tokens import tokens
from consilience.sources.outline import Outline, plain

_TAG = re.compile(r"<[^<>\n]*>")
_CHECKBOX = re.compile(r"\[[ xX]\][ \t]+")
_LONG = 120  # characters; nobody wraps lines wider than this, so a longer line that ends a sentence ends its paragraph
_SENTENCE_END = re.compile(r"[.!?:…][)\"'”’*_]*\s*$")


def extract(text: str) -> Extract:
    """Blocks and front matter of a Markdown text (line ends already "\\n")."""
    body, metadata = frontmatter.split(text)
    # Front matter becomes empty lines for the parser: line numbers, and so positions, stay those of the file.
    source = "\n" * text.count("\n", 0, body) + text[body:]
    reader = _Reader(text)
    for token in tokens(source):
        reader.take(token)
    declared = dict(metadata)
    language = declared.get("lang", declared.get("language", ""))
    return Extract(text, tuple(reader.blocks), declared.get("title", ""), language, metadata)


class _Reader:
    """Turns the token stream into blocks, top to bottom."""

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self._text = text
        self._lines = split_lines(text)
        self._outline = Outline()
        self._open: list[Token] = []  # enclosing container tokens
        self._ordinals: list[int | None] = []  # number of the current item, one entry for each open list
        self._item_begins = False
        self._header: tuple[str, ...] = ()
        self._is_header = False

    def take(self, token: Token) -> None:
        """Consume one token."""
        if (read := self._READS.get(token.type)) is not None:
            read(self, token)
        if token.nesting == 1:
            self._open.append(token)
        elif token.nesting == -1:
            self._open.pop()

    def _list(self, _: Token) -> None:
        self._ordinals.append(None)

    def _list_ends(self, _: Token) -> None:
        self._ordinals.pop()

    def _item(self, token: Token) -> None:
        self._ordinals[-1] = int(token.info) if token.info.isdigit() else None
        self._item_begins = True

    def _item_ends(self, _: Token) -> None:
        self._item_begins = False  # an empty item begins nothing, least of all the paragraph after its list

    def _head(self, _: Token) -> None:
        self._header, self._is_header = (), True

    def _inline(self, token: Token) -> None:
        parent = self._open[-1]
        if parent.type in ("th_open", "td_open") or token.map is None:
            return
        start, end = self._span(token)
        if start == end:
            return
        if parent.type == "heading_open":
            level = int(parent.tag[1])
            path = self._outline.enter(level, self._text[start:end])
            self.blocks.append(Block("heading", start, end, path, level=level))
        else:
            self._prose(start, end)

    def _prose(self, start: int, end: int) -> None:
        for begin, finish in self._paragraphs(start, end):
            first_of_item, self._item_begins = self._item_begins, False
            if first_of_item:
                box = _CHECKBOX.match(self._text, begin, finish)
                begin = box.end() if box else begin
                self._add("list_item", begin, finish, len(self._ordinals), self._ordinals[-1])
            elif any(container.type == "blockquote_open" for container in self._open):
                self._add("quote", begin, finish)
            else:
                self._add("paragraph", begin, finish)

    def _paragraphs(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """A paragraph, cut where a line is longer than any wrapping and ends a sentence."""
        begin, position = start, start
        while (brk := self._text.find("\n", position, end)) >= 0:
            line = self._text[position:brk]
            if len(line) > _LONG and _SENTENCE_END.search(line[-8:]):
                yield begin, brk - (len(line) - len(line.rstrip()))
                begin = brk + 1
            position = brk + 1
        yield begin, end

    def _add(self, kind: BlockKind, start: int, end: int, level: int = 0, ordinal: int | None = None) -> None:
        if start < end:
            self.blocks.append(Block(kind, start, end, self._outline.path, level=level, ordinal=ordinal))

    def _span(self, token: Token) -> tuple[int, int]:
        """Span of an inline token: from its content in its first line to its content in its last line."""
        assert token.map is not None
        contents = token.content.split("\n")
        begin, end = token.map
        if end - begin > len(contents):  # lines of no-break spaces, which the parser takes for empty, stand before
            begin = next(
                (at for at in range(begin, end - len(contents) + 1) if contents[0] in self._lines[at].text), begin
            )
        first = self._lines[begin]
        if len(contents) == 1:
            return _find(first, contents[0])
        last = self._lines[begin + len(contents) - 1]
        return _find(first, contents[0])[0], _find(last, contents[-1])[1]

    def _code(self, token: Token) -> None:
        assert token.map is not None
        inner = (
            token.map
            if token.type == "code_block"
            else (token.map[0] + 1, token.map[0] + 1 + token.content.count("\n"))
        )
        lines = [line for line in self._lines[inner[0] : inner[1]] if line.text.strip()]
        if lines:
            self._add("code", lines[0].start, lines[-1].start + len(lines[-1].text.rstrip()))

    def _html(self, token: Token) -> None:
        """Raw HTML: what stands between the tags of each line is text. Comments, scripts and styles are not."""
        assert token.map is not None
        if token.content.lstrip().lower().startswith(("<!--", "<script", "<style", "<!", "<?")):
            return
        for line in self._lines[token.map[0] : token.map[1]]:
            blank = _TAG.sub(lambda tag: " " * len(tag[0]), line.text)
            if blank.strip():
                start = line.start + len(blank) - len(blank.lstrip())
                self._add("paragraph", start, line.start + len(blank.rstrip()))

    def _row(self, token: Token) -> None:
        assert token.map is not None
        line = self._lines[token.map[0]]
        start = line.start + _row_begin(line.text)
        end = line.start + len(line.text.rstrip())
        cells = cell_spans(self._text, start, end)
        is_header, self._is_header = self._is_header, False
        self.blocks.append(
            Block("table_row", start, end, self._outline.path, cells=cells, header=self._header, is_header=is_header)
        )
        if is_header:
            self._header = tuple(plain(self._text[a:b]) for a, b in cells)

    _READS: ClassVar[dict[str, Callable[[_Reader, Token], None]]] = {
        "inline": _inline,
        "fence": _code,
        "code_block": _code,
        "html_block": _html,
        "bullet_list_open": _list,
        "ordered_list_open": _list,
        "bullet_list_close": _list_ends,
        "ordered_list_close": _list_ends,
        "list_item_open": _item,
        "list_item_close": _item_ends,
        "thead_open": _head,
        "tr_open": _row,
    }


def _find(line: Line, content: str) -> tuple[int, int]:
    """Where a stripped piece of a line stands; the last occurrence, as list and quote markers come first."""
    wanted = content.strip()
    at = line.text.rfind(wanted) if wanted else -1
    if at < 0:  # the parser expanded a tab or replaced a NUL inside the line: take the whole line
        wanted = line.text.strip()
        at = len(line.text) - len(line.text.lstrip())
    return line.start + at, line.start + at + len(wanted)


def _row_begin(text: str) -> int:
    marks = re.match(r"[ \t]*(?:>[ \t]*)*", text)
    return marks.end() if marks else 0


def cell_spans(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Spans of the trimmed cells of a table row with bars; a bar behind a backslash does not part cells."""
    bars = [i for i in range(start, end) if text[i] == "|" and text[i - 1 : i] != "\\"]
    begin = start
    if bars and bars[0] == start:
        begin = bars.pop(0) + 1
    if not bars or bars[-1] != end - 1:
        bars.append(end)
    spans = []
    for bar in bars:
        spans.append(_trim(text, begin, bar))
        begin = bar + 1
    return tuple(spans)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
