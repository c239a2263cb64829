"""A claim of the paper held against a run: does it hold, and the numbers that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from consilience.study.results.run import Results
from consilience.study.results.table import SCORED

LEVEL = 0.005  # what two decimals cannot tell from 1.00

Outcome = Literal["holds", "does not hold", "not measured"]


@dataclass(frozen=True, slots=True)
class Claim:
    """`says` is the claim in our words, `section` where the paper makes it; `numbers` are those of the run.

    `why` explains, where we know it, why a claim would not hold or cannot be tested, and is told only then. `basis` is
    as in Table.
    """

    id: str
    section: str
    says: str
    outcome: Outcome
    numbers: str
    basis: str = SCORED
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id, "section": self.section, "claim": self.says, "outcome": self.outcome,
            "numbers": self.numbers, "basis": self.basis, "why": self.why if self.outcome != "holds" else "",
        }  # fmt: skip


def outcome(holds: bool | None) -> Outcome:
    """None: there is nothing to test it on."""
    return "not measured" if holds is None else "holds" if holds else "does not hold"


def figures(values: Mapping[str, float | None], places: int = 3) -> str:
    """'A 0.899, B 0.899'."""
    return ", ".join(
        f"{name} {'not measured' if one is None else format(one, f'.{places}f')}" for name, one in values.items()
    )


def signed(value: float | None, places: int = 3) -> str:
    """A difference with its sign."""
    return "not measured" if value is None else f"{value:+.{places}f}"


def below(results: Results, corpus: str, kind: str | None = None) -> list[str]:
    """The questions whose ACS is not 1.00."""
    return [row["query"] for row in results.rows(corpus, kind) if row["ACS"] is not None and row["ACS"] < 1 - LEVEL]


def lowest_of(values: Mapping[str, float | None]) -> str | None:
    measured = {name: one for name, one in values.items() if one is not None}
    return min(measured, key=measured.__getitem__) if measured else None
