"""Documents out of an index: what a chunk has to carry so that `consilience audit --kb` needs no original file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, get_args

from consilience.model import Block, BlockKind, Chunk, Document
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
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise StoreError(f"What the knowledge base holds of '{doc}' is damaged; index it anew.") from error


def _document(doc: str, entries: Sequence[Entry]) -> Document:
    told = [json.loads(one.rest) for one in entries]
    text = _text(entries, told)
    return Document(
        id=doc,
        text=text,
        title=entries[0].chunk.title,
        language=str(told[0]["language"]),
        format=str(told[0]["format"]),
        blocks=tuple(_block(one, len(text)) for rest in told for one in rest["blocks"]),
        metadata=tuple((str(key), str(value)) for key, value in told[0]["metadata"]),
    )


def _text(entries: Sequence[Entry], told: Sequence[Mapping[str, Any]]) -> str:
    """The text, if every chunk stands where it says. Raises ValueError: one is missing, twice there or altered."""
    parts: list[str] = []
    end = 0
    for one, rest in zip(entries, told, strict=True):
        parts += [rest["before"], one.chunk.text]
        if end + len(rest["before"]) != one.chunk.start or one.chunk.start + len(one.chunk.text) != one.chunk.end:
            raise ValueError(f"chunk {one.chunk.ordinal} does not follow the one before it")
        end = one.chunk.end
    return "".join([*parts, told[-1]["after"]])


def _next(blocks: Sequence[Block], first: int, end: int) -> int:
    """The place of the first block from `first` on that begins at or after `end`."""
    while first < len(blocks) and blocks[first].start < end:
        first += 1
    return first


def _plain(block: Block) -> dict[str, Any]:
    """A block without the fields that have their usual value."""
    usual = asdict(Block(block.kind, block.start, block.end))
    return {name: value for name, value in asdict(block).items() if name in _PLACE or value != usual[name]}


def _block(told: dict[str, Any], length: int) -> Block:
    if told["kind"] not in get_args(BlockKind) or not 0 <= told["start"] <= told["end"] <= length:
        raise ValueError("a block of no known kind, or outside the text")
    lists: dict[str, Any] = {name: tuple(told[name]) for name in ("path", "header") if name in told}
    if "cells" in told:
        lists["cells"] = tuple((int(a), int(b)) for a, b in told["cells"])
    return Block(**{**told, **lists})
