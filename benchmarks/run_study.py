"""`study`: the controlled experiment whole, with the operators of the package (docs/study.md); about two minutes.

Targeted and control questions are paired by domain: each domain has two of both, in the same order. `STUDY=RUN` in the
environment takes the figures of a finished study instead of making one.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from figures import Figure, at_least, at_most, table

from consilience import api
from consilience.model import NotMeasured
from consilience.paired import paired
from consilience.scores import Score
from consilience.study.results.competing import cases
from consilience.study.results.run import CORPORA, Results, read_results

FLAGGED, RECOVERED = 24, 36  # of the paper's 27 relations and 40 facts
P = 0.05


def run(shared: Path) -> str:
    finished = os.environ.get("STUDY")
    if finished:
        return _told(read_results(Path(finished)))
    with tempfile.TemporaryDirectory() as folder:
        api.study(out=folder)
        return _told(read_results(Path(folder)))


def _told(results: Results) -> str:
    return "\n".join(
        [
            table("study: what level 1 finds", _level_1(results)),
            table("study: scores of the corpora", _corpora(results.corpora)),
            table("study: answers", _answers(results)),
        ]
    )


def _level_1(results: Results) -> list[Figure]:
    flagged = sum(one["flagged"] for one in results.correspondence)
    matched = sum(one["matched"] for one in results.correspondence)
    recovered = sum(one["recovered"] for one in results.recovery)
    valued = sum(one.get("where") == "value" for one in results.recovery)
    many = len(results.correspondence)
    return [
        at_least(f"injected conflicts flagged in B, of {many}", flagged, FLAGGED, digits=0),
        Figure(f"manipulated relations whose two records are under one key, of {many}", str(matched)),
        at_least(f"reference facts recovered, of {len(results.recovery)}", recovered, RECOVERED, digits=0),
        Figure("of these with the value as that of the record, not only in its words", str(valued)),
        *(at_most(f"keys flagged in {name}", results.corpora[name]["flagged_keys"], 0, digits=0) for name in "AC"),
        Figure("keys flagged in D", str(results.corpora["D"]["flagged_keys"])),
    ]


def _corpora(corpora: Any) -> list[Figure]:
    quality = {name: corpora[name]["IaDNI"] for name in CORPORA}
    whole = {name: corpora[name]["CC"] for name in CORPORA}
    between = quality["C"] < quality["D"] < quality["A"]
    return [
        Figure("IaDNI of A, B, C, D", _list(quality.values())),
        at_most("IaDNI, A and B apart", abs(quality["A"] - quality["B"]), 0.05, digits=3),
        at_least("IaDNI, A above C", quality["A"] - quality["C"], 0.3, digits=3),
        Figure("IaDNI of D", f"{quality['D']:.3f}", "between C and A", between),
        Figure("CC of A, B, C, D", _list(whole.values()), "A highest", whole["A"] > max(whole[name] for name in "BCD")),
    ]


def _answers(results: Results) -> list[Figure]:
    means = {name: _mean(results.values(name, "ACS")) for name in CORPORA}
    targeted, control = (results.values("B", "ACS", kind) for kind in ("targeted", "control"))
    told = [one for one in cases(results) if one.gives and one.planted]
    return [
        Figure("mean ACS of A, B, C, D", _list(means.values()), "B lowest", means["B"] == min(means.values())),
        _lower("B: targeted below control", control, targeted),
        _lower("targeted: B below A", results.values("A", "ACS", "targeted"), targeted),
        Figure("mean SSmu of A, B, C, D", _list([_mean(results.values(name, "SSmu")) for name in CORPORA])),
        Figure(
            "right value beside a changed one in the evidence, of them naming the changed one",
            f"{len(told)}, {sum(one.named for one in told)}", "all", all(one.named for one in told) and bool(told),
        ),
        *(Figure(f"automatic pre-verdicts in {name}", _counted(results, name)) for name in CORPORA),
    ]  # fmt: skip


def _lower(name: str, high: Sequence[float], low: Sequence[float]) -> Figure:
    """Two conditions of the same length, pair by pair: how far the second is below the first."""
    found = paired(list(zip(high, low, strict=True)), 1000, 0)
    said = f"{_number(found.difference)}, p {_number(found.wilcoxon, 4)}, effect {_number(found.rank_biserial, 2)}"
    p, difference = found.wilcoxon, found.difference
    met = not isinstance(p, NotMeasured) and not isinstance(difference, NotMeasured) and p < P and difference < 0
    return Figure(f"ACS, {name} ({found.n} pairs, Wilcoxon)", said, f"p below {P}", met)


def _counted(results: Results, corpus: str) -> str:
    rows = [row["automatic"] for row in results.rows(corpus)]
    return ", ".join(f"{rows.count(verdict)} {verdict}" for verdict in sorted(set(rows)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _number(score: Score, digits: int = 3) -> str:
    return score.reason if isinstance(score, NotMeasured) else f"{score:.{digits}f}"


def _list(values: Any) -> str:
    return ", ".join(f"{value:.3f}" for value in values)
