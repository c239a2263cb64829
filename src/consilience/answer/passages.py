"""One passage as lines that can be quoted, with what its document says around them.

A passage is a piece of a document, or a context of a log whose format nobody knows. It is read as Markdown where it
has marks of it, otherwise as plain text, and its offsets stay those of its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from consilience.corpus.facts import Surroundings
from consilience.model import Block, Document, Statement
from consilience.sources import markdown, plain
from consilience.sources.finish import finish
from consilience.text import section, statements
from consilience.text.language import foreign

_MARKDOWN_LINE = re.compile(r"\n(?:#{1,6}[ \t]|\|?[ \t]*:?-{3,}:?[ \t]*\||```|~~~)")
_MARKDOWN_LINK = re.compile(r"\]\([^()\s]{1,300}\)")
_CARRIAGE = re.compile(r"\r(\n?)")
_MUTE = frozenset({"heading", "code"})  # what gives no statement of its own


class Line(NamedTuple):
    """Something that can be quoted: `text` is what stands from `start` to `end` in the passage.

    `kind` is "sentence", "table_row", "heading" or "code"; `statement` its place among the statements, if it is one.
    """

    start: int
    end: int
    text: str
    kind: str
    section: str
    language: str
    statement: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A passage that is read: its lines in order, and what facts are read with."""

    lines: tuple[Line, ...]
    document: Document
    statements: tuple[Statement, ...]
    around: Surroundings


@lru_cache(maxsize=5_000)
def reading(text: str, title: str = "", under: str = "") -> Reading:
    """The lines of a passage that stands under the headings `under` ("Chapter > Section"); the same text once only."""
    document = _document(text, title, under)
    said = statements(document)
    if not said:  # nothing but headings or code: a short context is a statement, however it looks
        document = replace(document, blocks=tuple(map(_as_prose, document.blocks)))
        said = statements(document)
    lines = [_line(text, document, one, number) for number, one in enumerate(said) if _speaks(one.text)]
    lines += [_mute(text, document, place) for place, one in enumerate(document.blocks) if _is_mute(text, one)]
    return Reading(
        tuple(sorted(lines, key=lambda one: (one.start, one.end))), document, said, Surroundings(document, said)
    )


def _document(text: str, title: str, under: str) -> Document:
    # of the same length, so that offsets stay
    clean = text if text.isascii() and "\r" not in text else _CARRIAGE.sub(_newline, text).replace("\ufeff", " ")
    extract = (markdown if _is_markdown(clean) else plain).extract(clean)
    language = foreign(clean, "en") or "en"
    document = finish(extract, "", "text", language=language)
    declared = title or (extract.title if extract.title.strip() else "")
    path = tuple(part for part in under.split(" > ") if part)
    if not path:
        return replace(document, title=declared)
    blocks = _headed(text, document.blocks, path)
    return replace(document, title=declared, blocks=tuple(_under(block, path) for block in blocks))


def _newline(end: re.Match[str]) -> str:
    return " \n" if end[1] else "\n"


def _is_markdown(text: str) -> bool:
    return (
        "**" in text
        or _MARKDOWN_LINK.search(text) is not None
        or _MARKDOWN_LINE.search("\n" + text) is not None  # a pattern that begins with a letter is found quicker
    )


def _headed(text: str, blocks: tuple[Block, ...], path: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks, the first a heading where it is the heading that the passage stands under: a passage that was cut out
    of Markdown may begin behind the marks of its heading, and "6.2 Brain and nerves" counts no nerves."""
    if not blocks or blocks[0].kind != "paragraph":
        return blocks
    first = " ".join(text[blocks[0].start : blocks[0].end].split())
    return (replace(blocks[0], kind="heading"), *blocks[1:]) if first == path[-1] else blocks


def _under(block: Block, path: tuple[str, ...]) -> Block:
    """The block with the headings above its passage before those inside it. Where the passage begins with the heading
    it stands under, that is told once."""
    shared = next((size for size in range(len(block.path), 0, -1) if path[-size:] == block.path[:size]), 0)
    return replace(block, path=path + block.path[shared:])


def _as_prose(block: Block) -> Block:
    return replace(block, kind="paragraph") if block.kind in _MUTE else block


def _line(text: str, document: Document, one: Statement, number: int) -> Line:
    above = section(document, one.block)
    return Line(one.start, one.end, text[one.start : one.end], one.kind, above, one.language, number)


def _is_mute(text: str, block: Block) -> bool:
    return (block.kind in _MUTE or block.is_header) and _speaks(text[block.start : block.end])


def _speaks(text: str) -> bool:
    return any(map(str.isalnum, text))


def _mute(text: str, document: Document, place: int) -> Line:
    block = document.blocks[place]
    kind = "heading" if block.kind == "heading" or block.is_header else "code"
    above = section(document, place)
    return Line(block.start, block.end, text[block.start : block.end], kind, above, document.language, None)
