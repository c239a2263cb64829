"""Why a pair is not a conflict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair is not a conflict: a kind that can be counted and filtered, and one sentence for a reader."""

    kind: str
    words: str


def listed(words: Iterable[str]) -> str:
    """Words as they stand in a sentence: "2022 and 2023"."""
    return " and ".join(sorted(words))


def both(a: Iterable[str], b: Iterable[str]) -> str:
    """What each of two sides says, in an order that does not depend on which side came first."""
    return ", and ".join(sorted((listed(a), listed(b))))
