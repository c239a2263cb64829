"""Which statements a run had already seen: whether a document is what changed, or how it is judged.

audit.json quotes only what it has something to say about; facts.jsonl, beside it, has every statement with a fact.
"""

from __future__ import annotations

import json
from collections.abc import Set
from pathlib import Path

from consilience.compare.conflicts import Place
from consilience.compare.runs import folded
from consilience.report.writer import RunError

FACTS = "facts.jsonl"


def said(folder: Path, wanted: Set[Place]) -> frozenset[Place] | None:
    """Those of the `wanted` statements (document and quote) that stand in the run's facts; None where it holds none.

    Read line by line, and not at all when nothing is wanted. Raises RunError for a damaged file.
    """
    path = folder / FACTS
    if not wanted:
        return frozenset()
    if not path.is_file():
        return None
    docs = {doc for doc, _ in wanted}
    found, read = set(), 0
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                read += 1
                fact = json.loads(line)
                if fact["doc"] in docs and (place := (fact["doc"], folded(fact["quote"]))) in wanted:
                    found.add(place)
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RunError(f"{path}, line {max(read, 1)} is damaged: it is not a fact.") from error
    return frozenset(found)
