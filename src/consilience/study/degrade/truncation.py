"""Truncation: the document stops in mid-sentence, and what came after is lost (paper section V, corpus C)."""

from __future__ import annotations

import re
from random import Random

from consilience.model import Document
from consilience.study.degrade.operator import PROSE, Operator, Plan
from consilience.study.edits import Edit
from consilience.values import scan

_MOST = 0.6  # part of the text that is cut off at strength 1
_STEPS = 24
# A cut falls between two plain words: the last word left and the first word lost show that a sentence went on.
_BETWEEN = re.compile(r"(?<=[^\W\d_])[ \n](?=[^\W\d_])")
_WORDS = 4  # words of a block that stay at least, so that the rest is seen to be missing


def plan(document: Document, random: Random) -> Plan:
    """Ever earlier ends, each inside a sentence; a document without running text has none."""
    cuts = _cuts(document)
    end = len(document.text)
    steps, at = [], end
    shift = random.random()  # where between two steps the cuts of this document fall
    for number in range(1, _STEPS + 1):
        wanted = end * (1 - _MOST * (number - shift) / _STEPS)
        cut = max((place for place in cuts if place <= wanted), default=at)
        if cut < at:
            steps.append((Edit(cut, at, ""),))
            at = cut
    return tuple(steps)


def _cuts(document: Document) -> list[int]:
    """Places between two words in running text, not among the first words of a block and not beside a value.

    "About four | miles" would leave another value than the one that stood there.
    """
    found = []
    for block in document.blocks:
        if block.kind in PROSE:
            text = document.text[block.start : block.end]
            values = [(value.start, value.end) for value in scan(text, block.language or document.language)]
            places = [match.start() for match in _BETWEEN.finditer(text)][_WORDS - 1 : -1]
            found += [
                block.start + at for at in places if not any(low <= at + 1 and at <= high for low, high in values)
            ]
    return found


TRUNCATION = Operator("truncation", "cuts the document off in mid-sentence", plan)
