"""The terminal view of one question's evidence. Text of documents is untrusted and cleaned before it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from consilience.report.terminal import clean

_SHOWN = 280  # characters of a passage


def render(found: Mapping[str, Any], console: Console) -> None:
    """R(q), best first, then its scores."""
    for one in found["retrieved"]:
        console.print(_head(one, console.encoding))
        console.print(Padding(Text(_short(clean(one["text"], console.encoding)), style="dim"), (0, 0, 1, 4)))
    console.print(_scores(found))


def _head(one: Mapping[str, Any], encoding: str) -> Text:
    told = Text(f"{one['rank']:>2}. ", style="bold")
    told.append(f"{one['similarity']:.3f}  ", style="cyan")
    told.append(clean(one["doc"], encoding), style="bold")
    if one["section"]:
        told.append(f"  {clean(one['section'], encoding)}")
    if one["rerank"] is not None:
        told.append(f"  (reranker {one['rerank']:.3f})", style="dim")
    return told


def _short(line: str) -> str:
    return line if len(line) <= _SHOWN else line[: _SHOWN - 3].rstrip() + "..."


def _scores(found: Mapping[str, Any]) -> Text:
    if not found["k"]:
        told = "No passage was found that this user may read: nothing to measure (k = 0)."
    else:
        told = ", ".join(f"{name} {found[name]:.3f}" for name in ("SS1", "SSmu", "SSsigma")) + f", k {found['k']}"
    if found["withheld"] is not None:
        told += f"; withheld by access control: {found['withheld']}"
    return Text(told)
