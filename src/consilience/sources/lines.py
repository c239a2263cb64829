"""Lines of a text with their positions. Only "\\n" ends a line: form feeds and the like stay inside."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A line without its line break; `start` is its position in the text."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Position behind the last character, before the line break."""
        return self.start + len(self.text)


def split_lines(text: str) -> list[Line]:
    """Every line, the last one too if it is empty."""
    lines = []
    position = 0
    for piece in text.split("\n"):
        lines.append(Line(position, piece))
        position += len(piece) + 1
    return lines
