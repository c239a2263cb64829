"""Lists of words in source code: written as prose, so that they can be read and mended."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, parted by white space."""
    return frozenset(text.split())
