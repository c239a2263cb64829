"""Fit when two values are told to be a conflict about a question: `python training/train_contest.py [--shared DIR]`.

Prints the weights of answer/contest_pairs.py. Pairs: those that the targeted and control questions of the shared audit
corpora make of the ten chunks that the default search finds; a pair is a conflict when it quotes two assertions of the
question's conflict that have different values. What is printed of questions is crossed, one corpus left out at a time.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import LeaveOneGroupOut

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from run_answers import auc, holds

from consilience.answer import contest_asked, contest_pairs, evidence
from consilience.answer.flow import passages
from consilience.retrieval.index import index
from consilience.retrieval.search import Searcher
from consilience.settings import Settings
from consilience.stores import AUDITOR, open_store

_SHARED = Path(__file__).parents[2] / "shared"
_HELD = 0.2
_THRESHOLDS = (0.1, 0.15, 0.2, 0.3)


@dataclass(frozen=True)
class Question:
    """The pairs of one question: features (n, f), and which of them are its conflict (n,)."""

    corpus: str
    targeted: bool
    features: np.ndarray
    labels: np.ndarray


def questions(shared: Path) -> Iterator[Question]:
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(shared.glob("corpora/*/truth.json")):
            truth, base = json.loads(path.read_text("utf-8")), str(Path(folder) / path.parent.name)
            index([path.parent / "docs"], open_store(base), Settings())
            with open_store(base).read() as reader:
                yield from _of_corpus(path.parent.name, truth, Searcher(reader, Settings()))


def _of_corpus(name: str, truth: dict[str, Any], searcher: Searcher) -> Iterator[Question]:
    conflicts = {one["id"]: one["assertions"] for one in truth["conflicts"]}
    for query in (one for one in truth["queries"] if one["type"] != "synthesis"):
        found = evidence.read(passages(searcher.retrieve(query["question"], AUDITOR).retrieved))
        pairs = contest_pairs.pairs(contest_asked.asked_about(query["question"], found))
        told = conflicts.get(query["conflict_id"], [])
        rows = np.array([one.features for one in pairs]).reshape(len(pairs), len(contest_pairs.Features._fields))
        yield Question(name, bool(told), rows, np.array([_is(one, told) for one in pairs], dtype=bool))


def _is(pair: contest_pairs.Pair, assertions: list[dict[str, str]]) -> bool:
    a, b = (
        {one["value"] for one in assertions if holds(side.said.quote.doc, side.said.text, one)}
        for side in (pair.a, pair.b)
    )
    return any(one != other for one in a for other in b)


def crossed(found: list[Question]) -> list[np.ndarray]:
    """The probabilities of the pairs of every question, by models that have not seen its corpus."""
    x, y = np.concatenate([one.features for one in found]), np.concatenate([one.labels for one in found])
    groups = np.concatenate([[one.corpus] * len(one.labels) for one in found])
    told = np.zeros(len(y))
    for train, test in LeaveOneGroupOut().split(x, y, groups):
        weights, shift = fitted(x[train], y[train])
        told[test] = 1 / (1 + np.exp(-(x[test] @ weights + shift)))
    return np.split(told, np.cumsum([len(one.labels) for one in found])[:-1])


def fitted(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    model = LogisticRegression(C=_HELD, max_iter=3000).fit((x - mean) / scale, y)
    weights = model.coef_[0] / scale
    return weights, float(model.intercept_[0] - weights @ mean)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=_SHARED)
    found = list(questions(parser.parse_args().shared))
    told = crossed(found)
    best = [(one.targeted, max(each, default=0.0)) for one, each in zip(found, told, strict=True)]
    print(f"AUC of the best pair: {auc([p for hit, p in best if not hit], [p for hit, p in best if hit]):.3f}")
    for least in _THRESHOLDS:
        named = sum(bool((each[one.labels] >= least).any()) for one, each in zip(found, told, strict=True))
        alarmed = sum(not hit and p >= least for hit, p in best)
        print(f"from {least}: {named} of {sum(hit for hit, _ in best)} named, {alarmed} control questions alarmed")
    weights, shift = fitted(*(np.concatenate([getattr(one, name) for one in found]) for name in ("features", "labels")))
    print(f"WEIGHTS = Features({', '.join(f'{one:.2f}' for one in weights)})\nSHIFT = {shift:.2f}")


if __name__ == "__main__":
    main()
