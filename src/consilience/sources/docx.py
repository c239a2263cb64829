"""Word documents (DOCX): headings by style, numbered and bulleted lists, tables. Text as it reads with all changes
accepted.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from consilience.sources.archive import core_properties, open_archive, xml
from consilience.sources.builder import Builder, tidy
from consilience.sources.extract import Extract, Unreadable

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"  # a name in the format, not an address to call
_MC_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift) ?([1-9])", re.IGNORECASE)
_DELETED = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_W}pPr", f"{_W}rPr", _MC_FALLBACK})
_CONTAINERS = frozenset({f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}moveTo", f"{_W}customXml", f"{_W}smartTag"})
_DEEPEST = 30  # nested tables and content controls


@dataclass
class _Style:
    """What a paragraph style says about structure."""

    name: str
    level: int = 0  # of a heading
    numbering: tuple[str, int] | None = None


@dataclass
class _Word:
    """A document while it is read."""

    builder: Builder
    styles: dict[str, _Style]
    ordered: dict[tuple[str, int], bool]
    counters: dict[tuple[str, int], int] = field(default_factory=dict)


def extract(data: bytes, limit: int) -> Extract:
    """Blocks of a DOCX file. Raises Unreadable."""
    archive = open_archive(data)
    root = xml(archive, "word/document.xml")
    body = None if root is None else root.find(f"{_W}body")
    if body is None:
        raise Unreadable("damaged: not a Word document")
    word = _Word(Builder(limit), _styles(archive), _numbering(archive))
    _body(word, body, 0)
    properties = core_properties(archive)
    title, language = properties.pop("title", ""), properties.pop("language", "")
    blocks = tuple(word.builder.blocks)
    return Extract(word.builder.text, blocks, title, language, tuple(sorted(properties.items())))


def _body(word: _Word, parent: Element, depth: int) -> None:
    for element in parent:
        if element.tag == f"{_W}p":
            _paragraph(word, element)
        elif element.tag == f"{_W}tbl":
            rows = [[tidy(_cell(cell, depth)) for cell in _cells(row)] for row in _children(element, f"{_W}tr")]
            word.builder.table(rows, header=_is_headed(element, rows))
        elif element.tag in _CONTAINERS and depth < _DEEPEST:
            _body(word, element, depth + 1)


def _children(parent: Element, tag: str) -> list[Element]:
    """Children of a kind, those inside content controls too."""
    found = []
    for element in parent:
        if element.tag == tag:
            found.append(element)
        elif element.tag in _CONTAINERS:
            content = element.find(f"{_W}sdtContent")
            found += [inner for inner in (element if content is None else content) if inner.tag == tag]
    return found


def _cells(row: Element) -> list[Element]:
    return _children(row, f"{_W}tc")


def _cell(cell: Element, depth: int) -> str:
    if depth > _DEEPEST:
        raise Unreadable("its tables are nested too deeply")
    return " ".join(_text(paragraph) for paragraph in cell.iter(f"{_W}p"))


def _is_headed(table: Element, rows: list[list[str]]) -> bool:
    """Marked as a header, or a first row of filled, different cells in a table of several rows and columns."""
    if table.find(f"{_W}tr/{_W}trPr/{_W}tblHeader") is not None:
        return True
    first = rows[0] if rows else []
    return len(rows) > 1 and len(first) > 1 and all(first) and len(set(first)) == len(first)


def _text(paragraph: Element) -> str:
    """Text of a paragraph; deleted text, field codes and fallbacks for old programs are left out."""
    pieces: list[str] = []
    waiting = [paragraph]
    while waiting:
        element = waiting.pop()
        if element.tag == f"{_W}t":
            pieces.append(element.text or "")
        elif element.tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
            pieces.append(" ")
        elif element.tag == f"{_W}noBreakHyphen":
            pieces.append("-")
        elif element.tag not in _DELETED:
            waiting.extend(reversed(element))
    return "".join(pieces)


def _paragraph(word: _Word, paragraph: Element) -> None:
    text = tidy(_text(paragraph))
    properties = paragraph.find(f"{_W}pPr")
    style = word.styles.get(_value(properties, "pStyle"), _Style(""))
    outline = _value(properties, "outlineLvl")
    level = int(outline) + 1 if outline.isascii() and outline.isdigit() and int(outline) < 9 else style.level
    numbering = _number_of(properties) or style.numbering
    if level:
        word.builder.heading(text, min(level, 6))
    elif numbering and numbering[0] != "0":
        word.builder.item(text, numbering[1] + 1, _count(word, numbering) if text else None)
    elif style.name.startswith("list "):
        word.builder.item(text, 1, None)
    elif "quote" in style.name:
        word.builder.quote(text)
    else:
        word.builder.paragraph(text)


def _count(word: _Word, numbering: tuple[str, int]) -> int | None:
    """Number of the next item of a list; deeper levels begin anew."""
    if not word.ordered.get(numbering, False):
        return None
    name, level = numbering
    for key in [key for key in word.counters if key[0] == name and key[1] > level]:
        del word.counters[key]
    word.counters[numbering] = word.counters.get(numbering, 0) + 1
    return word.counters[numbering]


def _value(parent: Element | None, name: str) -> str:
    element = None if parent is None else parent.find(f"{_W}{name}")
    return "" if element is None else element.get(f"{_W}val", "")


def _number_of(properties: Element | None) -> tuple[str, int] | None:
    numbering = None if properties is None else properties.find(f"{_W}numPr")
    if numbering is None:
        return None
    level = _value(numbering, "ilvl")
    return _value(numbering, "numId"), min(int(level), 8) if level.isascii() and level.isdigit() else 0


def _styles(archive: zipfile.ZipFile) -> dict[str, _Style]:
    root = xml(archive, "word/styles.xml")
    styles = {}
    for element in () if root is None else root.iter(f"{_W}style"):
        identity, name = element.get(f"{_W}styleId", ""), _value(element, "name").lower()
        heading = _HEADING.fullmatch(name) or _HEADING.fullmatch(identity)
        level = int(heading[1]) if heading else 1 if name == "title" else 0
        properties = element.find(f"{_W}pPr")
        styles[identity] = _Style(name, level, _number_of(properties))
    return styles


def _numbering(archive: zipfile.ZipFile) -> dict[tuple[str, int], bool]:
    """(list, level) -> whether it is ordered."""
    root = xml(archive, "word/numbering.xml")
    if root is None:
        return {}
    abstract: dict[str, dict[int, bool]] = {}
    for element in root.iter(f"{_W}abstractNum"):
        levels = {}
        for level in element.iter(f"{_W}lvl"):
            number = level.get(f"{_W}ilvl", "0")
            levels[int(number) if number.isdigit() else 0] = _value(level, "numFmt") not in ("bullet", "none", "")
        abstract[element.get(f"{_W}abstractNumId", "")] = levels
    ordered = {}
    for element in root.iter(f"{_W}num"):
        for depth, is_ordered in abstract.get(_value(element, "abstractNumId"), {}).items():
            ordered[(element.get(f"{_W}numId", ""), depth)] = is_ordered
    return ordered
