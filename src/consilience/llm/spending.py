"""What calls cost, as values: counted by the ledger, shown in reports."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Spending:
    """The calls of a run so far. `cost` is in US dollars, None where the price of the model is not known.

    `calls` were sent to the provider, repeated ones included; `reused` replies came from an earlier run and cost
    nothing; `failed` requests ended without a reply that could be used; `saved` requests were not made, because the
    embedded operator was sure (hybrid). Of the quotes in replies, `repaired` stood in the document with other letters
    and `dropped` did not stand there at all.
    """

    calls: int = 0
    reused: int = 0
    failed: int = 0
    saved: int = 0
    repaired: int = 0
    dropped: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    def since(self, before: Spending) -> Spending:
        """What was spent after `before`, which the same account told."""
        counts = (one.name for one in fields(self) if one.name != "cost")
        spent = {name: getattr(self, name) - getattr(before, name) for name in counts}
        cost = None if self.cost is None or before.cost is None else self.cost - before.cost
        return Spending(**spent, cost=cost)

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, the cost in US dollars to a millionth."""
        return asdict(self) | {"cost": None if self.cost is None else round(self.cost, 6)}


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens of input and of output."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000
