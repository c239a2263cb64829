"""A table of the study: what it shows, its columns and rows, and what its figures rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

Kind = Literal["text", "count", "score", "interval", "signed", "p"]
Cell = str | int | float | tuple[float, float] | None

SCORED = "scores of the run; no verdict on an answer is used"
BY_VALUES = "records matched by values and names, automatically; no person has checked them"


@dataclass(frozen=True, slots=True)
class Table:
    """`columns` are names with their kinds, `rows` have a cell for each; None is a figure that was not measured.

    `id` is the number in the paper, or a word for a table that the paper does not have; `slug` names its file. `basis`
    says what the figures rest on (scores, automatic pre-verdicts, verdicts of people), `notes` explain what differs.
    """

    id: str
    slug: str
    title: str
    intro: str
    columns: tuple[tuple[str, Kind], ...]
    rows: tuple[tuple[Cell, ...], ...]
    basis: str = SCORED
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"Table {self.id} has a row with another number of cells than columns.")

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id, "slug": self.slug, "title": self.title, "intro": self.intro, "basis": self.basis,
            "columns": [{"name": name, "kind": kind} for name, kind in self.columns],
            "rows": [[list(cell) if isinstance(cell, tuple) else cell for cell in row] for row in self.rows],
            "notes": list(self.notes),
        }  # fmt: skip


def listed(names: Sequence[str]) -> str:
    """'A', 'A and B', 'A, B and C'; 'none' for nothing."""
    if len(names) < 2:
        return "".join(names) or "none"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def runs(names: Sequence[str]) -> list[str]:
    """Names that end in numbers, three and more that follow each other as one: 'Q01 to Q10'."""
    told: list[str] = []
    for _, group in groupby(enumerate(names), key=lambda one: int("".join(filter(str.isdigit, one[1])) or -1) - one[0]):
        row = [name for _, name in group]
        told += [f"{row[0]} to {row[-1]}"] if len(row) > 2 else row
    return told
