"""Who made a result."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OperatorSpec:
    """Who made a result: role (Q, F, encoder, ...), registered name, version and settings."""

    role: str
    name: str
    version: str
    settings: tuple[tuple[str, str], ...] = field(default=())
