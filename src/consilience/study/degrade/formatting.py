"""Removal of formatting: headings, lists, tables and paragraphs run together into a wall of text."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from consilience.model import Block, Document
from consilience.study.degrade.operator import Operator, Plan, Step
from consilience.study.edits import Edit

# What may stand between two blocks: blank lines and marks of headings, lists, tables, quotes and rules, no words.
_MARKUP = re.compile(r"[\s#>*+•‣▪·\-|:=_~]*(?:\(?(?:\d{1,3}|[a-z])[.)][ \t]+)?(?:\[[ xX]\][ \t]+)?")
_NUMBERING = re.compile(r"(?:§\s?)?\d{1,2}(?:\.\d{1,2})*[.)]?[ \t]+(?=\D)")
_EMPHASIS = re.compile(r"\*\*(?=\S)|(?<=\S)\*\*")


def plan(document: Document, random: Random) -> Plan:
    """One step per block, from a random block on through the document: the wall of text grows from one place."""
    steps = [step for index in range(len(document.blocks)) if (step := _flatten(document, index))]
    begin = random.randrange(len(steps)) if steps else 0
    return tuple(steps[begin:] + steps[:begin])


def _flatten(document: Document, index: int) -> Step:
    """Take a block's marks away and join it to the block before it. Code keeps its lines: they are its content."""
    block = document.blocks[index]
    before = document.blocks[index - 1] if index else None
    edits = [*_joint(document.text, before, block), *_inside(document.text, block)]
    return tuple(edits)


def _joint(text: str, before: Block | None, block: Block) -> list[Edit]:
    """Takes away what stands between two blocks; where words stand there (front matter, a fence), the mark alone."""
    start, new = (before.end, _space(text, before, block)) if before else (0, "")
    fenced = before is not None and "code" in (before.kind, block.kind)
    if fenced or not _MARKUP.fullmatch(text, start, block.start):
        start, new = text.rfind("\n", start, block.start) + 1, ""
        if block.kind == "code" or not start or not _MARKUP.fullmatch(text, start, block.start):
            return []
    return [Edit(start, block.start, new)] if text[start : block.start] != new else []


def _space(text: str, before: Block, block: Block) -> str:
    """What sets off a block run into the one before it. Figures of two cells or items must not become one."""
    if before.kind not in ("table_row", "list_item") or text[before.end - 1] in ".!?;:,":
        return " "
    return "; " if before.kind == block.kind else ". "


def _inside(text: str, block: Block) -> list[Edit]:
    """The bars of a table row, the number of a heading or paragraph, the marks of bold type. No value is touched."""
    if block.kind == "table_row":
        return _bars(text, block)
    if block.kind == "code":
        return []
    marks = [*_EMPHASIS.finditer(text, block.start, block.end)]
    number = _NUMBERING.match(text, block.start, block.end)
    if number and (block.kind == "heading" or "." in number[0].strip(" .")):
        marks.append(number)
    return [Edit(match.start(), match.end(), "") for match in marks]


def _bars(text: str, block: Block) -> list[Edit]:
    filled = [(start, end) for start, end in block.cells if start < end]
    if not filled:
        return []
    ends = [(block.start, filled[0][0], ""), (filled[-1][1], block.end, "")]
    between = [(a[1], b[0], ", ") for a, b in pairwise(filled)]
    return [Edit(start, end, new) for start, end, new in ends + between if text[start:end] != new]


FORMATTING = Operator("formatting", "removes headings, lists, tables and paragraph breaks", plan)
