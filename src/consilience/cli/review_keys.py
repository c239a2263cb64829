"""Where a reviewer's keys come from: a terminal, a key at a time, or standard input, a line each."""

from __future__ import annotations

import sys
from typing import Protocol, TextIO

import typer

from consilience.study.errors import StudyError


class Keys(Protocol):
    """`None` ends the review."""

    def key(self) -> str | None:
        """The next key."""
        ...

    def line(self, prompt: str) -> str:
        """A line of text."""
        ...

    def unknown(self, key: str) -> str:
        """What is said of a key that means nothing. Raises StudyError where going on would go wrong."""
        ...


def keys() -> Keys:
    """Of this process."""
    return Terminal() if sys.stdin.isatty() else Piped(sys.stdin)


class Terminal:
    """A person at the keyboard; no Enter is needed. Ctrl-C and Ctrl-D end the review."""

    def key(self) -> str | None:
        try:
            return typer.getchar()
        except (KeyboardInterrupt, EOFError):
            return None

    def line(self, prompt: str) -> str:
        try:
            return input(prompt)
        except EOFError:
            return ""

    def unknown(self, key: str) -> str:
        return f"'{key}' is no key here; ? shows them." if key.isprintable() else "That is no key here; ? shows them."


class Piped:
    """Lines of a script: a letter or a word each, `t` with its note behind it.

    A line that means nothing ends the review: every verdict after it would stand at another answer than it was for.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._number, self._rest = stream, 0, ""

    def key(self) -> str | None:
        for line in iter(self._stream.readline, ""):
            self._number += 1
            if said := line.strip():
                first, _, self._rest = said.partition(" ")
                return said if first != "t" else first
        if not self._number:
            raise StudyError(
                "A review needs a person at a terminal, or keys on standard input, one a line; "
                "--export writes the comparisons for a spreadsheet."
            )
        return None

    def line(self, prompt: str) -> str:
        return self._rest

    def unknown(self, key: str) -> str:
        raise StudyError(f"Line {self._number} of the input, '{key[:40]}', is no key; what came before it is saved.")
