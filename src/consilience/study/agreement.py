"""How far two reviewers agree, and each of them with the automatic pre-verdict. Pure functions of the register.

The pre-verdict is no reviewer: its agreement with a person says how far it can be trusted where nobody looked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience import statistics
from consilience.model import NotMeasured
from consilience.scores import Interval, Score
from consilience.study.register import REVIEWERS, VERDICTS

AUTOMATIC = "automatic"
RESAMPLES = 2000
PAIRS = (REVIEWERS, (REVIEWERS[0], AUTOMATIC), (REVIEWERS[1], AUTOMATIC))


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two columns of verdicts held against each other, over the `n` rows that both have judged.

    `share` is the part of these rows with the same verdict; `alpha` Krippendorff's alpha (nominal) with its 95%
    bootstrap interval. `table` counts (first, second) verdicts, and `disagreements` are the rows that differ.
    """

    first: str
    second: str
    n: int
    share: Score
    alpha: Score
    interval: Interval | None
    table: tuple[tuple[tuple[str, str], int], ...]
    disagreements: tuple[Mapping[str, Any], ...]

    def to_dict(self) -> dict[str, Any]:
        """For a file; what was not measured is None with its reason beside it."""
        unmeasured = next((one.reason for one in (self.share, self.alpha) if isinstance(one, NotMeasured)), None)
        return {
            "between": [self.first, self.second],
            "n": self.n,
            "share": _number(self.share),
            "alpha": _number(self.alpha),
            "interval": None if self.interval is None else [round(end, 4) for end in self.interval],
            "not_measured": unmeasured,
            "table": [[*pair, count] for pair, count in self.table],
            "disagreements": [
                {name: row[name] for name in ("instance", self.first, self.second)} for row in self.disagreements
            ],
        }


def agreement(
    rows: Sequence[Mapping[str, Any]], first: str, second: str, resamples: int = RESAMPLES, seed: int = 0
) -> Agreement:
    """Of two columns of the register: `reviewer_1`, `reviewer_2` or `automatic`."""
    both = [row for row in rows if row[first] and row[second]]
    units = [(str(row[first]), str(row[second])) for row in both]
    same = sum(one == other for one, other in units)
    return Agreement(
        first=first,
        second=second,
        n=len(both),
        share=same / len(both) if both else NotMeasured("nothing was judged by both"),
        alpha=statistics.alpha(units),
        interval=statistics.alpha_interval(units, resamples, seed),
        table=tuple(((a, b), units.count((a, b))) for a in VERDICTS for b in VERDICTS if (a, b) in units),
        disagreements=tuple(row for row in both if row[first] != row[second]),
    )


def agreements(rows: Sequence[Mapping[str, Any]], resamples: int = RESAMPLES, seed: int = 0) -> tuple[Agreement, ...]:
    """Of the two reviewers, and of each with the automatic pre-verdict; pairs without a row in common are left out."""
    told = (agreement(rows, first, second, resamples, seed) for first, second in PAIRS)
    return tuple(one for one in told if one.n)


def _number(score: Score) -> float | None:
    return None if isinstance(score, NotMeasured) else round(score, 4)
