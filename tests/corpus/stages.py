"""Level 1 step by step, without the plan: read, extract, encode, block, match, decide; as `corpus.plan` does it.

And the mark of a case that is known to fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from consilience.corpus import conflicts, keys
from consilience.corpus.facts import EmbeddedFacts
from consilience.encoders.bundled import BundledEncoder
from consilience.model import Document, Fact
from consilience.operators import Vectors
from consilience.settings import ReadSettings, Settings
from consilience.sources import read_bytes

ENCODER = BundledEncoder()
DEFAULTS = Settings()
_FORMATS = {"md": "markdown", "txt": "text", "html": "html", "csv": "csv"}


def read(id: str, text: str) -> Document:
    """One document, read as the file of that name would be."""
    (document,) = read_bytes(text.encode("utf-8"), id, _FORMATS[id.rpartition(".")[2]], ReadSettings())
    assert isinstance(document, Document), document
    return document


def outcome(case: Mapping[str, Any]) -> tuple[pytest.MarkDecorator, ...]:
    """Marks of a YAML case. A known miss has to fail by its assertion, so that the day it heals is seen."""
    if "known_miss" not in case:
        return ()
    return (pytest.mark.xfail(strict=True, raises=AssertionError, reason=case["known_miss"]),)


def facts_of(text: str, id: str = "case.md") -> tuple[Fact, ...]:
    """The facts that the embedded extractor reads from a text."""
    return EmbeddedFacts().extract(read(id, text))


def encoded(facts: Sequence[Fact]) -> Vectors:
    """Unit vectors of the contexts, shape (len(facts), dimension), at the precision in which the plan keeps them."""
    return ENCODER.encode([fact.context for fact in facts]).astype("<f2").astype(np.float32)


def matched(facts: Sequence[Fact], settings: Settings = DEFAULTS) -> tuple[keys.Match, ...]:
    """The scored pairs of every block."""
    vectors = encoded(facts)
    leaders = keys.leaders(vectors, len(facts), settings.matching.block_size)
    blocks: dict[str, list[int]] = {}
    for index, name in enumerate(keys.block_of(vectors, leaders, [fact.value for fact in facts])):
        blocks.setdefault(name, []).append(index)
    return tuple(
        found
        for name in sorted(blocks)
        for found in keys.match([facts[i] for i in blocks[name]], vectors[blocks[name]], settings.matching)
    )


def decided(docs: Mapping[str, str], settings: Settings = DEFAULTS) -> conflicts.Decision:
    """Keys, conflicts and set-aside pairs of documents given as id -> text."""
    documents = {id: read(id, text) for id, text in docs.items()}
    facts = [fact for document in documents.values() for fact in EmbeddedFacts().extract(document)]
    facts.sort(key=lambda fact: fact.id)  # the plan matches a block in this order
    return conflicts.decide({fact.id: fact for fact in facts}, matched(facts, settings), documents, settings)
