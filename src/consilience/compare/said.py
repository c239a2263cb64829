"""What each document states, from facts.jsonl: whether a document is what changed, or only how it is judged.

audit.json quotes what it has something to say about; facts.jsonl, beside it, has every statement that holds a fact.
Statements are held as short marks, for a large corpus has hundreds of thousands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from hashlib import blake2b
from pathlib import Path

from consilience.compare.runs import folded
from consilience.report.writer import RunError

FACTS = "facts.jsonl"
Statements = Mapping[str, Set[bytes]]  # document -> marks of its statements


def statements(folder: Path) -> Statements | None:
    """The statements of every document of a run; None where it holds no facts. Raises RunError for a damaged file."""
    path = folder / FACTS
    if not path.is_file():
        return None
    found: dict[str, set[bytes]] = {}
    read = 0
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                read += 1
                fact = json.loads(line)
                found.setdefault(fact["doc"], set()).add(mark(fact["quote"]))
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RunError(f"{path}, line {max(read, 1)} is damaged: it is not a fact.") from error
    return found


def mark(quote: str) -> bytes:
    """Eight bytes that stand for a statement, the same in every run. White space does not make another statement."""
    return blake2b(folded(quote).encode("utf-8", "surrogatepass"), digest_size=8).digest()
