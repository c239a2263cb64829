"""Table I, the four corpora, and Table II, what ingestion measured in them (paper section V)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from consilience.study.results.published import beside
from consilience.study.results.run import CORPORA, Results
from consilience.study.results.table import Cell, Table

_KINDS = {"clean": "clean", "conflict": "conflicting", "degraded": "degraded", "both": "both"}


def table_corpora(results: Results) -> Table:
    """Table I."""
    return Table(
        id="I",
        slug="corpora",
        title="Corpora",
        intro="Four collections made from one set of five documents. The paper wrote its own documents; these are "
        "others "
        "of the same kind.",
        columns=(
            ("corpus", "text"), ("condition", "text"), ("documents", "count"), ("paper", "text"), ("of which", "text"),
            ("words", "count"), ("words a document", "text"), ("false statements", "count"),
        ),
        rows=tuple(_corpus(results, name) for name in CORPORA),
        notes=(
            "A counterpart is its document with other values and no other change, so that a clean statement and its "
            "counterpart are near copies: the easy case for an audit.",
        ),
    )  # fmt: skip


def _corpus(results: Results, name: str) -> tuple[Cell, ...]:
    told = results.corpora[name]
    kinds = Counter(copy["kind"] for copy in told["copies"])
    words = [copy["words"] for copy in told["copies"] if copy["words"] is not None]
    return (
        name, told["title"], told["documents"], beside("corpora", name, "documents"),
        ", ".join(f"{kinds[kind]} {word}" for kind, word in _KINDS.items() if kinds[kind]), told["words"],
        f"{min(words):,} to {max(words):,}" if words else "", _false(results, name),
    )  # fmt: skip


def _false(results: Results, corpus: str) -> int:
    """How many (relation, document) say a changed value; a statement that a degradation cut off is not among them."""
    return len({
        (line["relation_id"], one["doc"])
        for line in results.provenance if line["corpus"] == corpus
        for one in line["assertions"] if one["side"] == "injected"
    })  # fmt: skip


def table_ingestion(results: Results) -> Table:
    """Table II."""
    return Table(
        id="II",
        slug="ingestion",
        title="Level 1: document quality and agreement",
        intro="IaDNI is how well the documents are built, IeDCD the share of shared facts on which they agree, CC "
        "the mean "
        "of both. Beside each the figure of the paper, where its text prints one.",
        columns=(
            ("corpus", "text"), ("IaDNI", "score"), ("IaDNI 95%", "interval"), ("IaDNI paper", "text"),
            ("IeDCD", "score"), ("IeDCD 95%", "interval"), ("shared keys", "count"), ("flagged", "count"),
            ("flagged paper", "text"), ("CC", "score"), ("CC 95%", "interval"), ("CC paper", "text"),
        ),
        rows=tuple(_ingestion(name, results.corpora[name]) for name in CORPORA),
        notes=_differences(results),
    )  # fmt: skip


def _ingestion(name: str, told: Mapping[str, Any]) -> tuple[Cell, ...]:
    between = {score: _interval(told["intervals"].get(score)) for score in ("IaDNI", "IeDCD", "CC")}
    return (
        name, told["IaDNI"], between["IaDNI"], beside("ingestion", name, "IaDNI"), told["IeDCD"], between["IeDCD"],
        told["comparable_keys"], told["flagged_keys"], beside("ingestion", name, "flagged"), told["CC"], between["CC"],
        beside("ingestion", name, "CC"),
    )  # fmt: skip


def _interval(found: Any) -> tuple[float, float] | None:
    return None if found is None else (found[0], found[1])


def _differences(results: Results) -> tuple[str, ...]:
    quality = results.study["operators"]["Q"]["name"] if "Q" in results.study["operators"] else "embedded"
    told = [
        "IeDCD is over the facts that two or more documents state. In B and D every copy states most facts of its "
        "source "
        "again, so that few false values lower it little: look at the count of flagged keys, too.",
    ]
    if quality == "embedded":
        told.insert(
            0,
            "Q here measures the text; the paper asked a language model for a grade. The levels are on different "
            "scales, "
            "the order of the corpora can be compared.",
        )
    return tuple(told)
