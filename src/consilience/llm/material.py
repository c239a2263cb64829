"""Data inside a prompt: marked off so that no text can close its own frame and speak as we do."""

from __future__ import annotations

import hashlib


def framed(kind: str, text: str, name: str = "") -> str:
    """`text` between two lines that hold a mark which the text itself does not hold.

    The mark comes from the text, so that the same data make the same prompt; a text cannot hold the hash of itself
    but by chance, and then another is taken.
    """
    mark = _mark(text)
    label = f"{kind} {_plain(name)}".strip()
    return f"[[{mark} begin {label}]]\n{text}\n[[{mark} end {label}]]"


def _mark(text: str) -> str:
    seed = text.encode("utf-8", "surrogatepass")
    mark = hashlib.sha256(seed).hexdigest()[:12]
    while mark in text:
        mark = hashlib.sha256(mark.encode() + seed).hexdigest()[:12]
    return mark


def _plain(name: str) -> str:
    """A name on one line, without brackets: file names are data too."""
    return " ".join(name.replace("[", "(").replace("]", ")").split())[:200]
