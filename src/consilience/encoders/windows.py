"""A text that is longer than an encoder reads: windows of it, whose vectors are averaged.

Cutting the end off instead would be silent: what stands in the last third of a long passage could never be found.
Windows come from halving, at the white space nearest to the middle, until each fits. So they are about equally long,
and nothing has to be known of how the encoder counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from consilience.operators import Vectors

SHORTEST = 16  # characters: what does not fit though it is no longer than this is left to the encoder


def windows(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Parts of the text, in order and without the white space between them, each of which fits."""
    if len(text) <= SHORTEST or fits(text):
        return [text]
    return [part for half in halves(text) for part in windows(half, fits)]


def halves(text: str) -> tuple[str, str]:
    """The text cut at the white space nearest to its middle; in the middle itself where no half would be left."""
    middle = len(text) // 2
    places = [place for place in (_before(text, middle), _after(text, middle)) if place is not None]
    place = min(places, key=lambda one: abs(one - middle), default=middle)
    first, second = text[:place].rstrip(), text[place:].lstrip()
    return (first, second) if first and second else (text[:middle], text[middle:])


def _before(text: str, middle: int) -> int | None:
    return next((place for place in range(middle, 0, -1) if text[place - 1].isspace()), None)


def _after(text: str, middle: int) -> int | None:
    return next((place for place in range(middle, len(text)) if text[place].isspace()), None)


def averaged(vectors: Vectors, parts: Sequence[Sequence[str]]) -> Vectors:
    """One unit vector a text out of those of its windows, which stand in `vectors` one after the other.

    A window counts by its length. A text of one window keeps its vector as it is, to the last bit.
    """
    rows, start = [], 0
    for windows_of in parts:
        part = vectors[start : start + len(windows_of)]
        start += len(windows_of)
        rows.append(part[0] if len(part) == 1 else _mean(part, windows_of))
    return np.stack(rows) if rows else vectors


def _mean(part: Vectors, windows_of: Sequence[str]) -> Vectors:
    mean = np.average(part, axis=0, weights=[len(one) for one in windows_of])
    norm = float(np.linalg.norm(mean))
    unit: Vectors = (mean / norm if norm > 0 else part[0]).astype(np.float32)
    return unit
