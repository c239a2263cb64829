"""What a degradation operator is: all the changes that it could make to a document, in the order it would make them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from consilience.model import Block, Document
from consilience.study.edits import Edit

Step = tuple[Edit, ...]  # edits that are made together or not at all
Plan = tuple[Step, ...]
WRAPPED = 120  # characters; a longer line is a paragraph of its own
PROSE = ("paragraph", "list_item", "quote")


@dataclass(frozen=True, slots=True)
class Operator:
    """A named way of damaging a document without changing a fact.

    `plan` lists every step; a run makes the first of them, as many as its strength asks for. So what a small strength
    changes is changed by any greater one too.
    """

    name: str
    does: str  # in words, for help and documentation
    plan: Callable[[Document, Random], Plan]


def paragraphs(document: Document) -> list[Block]:
    """Paragraphs that end a thought: after them something may be inserted without tearing a list from its lead."""
    text = document.text
    return [
        block
        for block in document.blocks
        if block.kind == "paragraph" and text[block.start : block.end].rstrip("*_\"') ").endswith((".", "!", "?"))
    ]


def insertion(block: Block, paragraph: str, width: int) -> Edit:
    """A paragraph of its own after a block, in lines of `width` characters (`line_width`)."""
    return Edit(block.end, block.end, "\n\n" + (textwrap.fill(paragraph, width) if width else paragraph))


def line_width(document: Document) -> int:
    """Characters of the longest line of running text where lines are wrapped; 0 where a paragraph is one line."""
    lines = [
        line for block in document.blocks if block.kind in PROSE
        for line in document.text[block.start : block.end].split("\n")
    ]  # fmt: skip
    longest = max(map(len, lines), default=0)
    return longest if longest <= WRAPPED else 0
