"""Answers that people compared (ragchecker_human.jsonl), graded by their agreement with the reference answer.

The measure is `consilience.answer.agreement`, which has no fitted number in it, but it was chosen with these rows in
view: the one settled before they were looked at, the judge's verdicts of the claims both ways, reached 0.432. So the
others stand beside it, and `held back` says what choosing costs: the measure that is best on one half of the questions
is reported on the other, over many halvings. Preferred is the answer with the higher grade; Pearson's r is that of the
difference of the two grades with the people's overall label, from -2 (the first answer is much better) to 2.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.answer.agreement import Agreement, agreement
from consilience.answer.claims import split
from consilience.answer.evidence import read
from consilience.answer.support import likelihoods
from consilience.answer.support_words import words_of
from consilience.model import Passage

HELD_BACK = "best on one half of the questions, on the other"
_REFERENCE = "gt_answer"
_HALVINGS = 200


def correlations(file: Path) -> dict[str, float]:
    """Pearson's r with people of the agreement, `score`, of its parts and the measures beside it, and `HELD_BACK`."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    people = np.array([row["overall_label"] for row in rows], dtype=float)
    first, second = ([_grades(row, name) for row in rows] for name in ("model1", "model2"))
    differences = {name: np.array([b[name] - a[name] for a, b in zip(first, second, strict=True)]) for name in first[0]}
    told = {name: _pearson(found, people) for name, found in differences.items()}
    return told | {HELD_BACK: _held_back(differences, people, [row["query"] for row in rows])}


def _pearson(differences: NDArray[np.float64], people: NDArray[np.float64]) -> float:
    return float(np.corrcoef(differences, people)[0, 1])


def _held_back(
    differences: Mapping[str, NDArray[np.float64]], people: NDArray[np.float64], questions: list[str]
) -> float:
    """Mean r on one half of the questions of the measure that is best on the other half; equals go by name."""
    places = {question: place for place, question in enumerate(dict.fromkeys(questions))}
    which = np.array([places[question] for question in questions])
    found = []
    for seed in range(_HALVINGS):
        chosen = np.random.default_rng(seed).permutation(len(places))[which] < len(places) / 2
        best = max(sorted(differences), key=lambda name: _pearson(differences[name][chosen], people[chosen]))
        found.append(_pearson(differences[best][~chosen], people[~chosen]))
    return math.fsum(found) / len(found)


def _grades(row: dict[str, Any], model: str) -> dict[str, float]:
    question, answer, reference = row["query"], row[model]["response"], row[_REFERENCE]
    agreed = agreement(question, answer, reference)
    if not isinstance(agreed, Agreement):
        raise TypeError(f"{row['instance_id']}: {agreed.reason}")
    correct, complete = _support(question, answer, reference), _support(question, reference, answer)
    verdicts = 2 * correct * complete / (correct + complete) if correct + complete else 0.0
    return {
        "score": agreed.score, "correct": agreed.correct, "complete": agreed.complete,
        "verdicts both ways": verdicts, "verdicts: correct": correct, "verdicts: complete": complete,
        "token F1": _token_f1(answer, reference),
    }  # fmt: skip


def _support(question: str, answer: str, evidence: str) -> float:
    """Mean P(supported) of the claims of an answer; 0 where it claims nothing."""
    claims = split(answer).claims
    found = likelihoods(question, claims, read([Passage("reference", evidence)]))
    return math.fsum(found) / len(found) if found else 0.0


def _token_f1(answer: str, reference: str) -> float:
    mine, theirs = (Counter(one.folded for one in words_of(text).all) for text in (answer, reference))
    shared = (mine & theirs).total()
    return 2 * shared / (mine.total() + theirs.total()) if shared else 0.0
