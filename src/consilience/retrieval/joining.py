"""Chunks of another program to the text they were cut from, as nearly as chunks tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LEAST = 12  # characters that two chunks must share at the cut to be taken for an overlap
_MOST = 4_000
_ENDED = re.compile(r"[.!?:;。！？]['\"”’)\]*_]*\s*\Z|\|\s*\Z")
_BEGINS = re.compile(r"\s*(?:[#|>*+-]|\d{1,3}[.)] )")
_LINES = re.compile(r"\s*(?:\||[*+-] |\d{1,3}[.)] )")


def joined(chunks: Sequence[str]) -> str:
    """The text of chunks in order: what one repeats of the end of the one before stands once."""
    text = chunks[0].strip("\n") if chunks else ""
    parts = [text]
    for chunk in chunks[1:]:
        chunk = chunk.strip("\n")
        shared = overlap(text, chunk)
        parts.append(chunk[shared:] if shared else _between(text, chunk) + chunk)
        text = chunk if len(chunk) >= _MOST else (text + parts[-1])[-_MOST:]
    return "".join(parts)


def overlap(before: str, after: str) -> int:
    """How many characters at the beginning of `after` repeat the end of `before`; 0 when too few to mean anything."""
    tail = before[-_MOST:]
    head = after[:_LEAST]
    if len(head) < _LEAST:
        return 0
    at = tail.find(head)
    while at >= 0:
        if after.startswith(tail[at:]):
            return len(tail) - at
        at = tail.find(head, at + 1)
    return 0


def _between(before: str, after: str) -> str:
    """What stood at a cut: within a sentence a space, between two rows or items a line break, else an empty line."""
    last = before.rpartition("\n")[2]
    if _LINES.match(last) and _LINES.match(after):
        return "\n"
    heading = last.lstrip().startswith("#")
    within = not (heading or _ENDED.search(last) or _BEGINS.match(after)) and after.lstrip()[:1].islower()
    return " " if within else "\n\n"
