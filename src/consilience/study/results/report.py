"""All that a finished study says, as one dictionary (schema consilience/study-report/1); pure but for reading RUN."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from consilience.study.results.answer_tables import table_agreement, table_scores, table_verdicts
from consilience.study.results.claims_answers import claims_answers
from consilience.study.results.claims_corpus import claims_corpus
from consilience.study.results.competing import cases, table_competing
from consilience.study.results.corpus_tables import table_corpora, table_ingestion
from consilience.study.results.extraction_tables import (
    table_correspondence,
    table_correspondence_examples,
    table_recovery,
    table_recovery_examples,
)
from consilience.study.results.figure import figure, table_figure
from consilience.study.results.run import Results, read_results
from consilience.study.results.table import Table
from consilience.study.results.tests import table_tests, table_tests_by_type

SCHEMA = "consilience/study-report/1"
TABLES: tuple[Callable[[Results], Table | None], ...] = (
    table_corpora, table_ingestion, table_recovery, table_recovery_examples, table_correspondence,
    table_correspondence_examples, table_figure, table_scores, table_competing, table_verdicts, table_agreement,
    table_tests, table_tests_by_type,
)  # fmt: skip
SOURCE = (
    "Figures of the paper are those that its text prints (A Hierarchical Consistency Framework for Auditing "
    "Retrieval-Augmented Generation Systems, sections IV and V); an empty cell means that the text gives none."
)


def study_report(folder: Path) -> dict[str, Any]:
    """Read RUN and work out everything. Raises StudyError."""
    return report_of(read_results(folder))


def report_of(results: Results) -> dict[str, Any]:
    """The same of results that were read: the same results give the same dictionary."""
    study = results.study
    claims = [*claims_corpus(results), *claims_answers(results)]
    return {
        "schema": SCHEMA,
        "version": study["version"],
        "seed": study["seed"],
        "profile": study["profile"],
        "operators": study["operators"],
        "headline": _headline(results),
        "verdicts": results.verdicts.basis(),
        "source": SOURCE,
        "scores": {
            name: {part: told[part] for part in ("title", "documents", "IaDNI", "IeDCD", "CC", "flagged_keys")}
            | {"ACS": _mean(results, name)}
            for name, told in results.corpora.items()
        },
        "tables": [made.to_dict() for table in TABLES if (made := table(results)) is not None],
        "figure": figure(results),
        "claims": [claim.to_dict() for claim in claims],
        "outcomes": dict(sorted(Counter(claim.outcome for claim in claims).items())),
    }


def _mean(results: Results, corpus: str) -> float | None:
    values = results.values(corpus, "ACS")
    return sum(values) / len(values) if values else None


def _headline(results: Results) -> str:
    """The sentence to remember."""
    flagged = sum(line["flagged"] for line in results.correspondence)
    recovered = sum(line["recovered"] for line in results.recovery)
    asked = [one for one in cases(results) if one.planted]
    named = sum(one.named for one in asked)
    return (
        f"{flagged} of {len(results.correspondence)} planted conflicts flagged, {recovered} of {len(results.recovery)} "
        f"reference facts recovered; {named} of {len(asked)} answers about a changed value name the competing "
        "statement."
    )
