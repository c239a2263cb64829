"""Degrees that measure no warmth: "5 degrees Hazen", "45 degrees north"."""

from __future__ import annotations

from consilience.values.line import Line

DEGREES = frozenset({"degree", "degrees", "degre", "degres", "grado", "grados", "gradi", "graden", "graus"})
_DIRECTIONS = frozenset({"north", "south", "east", "west", "angle", "latitude", "longitude"})


def other_scale(line: Line, end: int) -> bool:
    """ "5 degrees Hazen", "45 degrees north": degrees of something else than warmth."""
    if end >= len(line.tokens) or line.tokens[end].kind != "word":
        return False
    return line.tokens[end].text[0].isupper() or line.tokens[end].folded in _DIRECTIONS
