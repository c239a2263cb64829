"""Headings above a place: the part of document structure that every format shares."""

from __future__ import annotations

import re

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_MARKS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`+")


def plain(text: str) -> str:
    """Display form of a heading, lead or column head: inline Markdown marks removed, whitespace collapsed."""
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "*" in text or "_" in text or "`" in text:
        text = _MARKS.sub("", text)
    return " ".join(text.split())


class Outline:
    """The open headings while a document is read from top to bottom."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []
        self._path: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """Titles of the open headings, outermost first."""
        return self._path

    @property
    def level(self) -> int:
        """Level of the innermost open heading, 0 outside any."""
        return self._open[-1][0] if self._open else 0

    def enter(self, level: int, title: str) -> tuple[str, ...]:
        """Open a heading; returns the path above it. Headings of its level and deeper are closed first."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        above = tuple(title for _, title in self._open)
        self._open.append((level, plain(title)))
        self._path = (*above, self._open[-1][1])
        return above
