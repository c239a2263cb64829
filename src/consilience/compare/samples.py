"""Scores that both runs measured, pair by pair, as plain data; and how many pairs could not be compared, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from consilience.model import NotMeasured
from consilience.paired import Paired, paired
from consilience.scores import Score

_PLACES = 6


def sample(
    pairs: Iterable[tuple[float | None, float | None]], reasons: Sequence[str], resamples: int, seed: int
) -> dict[str, Any]:
    """The paired statistics of those pairs that are measured on both sides.

    `reasons` are those of the pairs that are not, one each; without any, a missing score is told as "not measured".
    """
    held = list(pairs)
    both = [(a, b) for a, b in held if a is not None and b is not None]
    without = reasons or ["not measured"] * (len(held) - len(both))
    left_out = [{"reason": reason, "n": n} for reason, n in sorted(Counter(without).items())]
    return {**_told(paired(both, resamples, seed)), "left_out": left_out}


def _told(one: Paired) -> dict[str, Any]:
    scores = ("mean_a", "mean_b", "difference", "rank_biserial", "permutation", "wilcoxon")
    figures = {name: getattr(one, name) for name in scores}
    missing = {name: score.reason for name, score in figures.items() if isinstance(score, NotMeasured)}
    return {
        "n": one.n,
        **{name: _number(score) for name, score in figures.items()},
        "interval": None if one.interval is None else [round(end, _PLACES) for end in one.interval],
        "rose": one.rose, "fell": one.fell, "level": one.level,
        **({"not_measured": missing} if missing else {}),
    }  # fmt: skip


def _number(score: Score) -> float | None:
    return None if isinstance(score, NotMeasured) else round(score, _PLACES)
