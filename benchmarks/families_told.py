"""What the package says of every two statements of a slot family, first each pair by itself, then the family in view.

The path is the audit's own: features of two facts, trees, pair network, then the second look. Each domain is told by
weights of the second look that were fitted without it (training/folds). run_families.py makes figures of
this.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.matching import second_look
from consilience.model import Fact

TRAINING = Path(__file__).parents[1] / "training"
sys.path.append(str(TRAINING))

Row = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """Every two statements of a family, in the order of `combinations`: what truth says of them (conflict, agree or
    different), log odds of the pair network and of the trees, of both joined, and of the second look."""

    domain: str
    meant: tuple[str, ...]
    read: np.ndarray
    trees: np.ndarray
    alone: np.ndarray
    in_view: np.ndarray


def told_of(family: Row) -> Told:
    """What the package says of a family."""
    from matcher_second import of_family

    said = family["statements"]
    looked = of_family(family).looked
    return Told(
        domain=family["domain"],
        meant=tuple(meant(a, b) for a, b in combinations(said, 2)),
        read=looked.read,
        trees=looked.trees,
        alone=looked.odds,
        in_view=second_look.log_odds(looked, np.arange(len(looked.a)), _without(family["domain"])),
    )


@lru_cache
def _without(domain: str) -> tuple[float, ...]:
    """The weights that were fitted without a domain."""
    held = json.loads((TRAINING / "folds" / "second-look.json").read_text("utf-8"))
    if tuple(held["figures"]) != second_look.NAMES:
        raise ValueError(
            "training/folds/second-look.json holds weights of other figures; run training/train_matcher.py"
        )
    return next(tuple(one["weights"]) for one in held["folds"] if domain in one["domains"])


def meant(a: Mapping[str, str], b: Mapping[str, str]) -> str:
    if a["slot"] != b["slot"]:
        return "different"
    return "agree" if a["value"] == b["value"] else "conflict"


def facts_of(family: Row) -> list[Fact]:
    from matcher_families import slot_document

    operator = EmbeddedFacts()
    pages = [slot_document(f"{number}.md", one) for number, one in enumerate(family["statements"])]
    return [fact for page in pages for fact in operator.extract(page)]


def number(fact: Fact) -> int:
    return int(fact.doc.split(".")[0])
