"""What a passage without a name is called."""

from __future__ import annotations

import re

_UNNAMED = re.compile(r"context \d+")


def placeholder(place: int) -> str:
    """The name of the passage at `place`, from 0, of which nobody says the document."""
    return f"context {place + 1}"


def unnamed(doc: str) -> bool:
    """Whether that is such a name."""
    return _UNNAMED.fullmatch(doc) is not None
