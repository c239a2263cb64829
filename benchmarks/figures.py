"""A measured figure beside its target, and how a table of them is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """`value` as text for a reader; `target` in words; `met` is None where there is no target, only information."""

    name: str
    value: str
    target: str = ""
    met: bool | None = None

    @property
    def verdict(self) -> str:
        return "" if self.met is None else "PASS" if self.met else "MISS"


def at_most(name: str, value: float, limit: float, unit: str = "", digits: int = 2) -> Figure:
    return Figure(name, _number(value, unit, digits), f"at most {_number(limit, unit, digits)}", value <= limit)


def at_least(name: str, value: float, limit: float, unit: str = "", digits: int = 2) -> Figure:
    return Figure(name, _number(value, unit, digits), f"at least {_number(limit, unit, digits)}", value >= limit)


def table(title: str, figures: Sequence[Figure]) -> str:
    """A Markdown table, columns aligned so that it reads in a terminal too."""
    rows = [("figure", "value", "target", ""), *((f.name, f.value, f.target, f.verdict) for f in figures)]
    widths = [max(3, *(len(row[column]) for row in rows)) for column in range(4)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([f"## {title}", "", lines[0], rule, *lines[1:], ""])


def _number(value: float, unit: str, digits: int) -> str:
    return f"{value:,.{digits}f}{' ' + unit if unit else ''}"
