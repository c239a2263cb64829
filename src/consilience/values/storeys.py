"""Storeys by their ordinals: "the third floor" is floor 3."""

from __future__ import annotations

from consilience.model import Mention, Value
from consilience.values.line import Line

_FLOORS = frozenset({"floor", "storey", "story"})


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The storey that begins at token `i` ("third floor", "3rd floor"), with the token after it, or None."""
    tokens, end = line.tokens, i + 1
    place = line.lexicon.ordinals.get(tokens[i].folded, 0)
    if tokens[i].text.isdigit() and len(tokens[i].text) <= 2 and not line.gap(end):
        end = line.after(end, "ordinal_suffixes")
        place = int(tokens[i].text) if end > i + 1 else 0
    if not place or end >= len(tokens) or tokens[end].folded not in _FLOORS:
        return None
    start, stop = tokens[i].start, tokens[end].end
    value = Value(
        "identifier", line.text[start:stop], f"floor {place}", dimension="label:place", tokens=("floor", str(place))
    )
    return Mention(start, stop, value), end + 1
