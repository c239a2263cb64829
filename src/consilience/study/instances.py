"""The 100 instances: 25 questions asked of four corpora, each answer beside its reference (paper section IV)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from consilience.study.baseline import StudyQuery
from consilience.study.verdict import automatic

_REVIEW = {"reviewer_1": "", "reviewer_2": "", "note": ""}


def instances(corpus: str, queries: Sequence[StudyQuery], answers: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A row of the register for every question asked of a corpus; `answers` are the lines of its answers.jsonl.

    A score that was not measured is None; the columns of reviewers are empty.
    """
    by_id = {line["id"]: line for line in answers}
    return [_row(corpus, asked, by_id[asked.query.id]) for asked in queries]


def _row(corpus: str, asked: StudyQuery, line: Mapping[str, Any]) -> dict[str, Any]:
    told = automatic(line["answer"], line["status"], asked.keys)
    query = asked.query
    return {
        "instance": f"{corpus}-{query.id}", "corpus": corpus, "query": query.id, "type": query.type,
        "question": query.question, "reference": query.reference, "answer": line["answer"] or "",
        "status": line["status"], "ACS": line["ACS"], "SS1": line["SS1"], "SSmu": line["SSmu"],
        "SSsigma": line["SSsigma"], "k": line["k"], "automatic": told.verdict, "automatic_reason": told.reason,
        **_REVIEW,
    }  # fmt: skip
