"""Presentations (PPTX): a slide is a section under its title; text boxes, bullet levels, tables, speaker's notes."""

from __future__ import annotations

import zipfile
from xml.etree.ElementTree import Element

from consilience.sources.archive import core_properties, open_archive, relations, xml
from consilience.sources.builder import Builder, tidy
from consilience.sources.extract import Extract, Unreadable

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"  # names in the format, not addresses to call
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_FURNITURE = frozenset({"sldNum", "ftr", "dt", "hdr", "sldImg"})
_TITLES = frozenset({"title", "ctrTitle"})
_BODIES = frozenset({"body", "", "obj"})  # placeholders whose paragraphs are bullets
_DEEPEST = 30


def extract(data: bytes, limit: int) -> Extract:
    """Blocks of a PPTX file, slide by slide. Raises Unreadable."""
    archive = open_archive(data)
    root = xml(archive, "ppt/presentation.xml")
    if root is None:
        raise Unreadable("damaged: not a presentation")
    builder = Builder(limit)
    targets = relations(archive, "ppt/presentation.xml")
    for number, entry in enumerate(root.iter(f"{_P}sldId"), 1):
        kind, path = targets.get(entry.get(f"{_R}id", ""), ("", ""))
        slide = xml(archive, path) if kind == "slide" else None
        if slide is not None and slide.get("show") != "0":
            _slide(builder, slide, number)
            _notes(builder, archive, path)
    properties = core_properties(archive)
    title, language = properties.pop("title", ""), properties.pop("language", "")
    title = "" if title == "PowerPoint Presentation" else title
    return Extract(builder.text, tuple(builder.blocks), title, language, tuple(sorted(properties.items())))


def _slide(builder: Builder, slide: Element, number: int) -> None:
    shapes = _shapes(slide)
    titles = [shape for shape in shapes if _placeholder(shape) in _TITLES]
    heading = tidy(" ".join(_text(paragraph) for shape in titles for paragraph in shape.iter(f"{_A}p")))
    level = 1 if number == 1 and heading else 2
    builder.heading(heading or f"Slide {number}", level)
    for shape in shapes:
        if shape not in titles:
            _shape(builder, shape)


def _shapes(slide: Element) -> list[Element]:
    """Shapes and tables in reading order of the file, groups opened."""
    found: list[Element] = []
    waiting = [(slide.find(f"{_P}cSld/{_P}spTree"), 0)]
    while waiting:
        parent, depth = waiting.pop()
        if parent is None or depth > _DEEPEST:
            continue
        if parent.tag in (f"{_P}sp", f"{_P}graphicFrame"):
            found.append(parent)
        else:
            waiting += [(child, depth + 1) for child in reversed(parent)]
    return found


def _placeholder(shape: Element) -> str | None:
    """Kind of a placeholder ("" if it has none); None for a free shape."""
    element = next(shape.iter(f"{_P}ph"), None)
    return None if element is None else element.get("type", "")


def _shape(builder: Builder, shape: Element) -> None:
    kind = _placeholder(shape)
    if kind in _FURNITURE:
        return
    for table in shape.iter(f"{_A}tbl"):
        rows = [
            [" ".join(_text(p) for p in cell.iter(f"{_A}p")) for cell in row.iter(f"{_A}tc")]
            for row in table.iter(f"{_A}tr")
        ]
        properties = table.find(f"{_A}tblPr")
        builder.table(rows, header=properties is None or properties.get("firstRow") != "0")
    if shape.tag == f"{_P}sp":
        for paragraph in shape.iter(f"{_A}p"):
            _paragraph(builder, paragraph, bullets=kind in _BODIES)


def _paragraph(builder: Builder, paragraph: Element, bullets: bool) -> None:
    text = tidy(_text(paragraph))
    properties = paragraph.find(f"{_A}pPr")
    level = properties.get("lvl", "0") if properties is not None else "0"
    none = properties is not None and properties.find(f"{_A}buNone") is not None
    marked = properties is not None and any(
        properties.find(f"{_A}{tag}") is not None for tag in ("buChar", "buAutoNum")
    )
    if marked or (bullets and not none):
        builder.item(text, min(int(level), 8) + 1 if level.isascii() and level.isdigit() else 1, None)
    else:
        builder.paragraph(text)


def _notes(builder: Builder, archive: zipfile.ZipFile, slide: str) -> None:
    """Speaker's notes follow their slide as paragraphs."""
    for kind, path in relations(archive, slide).values():
        notes = xml(archive, path) if kind == "notesSlide" else None
        for shape in () if notes is None else _shapes(notes):
            if _placeholder(shape) not in _FURNITURE:
                for paragraph in shape.iter(f"{_A}p"):
                    builder.paragraph(tidy(_text(paragraph)))


def _text(paragraph: Element) -> str:
    pieces = []
    for element in paragraph.iter():
        if element.tag == f"{_A}t":
            pieces.append(element.text or "")
        elif element.tag in (f"{_A}br", f"{_A}tab"):
            pieces.append(" ")
    return "".join(pieces)
