"""Documents out of an index: what a chunk has to carry so that `consilience audit --kb` needs no original file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from consilience.model import Block, Chunk, Document
from consilience.stores import Entry, StoreError

_PLACE = ("kind", "start", "end")


def rests(document: Document, chunks: Sequence[Chunk]) -> list[str]:
    """For every chunk of a document, in order, what else it carries: the blocks that begin in it, the text before it
    that belongs to no chunk, and with the first one what holds for the document.
    """
    found, end, first = [], 0, 0
    for place, chunk in enumerate(chunks):
        last = place == len(chunks) - 1
        upto = len(document.blocks) if last else _next(document.blocks, first, chunk.end)
        told: dict[str, Any] = {"before": document.text[end : chunk.start]}
        told["blocks"] = [_plain(block) for block in document.blocks[first:upto]]
        if last:
            told["after"] = document.text[chunk.end :]
        if not place:
            told |= {"format": document.format, "language": document.language, "metadata": document.metadata}
        found.append(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
        end, first = chunk.end, upto
    return found


def documents(entries: Iterable[Entry]) -> Iterator[Document]:
    """The documents of a scan (by document and ordinal), as they were when they were indexed. Raises StoreError."""
    for doc, group in groupby(entries, key=lambda one: one.chunk.doc):
        try:
            yield _document(doc, list(group))
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"What the knowledge base holds of '{doc}' is damaged; index it anew.") from error


def _document(doc: str, entries: Sequence[Entry]) -> Document:
    told = [json.loads(one.rest) for one in entries]
    text = "".join(rest["before"] + one.chunk.text for one, rest in zip(entries, told, strict=True))
    return Document(
        id=doc,
        text=text + told[-1]["after"],
        title=entries[0].chunk.title,
        language=told[0]["language"],
        format=told[0]["format"],
        blocks=tuple(_block(one) for rest in told for one in rest["blocks"]),
        metadata=tuple((str(key), str(value)) for key, value in told[0]["metadata"]),
    )


def _next(blocks: Sequence[Block], first: int, end: int) -> int:
    """The place of the first block from `first` on that begins at or after `end`."""
    while first < len(blocks) and blocks[first].start < end:
        first += 1
    return first


def _plain(block: Block) -> dict[str, Any]:
    """A block without the fields that have their usual value."""
    usual = asdict(Block(block.kind, block.start, block.end))
    return {name: value for name, value in asdict(block).items() if name in _PLACE or value != usual[name]}


def _block(told: dict[str, Any]) -> Block:
    lists: dict[str, Any] = {name: tuple(told[name]) for name in ("path", "header") if name in told}
    if "cells" in told:
        lists["cells"] = tuple((int(a), int(b)) for a, b in told["cells"])
    return Block(**{**told, **lists})
