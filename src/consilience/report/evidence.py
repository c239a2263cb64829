"""The terminal view of one question's evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

_SHOWN = 280  # characters of a passage


def render(found: Mapping[str, Any], console: Console) -> None:
    """R(q), best first, then its scores."""
    for one in found["retrieved"]:
        console.print(_head(one))
        console.print(Padding(Text(_short(one["text"]), style="dim"), (0, 0, 1, 4)))
    console.print(_scores(found))


def _head(one: Mapping[str, Any]) -> Text:
    told = Text(f"{one['rank']:>2}. ", style="bold")
    told.append(f"{one['similarity']:.3f}  ", style="cyan")
    told.append(str(one["doc"]), style="bold")
    if one["section"]:
        told.append(f"  {one['section']}")
    if one["rerank"] is not None:
        told.append(f"  (reranker {one['rerank']:.3f})", style="dim")
    return told


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"


def _scores(found: Mapping[str, Any]) -> Text:
    if not found["k"]:
        told = "No passage was found that this user may read: nothing to measure (k = 0)."
    else:
        told = ", ".join(f"{name} {found[name]:.3f}" for name in ("SS1", "SSmu", "SSsigma")) + f", k {found['k']}"
    if found["withheld"] is not None:
        told += f"; withheld by access control: {found['withheld']}"
    return Text(told)
