"""Beyond the paper: tests over the same questions in two corpora, with effect sizes.

Questions differ more than corpora do, so that differences are taken within each question first (consilience.paired).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from consilience.paired import Paired, paired
from consilience.study.results.answer_tables import number
from consilience.study.results.run import CORPORA, TYPES, Results
from consilience.study.results.table import Cell, Kind, Table

_COLUMNS: tuple[tuple[str, Kind], ...] = (
    ("n", "count"), ("first", "score"), ("second", "score"), ("difference", "signed"), ("95%", "interval"),
    ("effect", "signed"), ("p", "p"), ("p (Wilcoxon)", "p"), ("p, adjusted", "p"),
)  # fmt: skip
_MEANING = (
    "Difference: second less first, mean over questions, with its bootstrap interval. Effect: rank-biserial "
    "correlation, "
    "-1 when every question fell, 1 when every one rose. p: permutation test; adjusted: after Holm, for all rows of "
    "this "
    "table."
)


def pairs(results: Results, score: str, first: str, second: str, kind: str | None = None) -> list[tuple[float, float]]:
    """A score of the same questions in two corpora, those measured in both."""
    later = {row["query"]: row[score] for row in results.rows(second, kind)}
    both = [(row[score], later.get(row["query"])) for row in results.rows(first, kind)]
    return [(a, b) for a, b in both if a is not None and b is not None]


def neighbours(results: Results, corpus: str, score: str) -> list[tuple[float, float]]:
    """(control, targeted) of one corpus: the questions of both types about one document, in their order."""
    about: dict[str, dict[str, list[float | None]]] = {}
    documents = {query["id"]: query["documents"][0] for query in results.study["queries"]}
    for row in results.rows(corpus):
        about.setdefault(documents[row["query"]], {}).setdefault(row["type"], []).append(row[score])
    both = [
        pair for one in about.values() for pair in zip(one.get("control", []), one.get("targeted", []), strict=False)
    ]
    return [(a, b) for a, b in both if a is not None and b is not None]


def tested(results: Results, values: Sequence[tuple[float, float]]) -> Paired:
    """The tests of pairs with the resamples and the seed of the study."""
    return paired(values, *results.bootstrap)


def table_tests(results: Results) -> Table:
    """Every pair of corpora, over all questions."""
    rows = [
        ((score, f"{a} and {b}"), tested(results, pairs(results, score, a, b)))
        for score in ("ACS", "SS1", "SSmu") for a, b in combinations(CORPORA, 2)
    ]  # fmt: skip
    return Table(
        id="tests",
        slug="tests",
        title="Corpora compared question by question",
        intro="All questions that have the score in both corpora.",
        columns=(("score", "text"), ("corpora", "text"), *_COLUMNS),
        rows=_rows(rows),
        notes=(_MEANING,),
    )


def table_tests_by_type(results: Results) -> Table:
    """Corpus A against the others by type of question, and targeted against control questions in each corpus."""
    rows = [
        ((score, kind, f"A and {other}"), tested(results, pairs(results, score, "A", other, kind)))
        for score in ("ACS", "SSmu") for kind in TYPES for other in CORPORA[1:]
    ]  # fmt: skip
    rows += [
        (("ACS", "control, then targeted", f"within {corpus}"), tested(results, neighbours(results, corpus, "ACS")))
        for corpus in CORPORA
    ]
    return Table(
        id="tests by type",
        slug="tests-by-type",
        title="The same by type of question",
        intro="In the last rows a targeted question is held against the control question about the same document.",
        columns=(("score", "text"), ("questions", "text"), ("corpora", "text"), *_COLUMNS),
        rows=_rows(rows),
        notes=(_MEANING,),
    )


def _rows(rows: Sequence[tuple[tuple[str, ...], Paired]]) -> tuple[tuple[Cell, ...], ...]:
    adjusted = holm([number(one.permutation) for _, one in rows])
    return tuple((*names, *_cells(one), p) for (names, one), p in zip(rows, adjusted, strict=True))


def _cells(one: Paired) -> tuple[Cell, ...]:
    return (
        one.n, number(one.mean_a), number(one.mean_b), number(one.difference), one.interval, number(one.rank_biserial),
        number(one.permutation), number(one.wilcoxon),
    )  # fmt: skip


def holm(chances: Sequence[float | None]) -> list[float | None]:
    """p-values adjusted for their number, step down (Holm 1979); what was not measured stays so and does not count."""
    order = sorted((p, place) for place, p in enumerate(chances) if p is not None)
    adjusted: list[float | None] = [None] * len(chances)
    highest = 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - rank)))
        adjusted[place] = highest
    return adjusted
