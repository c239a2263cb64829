"""The figures that the text of the paper gives (data/published.yaml), to stand beside those of a run."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from consilience.study.results.table import Cell


@lru_cache(maxsize=1)
def _published() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((files("consilience.study") / "data" / "published.yaml").read_text("utf-8"))
    return told


def published(*place: str) -> Any:
    """What stands at a place of published.yaml; None where the text of the paper says nothing."""
    found: Any = _published()
    for name in place:
        if not isinstance(found, dict) or name not in found:
            return None
        found = found[name]
    return found


def beside(*place: str) -> Cell:
    """The same as a cell: a figure as the paper prints it; empty where it gives none."""
    found = published(*place)
    if isinstance(found, list):
        return f"{found[0]} to {found[1]}"
    return "" if found is None else str(found)
