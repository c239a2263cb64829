"""Repetition: paragraphs of the document stand in it a second time, somewhere further down."""

from __future__ import annotations

from random import Random

from consilience.model import Block, Document
from consilience.study.degrade.operator import Operator, Plan, insertion, line_width, paragraphs

_LEAST = 20  # words: shorter paragraphs may repeat for good reasons
_MOST = 0.5  # part of the paragraphs that is repeated at strength 1


def plan(document: Document, random: Random) -> Plan:
    """Whole paragraphs, word for word, each once, after a random later one."""
    places, width = paragraphs(document), line_width(document)
    chosen = [index for index, block in enumerate(places) if _words(document, block) >= _LEAST]
    random.shuffle(chosen)
    steps = []
    for index in chosen[: max(1, round(_MOST * len(chosen)))]:
        block = places[index]
        later = places[random.randrange(min(index + 1, len(places) - 1), len(places))]
        steps.append((insertion(later, document.text[block.start : block.end], width),))
    return tuple(steps)


def _words(document: Document, block: Block) -> int:
    return len(document.text[block.start : block.end].split())


REPETITION = Operator("repetition", "repeats paragraphs further down", plan)
