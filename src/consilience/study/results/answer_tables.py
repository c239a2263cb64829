"""Table VII, the scores of levels 2 and 3, and beside the paper's tables the verdicts on the answers."""

from __future__ import annotations

from collections import Counter

from consilience import statistics
from consilience.scores import Score
from consilience.study.agreement import Agreement, agreements
from consilience.study.register import VERDICTS
from consilience.study.results.published import beside, published
from consilience.study.results.run import CORPORA, SCORES, TYPES, Results
from consilience.study.results.table import Cell, Table
from consilience.study.results.verdicts import DISPUTED

_ENCODER = "multilingual-e5-large"  # of the paper


def table_scores(results: Results) -> Table:
    """Table VII: means over the questions, with sample standard deviations and intervals of the mean."""
    return Table(
        id="VII",
        slug="scores",
        title="Levels 2 and 3: means over the questions",
        intro="The standard deviation tells how the questions differ, not how another run would; the interval is "
        "that of "
        "the mean, from resampled questions.",
        columns=(
            ("score", "text"), ("corpus", "text"), ("n", "count"), ("mean", "score"), ("sd", "score"),
            ("95%", "interval"), ("paper", "text"),
        ),
        rows=tuple(_score(results, score, corpus) for score in SCORES for corpus in CORPORA),
        notes=(*_notes(results), *_unmeasured(results)),
    )  # fmt: skip


def _score(results: Results, score: str, corpus: str) -> tuple[Cell, ...]:
    told = statistics.summary(results.values(corpus, score), *results.bootstrap)
    figure = published("scores", score, corpus)
    return (
        score, corpus, told.n, number(told.mean), number(told.sd), told.interval,
        f"{figure:.4f}" if figure is not None else _between(score),
    )  # fmt: skip


def _between(score: str) -> str:
    told = beside("scores", score, "range")
    return f"{told} in all" if told else ""


def number(score: Score) -> float | None:
    """A score as a cell: None where it was not measured."""
    return score if isinstance(score, float) else None


def _notes(results: Results) -> tuple[str, ...]:
    operators = results.study["operators"]
    encoder, judge = operators.get("encoder", {}), operators.get("judge", {}).get("name")
    model = str(encoder.get("settings", {}).get("model", encoder.get("name", "another encoder")))
    told = []
    if not model.endswith(_ENCODER):
        told.append(
            f"Similarities are on the scale of the encoder: {model} here, {_ENCODER} in the paper, which gives almost "
            "every pair of texts a high similarity. Differences between corpora can be compared, levels cannot."
        )
    contrary = number(statistics.mean(results.values("B", "ACS", "targeted")))
    if judge == "embedded" and contrary is not None:
        told.append(
            "J here multiplies by how likely it is that the evidence agrees: the mean of the targeted questions of B "
            f"is {contrary:.2f}. The judge of the paper was a language model that took off less for a conflict, so "
            "that the mean of B lies higher there."
        )
    return tuple(told)


def _unmeasured(results: Results) -> tuple[str, ...]:
    without = [row["instance"] for row in results.register if row["ACS"] is None]
    if not without:
        return ()
    return (f"No ACS (the answer abstains or has no evidence, and no mean counts it): {', '.join(without)}.",)


def table_verdicts(results: Results) -> Table:
    """How the answers agree with their references: in each corpus and type of question."""
    parts = [(corpus, kind) for corpus in CORPORA for kind in TYPES]
    return Table(
        id="verdicts",
        slug="verdicts",
        title="Answers beside their reference",
        intro="Partial: a part of the reference is missing, or the answer also gives a value that cannot be true "
        "beside "
        "it. The paper's reader compared all 100; its counts are not in the text.",
        columns=(
            ("corpus", "text"), ("questions", "text"), ("n", "count"), ("match", "count"), ("partial", "count"),
            ("differs", "count"), ("no answer", "count"), ("disputed", "count"),
        ),
        rows=tuple(_counted(results, corpus, kind) for corpus, kind in parts if results.rows(corpus, kind)),
        basis=results.verdicts.basis(),
        notes=_both_told(results),
    )  # fmt: skip


def _counted(results: Results, corpus: str, kind: str) -> tuple[Cell, ...]:
    rows = results.rows(corpus, kind)
    counts = Counter(results.verdicts.of[row["instance"]] for row in rows)
    return (corpus, kind, len(rows), *(counts[name] for name in (*VERDICTS, DISPUTED)))


def _both_told(results: Results) -> tuple[str, ...]:
    if results.study["operators"].get("generator", {}).get("name") != "embedded":
        return ()
    return (
        "The generator here quotes; where its evidence disagrees it says so and gives both sides. An answer like "
        "that holds "
        "the reference and is still partial, where the paper's language model chose one value.",
    )


def table_agreement(results: Results) -> Table | None:
    """How far people agree, and the automatic pre-verdict with each of them; None while nobody has judged."""
    found = agreements(results.register, *results.bootstrap)
    if not found:
        return None
    return Table(
        id="agreement",
        slug="agreement",
        title="Agreement on the verdicts",
        intro="Share: the answers that both judged and that got the same verdict. Alpha (Krippendorff): 1 is perfect "
        "agreement, 0 what chance gives. The automatic pre-verdict is no reviewer.",
        columns=(
            ("first", "text"), ("second", "text"), ("n", "count"), ("share", "score"), ("alpha", "score"),
            ("95%", "interval"),
        ),
        rows=tuple((*_between_whom(one), one.n, number(one.share), number(one.alpha), one.interval) for one in found),
        basis=results.verdicts.basis(),
    )  # fmt: skip


def _between_whom(one: Agreement) -> tuple[str, str]:
    first, second = (name.replace("_", " ") for name in (one.first, one.second))
    return first, second
