"""Q(d): findings and scores of one document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from consilience.model.measured import NotMeasured

Severity = Literal["error", "warning", "info"]
Dimension = Literal["clarity", "internal_consistency", "completeness", "information_density", "coherence"]
DIMENSIONS: tuple[Dimension, ...] = (
    "clarity",
    "internal_consistency",
    "completeness",
    "information_density",
    "coherence",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a quality detector found, where it stands and what to do about it."""

    code: str
    dimension: Dimension
    severity: Severity
    start: int
    end: int
    quote: str
    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class Quality:
    """Q(d): five scores in [0,1], or why they were not measured, with the findings behind them."""

    dimensions: tuple[tuple[Dimension, float], ...] = ()
    findings: tuple[Finding, ...] = ()
    not_measured: NotMeasured | None = None
