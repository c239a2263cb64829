"""Truncation: the document stops in mid-sentence, and what came after is lost (paper section V, corpus C)."""

from __future__ import annotations

import re
from random import Random

from consilience.model import Document
from consilience.study.degrade.operator import Operator, Plan
from consilience.study.edits import Edit
from consilience.text import statements
from consilience.values import scan

_MOST = 0.4  # part of the text that is cut off at strength 1
_STEPS = 24
# A cut falls between two plain words: the last word left and the first word lost show that a sentence went on.
_BETWEEN = re.compile(r"(?<=[^\W\d_])[ \n](?=[^\W\d_])")
_BEFORE, _AFTER = 8, 2  # words of the sentence that stay and that are lost at least, so that it is seen to be broken


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
    """Places between two words in the middle of a sentence, not beside a value.

    "About four | miles" would leave another value than the one that stood there.
    """
    found = []
    for said in statements(document):
        if said.kind == "sentence":
            places = [match.start() for match in _BETWEEN.finditer(said.text)]
            values = [(value.start, value.end) for value in scan(said.text, said.language)]
            inner = places[_BEFORE - 1 : len(places) - _AFTER + 1]
            found += [said.start + at for at in inner if not any(low <= at + 1 and at <= high for low, high in values)]
    return found


TRUNCATION = Operator("truncation", "cuts the document off in mid-sentence", plan)
