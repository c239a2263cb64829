"""The cells of a study's tables as text, one way for the page, Markdown and the terminal; CSV keeps whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

EMPTY = {"text": "", "interval": ""}  # what a figure that was not measured looks like, by kind; else a dash
_LEFT = ("text",)


def shown(cell: Any, kind: str) -> str:
    """A cell for a reader."""
    if cell is None:
        return EMPTY.get(kind, "–")
    if kind == "interval":
        return f"{_score(cell[0])} to {_score(cell[1])}"
    if kind == "count":
        return f"{cell:,}"
    if kind == "p":
        return "<.001" if cell < 0.001 else f"{cell:.3f}"
    if kind == "signed":
        return f"{cell:+.3f}"
    return _score(cell) if kind == "score" else str(cell)


def _score(value: float) -> str:
    return f"{value:.3f}"


def lines(table: Mapping[str, Any]) -> list[list[str]]:
    """The rows of a table for a reader."""
    kinds = [column["kind"] for column in table["columns"]]
    return [[shown(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in table["rows"]]


def right(column: Mapping[str, Any]) -> bool:
    """Whether a column stands at its right edge, as figures do."""
    return column["kind"] not in _LEFT


def named(table: Mapping[str, Any]) -> str:
    """'Table II: ...', or the title of a table that the paper does not have."""
    number = table["id"]
    if number.isupper():
        return f"Table {number}: {table['title']}"
    return f"Figure 3 in numbers: {table['title']}" if number == "figure 3" else str(table["title"])


def flat(table: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """Header and rows for CSV: an interval becomes two columns, what was not measured an empty cell."""
    header, rows = [], [[] for _ in table["rows"]]  # type: tuple[list[str], list[list[Any]]]
    for place, column in enumerate(table["columns"]):
        apart = column["kind"] == "interval"
        header += [f"{column['name']} {end}" for end in ("low", "high")] if apart else [column["name"]]
        for row, cells in zip(rows, table["rows"], strict=True):
            row += _cells(cells[place], apart)
    return header, rows


def _cells(cell: Any, apart: bool) -> Sequence[Any]:
    if apart:
        return cell if cell is not None else ("", "")
    return ("" if cell is None else cell,)
