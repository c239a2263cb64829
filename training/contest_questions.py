"""Questions of the corpora with the pairs of values that may contradict each other about them.

Own ones (training/questions, for the corpora in training/corpora) are fitted on; those of the shared audit corpora are
held back. The evidence of a question is what the default search finds. A pair is a conflict when it quotes two
assertions of the question's conflict that have different values.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from answers_truth import holds

from consilience.answer import evidence
from consilience.answer.contest_asked import candidates, with_odds
from consilience.answer.contest_features import NETWORK, RULES, Features, Reader
from consilience.answer.contest_pairs import Pair, pairs
from consilience.answer.flow import passages
from consilience.answer.vectors import WORDS
from consilience.model import Passage
from consilience.retrieval.index import index
from consilience.retrieval.search import Searcher
from consilience.settings import Settings
from consilience.stores import AUDITOR, open_store

_HERE = Path(__file__).parent
READERS = {"network": NETWORK, "words": RULES}


@dataclass(frozen=True)
class Question:
    """The pairs of one question: for each way to read them features (n, f), and which are its conflict (n,)."""

    corpus: str
    targeted: bool
    features: Mapping[str, np.ndarray]
    labels: Mapping[str, np.ndarray]


def own(jobs: int = 1) -> list[Question]:
    """The questions written for the training corpora, in the order of the corpora's names."""
    return _read([(folder, _own(folder.name)) for folder in sorted((_HERE / "corpora").iterdir())], jobs)


def held_back(shared: Path, jobs: int = 1) -> list[Question]:
    """The targeted and control questions of the shared audit corpora."""
    return _read([(path.parent, _shared(path)) for path in sorted(shared.glob("corpora/*/truth.json"))], jobs)


def _own(corpus: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_HERE / "questions" / f"{corpus}.jsonl").read_text("utf-8").splitlines()]


def _shared(truth: Path) -> list[dict[str, Any]]:
    return [one for one in json.loads(truth.read_text("utf-8"))["queries"] if one["type"] != "synthesis"]


def _read(asked: Sequence[tuple[Path, list[dict[str, Any]]]], jobs: int) -> list[Question]:
    with ProcessPoolExecutor(max_workers=jobs) as crew:
        return [one for each in crew.map(_of_corpus, *zip(*asked, strict=True)) for one in each]


def _of_corpus(folder: Path, asked: Sequence[Mapping[str, Any]]) -> list[Question]:
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    conflicts = {one["id"]: one["assertions"] for one in truth["conflicts"]}
    with tempfile.TemporaryDirectory() as base:
        index([folder / "docs"], open_store(f"{base}/kb"), Settings())
        with open_store(f"{base}/kb").read() as reader:
            searcher = Searcher(reader, Settings())
            return [
                _question(
                    folder.name,
                    one["question"],
                    conflicts.get(one["conflict_id"], []),
                    passages(searcher.retrieve(one["question"], AUDITOR).retrieved),
                )
                for one in asked
            ]


def _question(corpus: str, text: str, told: Sequence[dict[str, str]], found: Sequence[Passage]) -> Question:
    read = {name: _pairs(text, found, reader) for name, reader in READERS.items()}
    return Question(
        corpus,
        bool(told),
        {name: _rows([one.features for one in each]) for name, each in read.items()},
        {name: np.array([_is(one, told) for one in each], dtype=bool) for name, each in read.items()},
    )


def _pairs(text: str, found: Sequence[Passage], reader: Reader) -> tuple[Pair, ...]:
    said = evidence.read(found, WORDS if reader is RULES else Settings().operators.encoder)
    asked = candidates(text, said)
    return pairs(asked if reader is RULES else with_odds(text, asked), reader=reader)


def _rows(features: Sequence[Features]) -> np.ndarray:
    return np.array(features, dtype=np.float64).reshape(len(features), len(Features._fields))


def _is(pair: Pair, assertions: Sequence[dict[str, str]]) -> bool:
    a, b = (
        {one["value"] for one in assertions if holds(side.said.quote.doc, side.said.text, one)}
        for side in (pair.a, pair.b)
    )
    return any(one != other for one in a for other in b)
