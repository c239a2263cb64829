"""What a format reader returns, and how it says that it cannot.

`Extract` is a document without its identity: `read.py` adds id, title, language. Readers raise `Unreadable`, which
becomes a `Skipped` record with the reason; no other exception is meant to leave a reader.
"""

from __future__ import annotations

from dataclasses import dataclass

from consilience.model import Block


class Unreadable(Exception):
    """The input cannot be read; the message is the reason, in words a person understands, without a full stop."""


@dataclass(frozen=True, slots=True)
class Extract:
    """Extracted text with its blocks. `notes` are parts that were left out although the rest was read."""

    text: str
    blocks: tuple[Block, ...]
    title: str = ""
    language: str = ""  # as the file declares it, ISO 639-1
    metadata: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
