"""HTML: the visible text, block by block, read as a stream (no tree is built, so no nesting can slow it down).

Text of a block is what a browser shows: tags removed, entities decoded, white space collapsed. Left out are scripts,
styles, forms' controls, navigation and what is marked as hidden.
"""

from __future__ import annotations

from html.parser import HTMLParser

from consilience.sources.builder import MAX_COLUMNS, Builder, tidy
from consilience.sources.extract import Extract
from consilience.text.wordlists import words

_DROPPED = words(
    """
    script style template noscript nav svg math object iframe select textarea button canvas audio video datalist
    """
)
_VOID = words(
    """
    area base br col embed hr img input link meta source track wbr
    """
)
_BLOCKS = words(
    """
    html head body p div section article main header footer aside address figure figcaption details summary fieldset
    form hgroup ul ol menu dl dt dd li table caption thead tbody tfoot tr td th blockquote pre h1 h2 h3 h4 h5 h6 hr
    """
)
_LONGEST_TITLE = 1_000
_SELF_ENDING = words(
    """
    p li dt dd tr td th option
    """
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_DATES = frozenset(
    {"date", "dc.date", "dcterms.modified", "last-modified", "article:modified_time", "article:published_time"}
)


def extract(text: str, limit: int) -> Extract:
    """Title, declared language, dates and blocks of an HTML page. Raises Unreadable beyond `limit` characters."""
    page = _Page(limit)
    page.feed(_closed(text))
    page.close()
    page.flush()
    page.end_table()
    metadata = tuple(sorted(page.metadata.items()))
    blocks = tuple(page.builder.blocks)
    has_heading = any(block.kind == "heading" and block.level == 1 for block in blocks)
    return Extract(page.builder.text, blocks, "" if has_heading else page.title, page.language, metadata)


def _closed(text: str) -> str:
    """The page without a comment or tag that never closes: the parser would look for its end again and again."""
    comment = text.find("<!--", text.rfind("-->") + 1)
    text = text if comment < 0 else text[:comment]
    last = text.rfind(">") + 1
    return text[:last] + text[last:].replace("<", "&lt;")


class _Page(HTMLParser):
    """Gathers the text between block-level tags and hands it on when one opens or closes."""

    def __init__(self, limit: int) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = Builder(limit)
        self.title = ""
        self.language = ""
        self.metadata: dict[str, str] = {}
        self._text: list[str] = []
        self._dropping: list[str] = []  # open tags from the one that is not shown inwards, by name of that tag only
        self._lists: list[int | None] = []  # open lists: number of the next item, None if not ordered
        self._heading = 0
        self._pre = self._quotes = 0
        self._in_title = self._in_item = False
        self._rows: list[list[str]] | None = None
        self._tables = 0
        self._heads: list[bool] = []  # for each row: only <th>

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        if self._dropping and tag == self._dropping[0] and tag in _SELF_ENDING:
            self._dropping.clear()  # <li hidden> without </li> ends where the next <li> begins
        if self._dropping:
            if tag == self._dropping[0]:
                self._dropping.append(tag)
            return
        attributes = dict(attrs)
        if tag not in _VOID and (tag in _DROPPED or _hidden(attributes)):
            self._dropping.append(tag)
        elif tag == "html":
            self.language = attributes.get("lang") or ""
        elif tag == "meta":
            self._meta(attributes)
        elif tag == "title":
            self._in_title = True
        elif tag == "br":
            self._text.append("\n")
        elif tag in _BLOCKS:
            self._open(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        """A tag closes."""
        if self._dropping:
            if tag == self._dropping[0]:
                self._dropping.pop()
        elif tag == "title":
            self._in_title = False
        elif tag in _BLOCKS:
            self._close(tag)

    def handle_data(self, data: str) -> None:
        """Text, entities already decoded."""
        if self._dropping:
            return
        if self._in_title:
            self.title = self.title or tidy(data[:_LONGEST_TITLE])
        else:
            self._text.append(data)

    def _meta(self, attributes: dict[str, str | None]) -> None:
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        content = tidy(attributes.get("content") or "")
        if content and (name in _DATES or name in ("author", "description", "keywords")):
            self.metadata["date" if name in _DATES else name] = content

    def _open(self, tag: str, attributes: dict[str, str | None]) -> None:
        if self._tables and tag not in ("table", "tr", "td", "th", "thead", "tbody", "tfoot"):
            self._text.append(" ")  # blocks inside a cell are part of it
            return
        self.flush()
        if tag in _HEADINGS:
            self._heading = _HEADINGS[tag]
        elif tag in ("ul", "ol", "menu"):
            self._lists.append(_start(attributes) if tag == "ol" else None)
        elif tag in ("li", "dd"):  # what <dt> names is the lead of its <dd>
            self._in_item = True
        elif tag == "pre":
            self._pre += 1
        elif tag == "blockquote":
            self._quotes += 1
        elif tag in ("table", "tr", "td", "th"):
            self._open_table(tag)

    def _close(self, tag: str) -> None:
        if self._tables and tag not in ("table", "tr", "td", "th", "thead", "tbody", "tfoot"):
            self._text.append(" ")
            return
        self.flush()
        if tag in _HEADINGS:
            self._heading = 0
        elif tag in ("ul", "ol", "menu") and self._lists:
            self._lists.pop()
        elif tag in ("li", "dd"):
            self._in_item = False
        elif tag == "pre":
            self._pre = max(0, self._pre - 1)
        elif tag == "blockquote":
            self._quotes = max(0, self._quotes - 1)
        elif tag == "table" and self._tables:
            self._tables -= 1
            if not self._tables:
                self.end_table()

    def _open_table(self, tag: str) -> None:
        if tag == "table":
            self._tables += 1
            self._rows = self._rows if self._rows is not None else []
        elif self._rows is None:
            return  # a cell outside any table: its text is a paragraph
        elif tag == "tr":
            self._rows.append([])
            self._heads.append(True)
        elif self._rows and len(self._rows[-1]) <= MAX_COLUMNS:
            self._rows[-1].append("")  # one beyond the limit, which the builder leaves out, takes all that follows
            self._heads[-1] = self._heads[-1] and tag == "th"

    def end_table(self) -> None:
        """Hand the rows of the outermost table on."""
        if self._rows is not None:
            filled = [n for n, row in enumerate(self._rows) if any(row)]
            self.builder.table(self._rows, header=bool(filled) and self._heads[filled[0]])
        self._rows, self._heads, self._tables = None, [], 0

    def flush(self) -> None:
        """Hand the gathered text on as the block it belongs to."""
        raw = "".join(self._text)
        self._text.clear()
        text = tidy(raw)
        if not text:
            return
        if self._rows is not None and self._rows and self._rows[-1]:
            if len(self._rows[-1]) <= MAX_COLUMNS:
                self._rows[-1][-1] = tidy(f"{self._rows[-1][-1]} {text}")
        elif self._heading:
            self.builder.heading(text, self._heading)
        elif self._pre:
            self.builder.code("\n".join(line.rstrip() for line in raw.strip("\n").split("\n")))
        elif self._in_item:
            self._item(text)
        elif self._quotes:
            self.builder.quote(text)
        else:
            self.builder.paragraph(text)

    def _item(self, text: str) -> None:
        number = self._lists[-1] if self._lists else None
        self.builder.item(text, max(1, len(self._lists)), number)
        if number is not None:
            self._lists[-1] = number + 1
        self._in_item = False  # further paragraphs of the item are paragraphs


def _hidden(attributes: dict[str, str | None]) -> bool:
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return "hidden" in attributes or "display:none" in style or "visibility:hidden" in style


def _start(attributes: dict[str, str | None]) -> int:
    value = (attributes.get("start") or "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 else 1
