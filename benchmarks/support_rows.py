"""Rows of shared/data whose truth is known, judged through the whole path: answer -> claims -> verdicts.

Every row is judged by a model that was fitted without its fold (training/support_data.py, `fold_of`): the same code as
the judge that ships, with the weights of that fold.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from consilience.answer.claims import split
from consilience.answer.evidence import Evidence, read
from consilience.answer.support import verdicts
from consilience.answer.support_model import SupportModel
from consilience.model import Passage

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A row with its truth and the verdicts of its claims. `label`: supported, contradicted, unsupported or partial."""

    set: str
    label: str
    verdicts: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether the row is supported in truth."""
        return self.label == "supported"

    @property
    def supported(self) -> bool:
        """Whether each claim is; a text without a claim says nothing that is not."""
        return all(one == "supported" for one in self.verdicts)

    @property
    def contradicted(self) -> bool:
        return "contradicted" in self.verdicts


def rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def told(name: str, given: Sequence[Row], folds: Sequence[int], models: Mapping[int, SupportModel]) -> Iterator[Told]:
    for row, fold in zip(given, folds, strict=True):
        evidence = _read(tuple(one["text"] for one in row["evidence"]))
        claims = verdicts("", split(row["answer"]).claims, evidence, models[fold])
        yield Told(row.get("set", name), row["label"], tuple(one.verdict for one in claims))


@lru_cache(maxsize=8)
def _read(texts: tuple[str, ...]) -> Evidence:
    return read([Passage(f"context {number}", text) for number, text in enumerate(texts, 1)])


def balanced(found: Sequence[Told]) -> float:
    """Mean of the shares of supported and of other rows that are told right."""
    shares = []
    for right in (True, False):
        some = [one for one in found if one.right == right]
        shares.append(sum(one.supported == right for one in some) / len(some))
    return sum(shares) / 2


def share(found: Sequence[Told], label: str, told_as: str) -> float:
    """Share of the rows of a label that are told as `supported`, `contradicted`."""
    some = [one for one in found if one.label == label]
    return sum(bool(getattr(one, told_as)) for one in some) / max(len(some), 1)
