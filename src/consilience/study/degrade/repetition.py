"""Repetition: paragraphs of the document stand in it a second time, somewhere further down."""

from __future__ import annotations

from random import Random

from consilience.model import Document
from consilience.study.degrade.operator import Operator, Plan, insertion, paragraphs

_LEAST = 20  # words: shorter paragraphs may repeat for good reasons
_MOST = 0.5  # part of the paragraphs that is repeated at strength 1


def plan(document: Document, random: Random) -> Plan:
    """Whole paragraphs, word for word, each once, after a random later one."""
    places = paragraphs(document)
    chosen = paragraphs(document, _LEAST)
    random.shuffle(chosen)
    steps = []
    for block in chosen[: max(1, round(_MOST * len(chosen)))]:
        later = [place for place in places if place.start >= block.start]
        copy = document.text[block.start : block.end]
        steps.append((insertion(document, random.choice(later[1:] or later), copy),))
    return tuple(steps)


REPETITION = Operator("repetition", "repeats paragraphs further down", plan)
