"""A score that could not be measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A score that could not be measured, with the reason. Never a number made up in its place."""

    reason: str
