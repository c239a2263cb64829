"""Answers that people compared (ragchecker_human.jsonl), graded against the reference answer by the judge.

The measure was settled before it was run. Correctness is how far the reference supports the claims of an answer,
completeness how far the answer supports the claims of the reference, the grade their harmonic mean; each is the mean
over claims of P(supported). Preferred is the answer with the higher grade; Pearson's r is that of the difference of
the two grades with the people's overall label, from -2 (the first answer is much better) to 2.
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


def correlations(file: Path) -> tuple[float, float]:
    """Pearson's r of the judge's grades, and of the token F1, with people."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    people = np.array([row["overall_label"] for row in rows], dtype=float)
    found = [np.array([_better(row, grade) for row in rows]) for grade in (_grade, _token_f1)]
    ours, tokens = (float(np.corrcoef(one, people)[0, 1]) for one in found)
    return ours, tokens


def _better(row: dict[str, Any], grade: Any) -> float:
    """How much better the second answer is than the first."""
    first, second = (grade(row["query"], row[name]["response"], row[_REFERENCE]) for name in ("model1", "model2"))
    return float(second - first)


def _grade(question: str, answer: str, reference: str) -> float:
    correct, complete = _support(question, answer, reference), _support(question, reference, answer)
    return 2 * correct * complete / (correct + complete) if correct + complete else 0.0


def _support(question: str, answer: str, evidence: str) -> float:
    """Mean P(supported) of the claims of an answer; 0 where it claims nothing."""
    claims = split(answer).claims
    found = likelihoods(question, claims, read([Passage("reference", evidence)]))
    return math.fsum(found) / len(found) if found else 0.0


def _token_f1(question: str, answer: str, reference: str) -> float:
    mine, theirs = (Counter(one.folded for one in words_of(text).all) for text in (answer, reference))
    shared = (mine & theirs).total()
    return 2 * shared / (mine.total() + theirs.total()) if shared else 0.0
