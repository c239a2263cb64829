"""Answers that people compared (ragchecker_human.jsonl), graded against the reference answer by the judge.

The measure was settled before it was run. Correctness is how far the reference supports the claims of an answer,
completeness how far the answer supports the claims of the reference, the grade their harmonic mean; each is the mean
over claims of P(supported). Preferred is the answer with the higher grade; Pearson's r is that of the difference of
the two grades with the people's overall label, from -2 (the first answer is much better) to 2. Each part by itself and
the token F1 are printed beside it, and decide nothing.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from consilience.answer.claims import split
from consilience.answer.evidence import read
from consilience.answer.support import likelihoods
from consilience.answer.support_words import words_of
from consilience.model import Passage

_REFERENCE = "gt_answer"
BESIDE = ("correct", "complete", "token F1")


def correlations(file: Path) -> dict[str, float]:
    """Pearson's r with people of the grade that is settled, `grade`, and of what stands beside it."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    people = np.array([row["overall_label"] for row in rows], dtype=float)
    first, second = ([_grades(row, name) for row in rows] for name in ("model1", "model2"))
    return {
        name: _pearson([b[name] - a[name] for a, b in zip(first, second, strict=True)], people) for name in first[0]
    }


def _pearson(differences: list[float], people: np.ndarray) -> float:
    return float(np.corrcoef(np.array(differences), people)[0, 1])


def _grades(row: dict[str, Any], model: str) -> dict[str, float]:
    question, answer, reference = row["query"], row[model]["response"], row[_REFERENCE]
    correct, complete = _support(question, answer, reference), _support(question, reference, answer)
    grade = 2 * correct * complete / (correct + complete) if correct + complete else 0.0
    return {"grade": grade, "correct": correct, "complete": complete, "token F1": _token_f1(answer, reference)}


def _support(question: str, answer: str, evidence: str) -> float:
    """Mean P(supported) of the claims of an answer; 0 where it claims nothing."""
    claims = split(answer).claims
    found = likelihoods(question, claims, read([Passage("reference", evidence)]))
    return math.fsum(found) / len(found) if found else 0.0


def _token_f1(answer: str, reference: str) -> float:
    mine, theirs = (Counter(one.folded for one in words_of(text).all) for text in (answer, reference))
    shared = (mine & theirs).total()
    return 2 * shared / (mine.total() + theirs.total()) if shared else 0.0
