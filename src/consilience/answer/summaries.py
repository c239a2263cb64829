"""What is said of the scores of many answers: means over those that have one, and how many these are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from consilience import statistics
from consilience.model import AnswerStatus
from consilience.retrieval.records import number
from consilience.settings import ScoreSettings

SCORES = ("SS1", "SSmu", "SSsigma", "ACS", "agreement")
STATES: tuple[AnswerStatus, ...] = get_args(AnswerStatus)


def summaries(rows: Sequence[Mapping[str, Any]], settings: ScoreSettings) -> dict[str, Any]:
    """Of lines of answers.jsonl, or of what they have of SCORES, `k` and `status`: how many, in which state, and the
    mean of every score over those that have it. Without evidence k is 0 and there is no score.
    """
    told: dict[str, Any] = {"n": len(rows)}
    told |= {state: sum(row["status"] == state for row in rows) for state in STATES}
    for name in SCORES:
        told[name] = summary([row[name] for row in rows if row[name] is not None], settings)
    return told | {"k": summary([float(row["k"]) for row in rows if row["k"] is not None], settings)}


def summary(values: Sequence[float], settings: ScoreSettings) -> dict[str, Any]:
    """Mean, sample standard deviation, 95% bootstrap interval of the mean, and how many values there are."""
    told = statistics.summary(values, settings.bootstrap, settings.seed)
    interval = None if told.interval is None else [number(end) for end in told.interval]
    return {"mean": number(told.mean), "sd": number(told.sd), "interval": interval, "n": told.n}
