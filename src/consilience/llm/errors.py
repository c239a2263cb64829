"""What may go wrong with a call, in one plain sentence that never holds a key."""

from __future__ import annotations

import os
import re

from consilience.operators import OperatorUnusable

_KEY_VARIABLE = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_KEY_LIKE = re.compile(r"\b(?:sk|pk|key|tok)[-_][A-Za-z0-9_\-]{8,}|\bBearer\s+\S+")
_LONGEST = 200  # characters of a provider's message that are worth repeating


class CeilingReached(OperatorUnusable):
    """`--max-calls` or `--max-cost` would be passed by the next call: the run stops."""


def plain(message: object) -> str:
    """A provider's words on one line, bounded, with whatever looks like a key taken out."""
    said = " ".join(str(message).split())
    for name, value in os.environ.items():
        if _KEY_VARIABLE.search(name.upper()) and len(value) >= 6:
            said = said.replace(value, "***")
    return _KEY_LIKE.sub("***", said)[:_LONGEST]
