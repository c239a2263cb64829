"""Labelled pairs from near copies: a document and the same with a few values changed; knowledge bases are full of them.

Which facts correspond is known by construction: the same statement, and in it the same place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from matcher_data import Labelled, equal_values, facts_of, label_pairs, read_folder

from consilience import sources
from consilience.corpus.matching.blocks import group_of
from consilience.model import Document, Fact
from consilience.settings import ReadSettings
from consilience.study.inject import inject_document
from consilience.text import statements

_Place = tuple[int, str, int]
_HEADING = re.compile(r"^(#{1,6}) .*$", re.MULTILINE)
_CHANGES = 10  # as many as nearly every document of the corpora has room for


def copy_pairs(folder: Path) -> Iterator[Labelled]:
    """Two labelled groups per Markdown or text document of a corpus: with its headings, and with others."""
    for document in read_folder(folder / "docs").values():
        if document.format in ("markdown", "text"):
            yield _group(document, len(document.text), headings=True)
            if document.format == "markdown":
                yield _group(document, len(document.text) + 1, headings=False)


def _group(document: Document, seed: int, headings: bool) -> Labelled:
    changed = inject_document(document, _CHANGES, seed).text
    if not headings:  # sentences are copied from one document into another more often than whole documents
        changed = _HEADING.sub(r"\1 Notes", changed)
    read = sources.read_bytes(changed.encode("utf-8"), f"copy-{document.id}", document.format, ReadSettings())
    copy = next(one for one in read if isinstance(one, Document))
    pair = {one.id: one for one in (document, replace(copy, title=document.title))}
    facts = facts_of(pair)
    places = _places(pair, facts)

    def decide(a: Fact, b: Fact) -> tuple[int, str]:
        if places[a.id] == places[b.id]:
            return 1, f"{document.id}/{places[a.id]}"
        return (-1 if equal_values(a, b) else 0), ""

    return label_pairs(f"copy of {document.id}", facts, decide)


def _places(documents: Mapping[str, Document], facts: Sequence[Fact]) -> dict[str, _Place]:
    """(statement, group, how-manieth of the group in the statement) of every fact."""
    order = {one.id: {said.start: index for index, said in enumerate(statements(one))} for one in documents.values()}
    seen: dict[tuple[str, int, str], int] = defaultdict(int)
    places = {}
    for fact in sorted(facts, key=lambda one: (one.doc, one.start, one.value_start)):
        statement, group = order[fact.doc][fact.start], group_of(fact.value)
        places[fact.id] = (statement, group, seen[fact.doc, statement, group])
        seen[fact.doc, statement, group] += 1
    return places
