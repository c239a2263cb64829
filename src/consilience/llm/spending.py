"""What calls cost, as values: counted by the ledger, shown in reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Spending:
    """The calls of a run so far. `cost` is in US dollars, None where the price of the model is not known.

    `calls` were sent to the provider, repeated ones included; `reused` replies came from an earlier run and cost
    nothing; `failed` requests ended without a reply that could be used.
    """

    calls: int = 0
    reused: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "calls": self.calls, "reused": self.reused, "failed": self.failed, "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens, "cost": None if self.cost is None else round(self.cost, 6),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens of input and of output."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000
