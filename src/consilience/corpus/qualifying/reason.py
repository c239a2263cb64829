"""Why a pair is not a conflict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from consilience.model import Fact


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair is not a conflict: a kind that can be counted and filtered, and one sentence for a reader."""

    kind: str
    words: str


def listed(words: Iterable[str]) -> str:
    """Words as they stand in a sentence: "2022 and 2023"."""
    return " and ".join(sorted(words))


def each_side(a: Fact, of_a: Iterable[str], b: Fact, of_b: Iterable[str]) -> str:
    """What each document says ("2022 in a.md, 2023 in b.md"), in the order of the documents."""
    sides = sorted(((a.doc, listed(of_a)), (b.doc, listed(of_b))))
    return ", ".join(f"{said} in {doc}" for doc, said in sides)
