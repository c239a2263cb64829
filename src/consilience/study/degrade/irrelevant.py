"""Irrelevant content: advertising, web page furniture and passages from elsewhere between the paragraphs.

The passages are in `irrelevant.txt`, parted by empty lines. They hold no amount, date or
name and state nothing about any organisation's own affairs, so that they bring no fact into a document.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from random import Random

from consilience.model import Document
from consilience.study.degrade.operator import Operator, Plan, insertion, line_width, paragraphs

_WORDS_EACH = 120  # words of the document to one passage at strength 1


def plan(document: Document, random: Random) -> Plan:
    """Passages in random order, each once, after random paragraphs; about one per hundred and twenty words at most."""
    places, width = paragraphs(document), line_width(document)
    passages = list(_passages())
    random.shuffle(passages)
    count = max(2, len(document.text.split()) // _WORDS_EACH) if places else 0
    return tuple((insertion(random.choice(places), passage, width),) for passage in passages[:count])


@lru_cache(maxsize=1)
def _passages() -> tuple[str, ...]:
    text = (files("consilience.study.degrade") / "irrelevant.txt").read_text("utf-8")
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


IRRELEVANT = Operator("irrelevant", "inserts passages that have nothing to do with the document", plan)
