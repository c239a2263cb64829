"""Figure 3 as numbers: ACS and SSmu by type of question and corpus, with the quartiles that a box shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from consilience.study.results.run import CORPORA, TYPES, Results
from consilience.study.results.table import Cell, Table

FIGURE_SCORES = {"ACS": "Answer consistency", "SSmu": "Mean similarity of the evidence"}


def figure(results: Results) -> dict[str, Any]:
    """`scores`, each with its `types`, each with its `corpora`: the values of the questions and the box around them."""
    return {
        "title": "ACS and SSmu by type of question and corpus",
        "scores": [
            {"score": score, "title": title, "types": _types(results, score)} for score, title in FIGURE_SCORES.items()
        ],
    }


def _types(results: Results, score: str) -> list[dict[str, Any]]:
    return [
        {"type": kind, "corpora": [{"corpus": name, **box(results.values(name, score, kind))} for name in CORPORA]}
        for kind in TYPES
    ]


def box(values: list[float]) -> dict[str, Any]:
    """Sorted values and their quartiles (linear between values); quartiles are None for no value."""
    low, middle, high = map(float, np.percentile(values, (25, 50, 75))) if values else (None, None, None)
    return {"values": sorted(values), "low": low, "median": middle, "high": high}


def table_figure(results: Results) -> Table:
    """The numbers under the figure."""
    return Table(
        id="figure 3",
        slug="figure3",
        title="ACS and SSmu by type of question and corpus",
        intro="In the paper the median of ACS is 1.00 in every corpus, over all questions.",
        columns=(
            ("score", "text"), ("questions", "text"), ("corpus", "text"), ("n", "count"), ("lowest", "score"),
            ("lower quartile", "score"), ("median", "score"), ("upper quartile", "score"), ("highest", "score"),
        ),
        rows=tuple(
            _row(results, score, kind, corpus) for score in FIGURE_SCORES for kind in TYPES for corpus in CORPORA
        ),
    )  # fmt: skip


def _row(results: Results, score: str, kind: str, corpus: str) -> tuple[Cell, ...]:
    told = box(results.values(corpus, score, kind))
    values = told["values"]
    ends = (values[0], values[-1]) if values else (None, None)
    return (score, kind, corpus, len(values), ends[0], told["low"], told["median"], told["high"], ends[1])
