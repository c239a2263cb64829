"""Plain text: headings, lists, tables and paragraphs told from layout, with exact positions in the file.

People mark structure in plain text in few ways: underlining, numbers, capitals, indentation, aligned columns.
`layout.py` recognises single lines, `plain_tables.py` tables; here the lines are walked once, and each construct
takes the lines that belong to it.
"""

from __future__ import annotations

from consilience.model import Block, BlockKind
from consilience.sources import layout
from consilience.sources.extract import Extract
from consilience.sources.lines import Line, split_lines
from consilience.sources.outline import Outline
from consilience.sources.plain_tables import Table, find_table

_BLANK = Line(0, "")
_AHEAD = 4  # lines below the next one that may say what it is


def extract(text: str) -> Extract:
    """Blocks of a plain text (line ends already "\\n"); the text itself is kept."""
    reader = _Reader(text)
    reader.read()
    return Extract(text, tuple(reader.blocks))


class _Reader:
    """Walks the lines from top to bottom; `at` is the next line to be read.

    Blank lines are put around them, so that one may look above the first and as far below the last as is ever done.
    """

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        lines = split_lines(text)
        self._width = layout.wrap_width(lines)
        self._end = len(lines) + 1
        self._lines = [_BLANK, *lines, *[_BLANK] * (_AHEAD + 1)]
        self._outline = Outline()
        self._indents: list[int] = []  # of the open lists, outermost first
        self._at = 1

    def read(self) -> None:
        """Read every line."""
        while self._at < self._end:
            line = self._line(0)
            if not line.text.strip() or layout.is_rule(line.text):
                self._at += 1
            elif not (self._heading() or self._item() or self._table()):
                self._paragraph()

    def _line(self, offset: int) -> Line:
        return self._lines[self._at + offset]

    def _fresh(self) -> bool:
        """Whether the next line begins something: a blank line, a rule or a heading is above it."""
        above = self._line(-1).text
        return not above.strip() or layout.is_rule(above) or self._after("heading")

    def _after(self, kind: BlockKind) -> bool:
        """Whether the block just read is of this kind and directly above."""
        return (
            bool(self.blocks)
            and self.blocks[-1].kind == kind
            and self.blocks[-1].end == self._line(-1).start + len(self._line(-1).text.rstrip())
        )

    def _heading(self) -> bool:
        line, below = self._line(0), self._line(1)
        level, used = layout.underlined(line.text, below.text), 2
        if level and layout.is_tabular(line.text) and layout.is_tabular(self._line(2).text):
            return False  # the heads of a table
        if not level and (self._fresh() or self._heads_next_list()):
            level, used = layout.heading_level(line.text, below.text, self._next_text(1)), 1
        if not level:
            return False
        if layout.is_capitals(line.text) and self._after("heading") and layout.is_capitals(self._line(-1).text):
            return self._extend_heading(line)
        title = layout.title_of(line.text)
        start = line.start + line.text.rindex(title)
        if title == line.text.strip():  # a guess from layout: only the first heading can be the title
            level = max(level, 2)
        level = level if self.blocks else 1
        path = self._outline.enter(level, title)
        self.blocks.append(Block("heading", start, start + len(title.rstrip()), path, level=level))
        self._at += used
        self._indents.clear()
        return True

    def _heads_next_list(self) -> bool:
        """Whether a line between two lists is the heading of the second: it stands further left than its items."""
        if not self._after("list_item"):
            return False
        below = layout.marker(self._line(1).text)
        return below is not None and below.indent > layout.indent(self._line(0).text)

    def _extend_heading(self, line: Line) -> bool:
        """A title on two lines of capitals is one heading."""
        first = self.blocks.pop()
        end = line.start + len(line.text.rstrip())
        title = self._text(first.start, first.end) + " " + line.text.strip()
        path = self._outline.enter(first.level, title)
        self.blocks.append(Block("heading", first.start, end, path, level=first.level))
        self._at += 1
        return True

    def _text(self, start: int, end: int) -> str:
        above = self._line(-1)
        return above.text[start - above.start : end - above.start]

    def _next_text(self, offset: int) -> str:
        """The next line that is not blank, from `offset` on."""
        for ahead in range(offset, _AHEAD + 1):
            if self._line(ahead).text.strip():
                return self._line(ahead).text
        return ""

    def _table(self) -> bool:
        table: Table | None = find_table(self._lines, self._at)
        if table is None:
            return False
        header: tuple[str, ...] = ()
        for row in table.rows:
            self.blocks.append(
                Block(
                    "table_row",
                    row.start,
                    row.end,
                    self._outline.path,
                    cells=row.cells,
                    header=() if row.is_header else header,
                    is_header=row.is_header,
                )
            )
            header = row.heads if row.is_header else header
        self._at = table.next_line
        return True

    def _item(self) -> bool:
        line = self._line(0)
        marker = layout.marker(line.text)
        if marker is None or not self._may_begin_list(marker):
            return False
        if not self._after_list():
            self._indents.clear()
        level = marker.depth or self._level(marker.indent)
        last = self._continuation(marker.indent, marker.content)
        start = line.start + marker.content
        end = last.start + len(last.text.rstrip())
        self.blocks.append(Block("list_item", start, end, self._outline.path, level=level, ordinal=marker.ordinal))
        return True

    def _after_list(self) -> bool:
        return bool(self.blocks) and self.blocks[-1].kind == "list_item"

    def _may_begin_list(self, marker: layout.Marker) -> bool:
        """A dash or a number may also begin a wrapped line of a paragraph."""
        if self._fresh() or self._after("list_item") or self._line(-1).text.rstrip().endswith(":"):
            return True
        if marker.plain_bullet or marker.ordinal == 1 or marker.is_bullet:
            content = self._line(0).text[marker.content :]
            return marker.plain_bullet or layout.is_break(self._line(-1).text, content, self._width)
        return False

    def _level(self, indent: int) -> int:
        while self._indents and self._indents[-1] > indent:
            self._indents.pop()
        if not self._indents or self._indents[-1] < indent:
            self._indents.append(indent)
        return len(self._indents)

    def _continuation(self, indent: int, content: int) -> Line:
        """Take the lines of an item: indented deeper than its marker, or flush with it as a wrapped line is."""
        last = self._line(0)
        self._at += 1
        while (
            (line := self._line(0)).text.strip() and layout.marker(line.text) is None and not layout.is_rule(line.text)
        ):
            deeper = layout.indent(line.text) > indent
            if deeper and layout.indent(line.text) < content and layout.is_break(last.text, line.text, self._width):
                break
            if not deeper and (layout.indent(line.text) < indent or layout.is_break(last.text, line.text, self._width)):
                break
            if layout.underlined(line.text, self._line(1).text):
                break
            last = line
            self._at += 1
        return last

    def _paragraph(self) -> None:
        first = last = self._line(0)
        kind: BlockKind = "quote" if layout.is_quoted(first.text) else "paragraph"
        self._at += 1
        while self._goes_on(last, kind):
            last = self._line(0)
            self._at += 1
        start = first.start + layout.prose_begin(first.text)
        end = last.start + len(last.text.rstrip())
        if start < end:
            self.blocks.append(Block(kind, start, end, self._outline.path))

    def _goes_on(self, last: Line, kind: BlockKind) -> bool:
        line = self._line(0)
        if not line.text.strip() or (kind != "quote" and layout.is_break(last.text, line.text, self._width)):
            return False
        if layout.is_rule(line.text) or layout.underlined(line.text, self._line(1).text):
            return False
        if (kind == "quote") != layout.is_quoted(line.text):
            return False
        if kind == "quote":
            return True
        marker = layout.marker(line.text)
        if marker is not None and self._may_begin_list(marker):
            return False
        return find_table(self._lines, self._at) is None
