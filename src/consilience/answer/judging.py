"""Logged answers to their audits: `consilience judge`. Records are judged one at a time and none is kept.

records -> (question, answer, evidence) -> J -> a line of answers.jsonl each -> judge.json for all of them
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from consilience.answer.entries import acs, answer_entry
from consilience.answer.evaluation_records import LOWEST, operator_entry
from consilience.answer.records.model import Context, Metric, Record, RecordsError, Skipped
from consilience.answer.records.read import Log
from consilience.answer.records.similarities import retrieval_scores, similarities
from consilience.answer.summaries import summaries
from consilience.model import Answer, AnswerAudit, NotMeasured, Passage
from consilience.operators import Judge, OperatorError
from consilience.retrieval.records import number
from consilience.scores import Score
from consilience.settings import Settings

SCHEMA = "consilience/judge/1"
_LISTED = 1_000  # skipped records, or records without evidence, that judge.json lists
_QUESTION = 300  # characters of a question in the list of the lowest


@dataclass(frozen=True, slots=True)
class Judged:
    """One logged answer and what the judge says of it."""

    record: Record
    audit: AnswerAudit
    metric: Metric | None = None

    @property
    def status(self) -> str:
        return self.audit.status

    @property
    def ACS(self) -> Score:
        return acs(self.audit)

    def to_dict(self) -> dict[str, Any]:
        """The line of answers.jsonl (CONTRACT). A log does not say what an answer cites: `citations` is empty."""
        one, k = self.record, len(self.record.contexts)
        found = retrieval_scores(one.contexts, self.metric)
        reasons = {name: score.reason for name, score in found.items() if isinstance(score, NotMeasured)}
        told = answer_entry(Answer(one.answer), self.audit, k)
        return {
            "id": one.id, "question": one.question, "type": one.type, "reference": one.reference, "roles": None,
            "status": told["status"], "answer": told["answer"], "citations": told["citations"],
            "k": k, **{name: number(score) for name, score in found.items()},
            "ACS": told["ACS"], "parts": told["parts"], "justification": told["justification"],
            "claims": told["claims"], "evidence_conflicts": told["evidence_conflicts"],
            "retrieved": _retrieved(one.contexts, self.metric), "withheld": None,
            "not_measured": {**reasons, **told["not_measured"]},
        }  # fmt: skip


def judge_one(judge: Judge, record: Record, metric: Metric | None = None) -> Judged:
    """The audit of one record; a judge that fails gives the status `judge_failed` with its reason."""
    evidence = [Passage(one.doc, one.text) for one in record.contexts]
    try:
        audit = judge.judge(record.question, record.answer, evidence)
    except OperatorError as error:
        audit = AnswerAudit("judge_failed", str(error))
    return Judged(record, audit, metric)


@dataclass
class Judging:
    """All records of a log. `lines()` judges them, once; `to_dict()` then sums up what they gave.

    Of a record only its scores stay in memory, so that a log may be larger than it.
    """

    log: Log
    source: str
    judge: Judge
    settings: Settings
    metric: Metric | None = None
    skipped: int = 0
    _listed: list[Skipped] = field(default_factory=list)
    _rows: list[dict[str, Any]] = field(default_factory=list)
    _lowest: list[tuple[float, int, dict[str, Any]]] = field(default_factory=list)
    _without: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of answers.jsonl, in the order of the log. Raises RecordsError when no record can be judged."""
        for one in self.log.records:
            if isinstance(one, Skipped):
                self.skipped += 1
                self._listed += [one] if len(self._listed) < _LISTED else []
                continue
            line = judge_one(self.judge, one, self.metric).to_dict()
            self._count(line)
            yield line
        if not self._rows:
            first = self._listed[0]
            raise RecordsError(f"No record of {self.source} can be judged: {first.place}: {first.reason}.")

    def to_dict(self) -> dict[str, Any]:
        """The content of judge.json; types stand in the order in which the records first name them."""
        rows, scores = self._rows, self.settings.scores
        kinds = list(dict.fromkeys(row["type"] for row in rows))
        return {
            "schema": SCHEMA,
            "version": version("consilience"),
            "settings": self.settings.model_dump(mode="json"),
            "operators": {"judge": operator_entry(self.judge.spec)},
            "records": self.source,
            "mapping": {"tool": self.log.tool, "fields": dict(self.log.fields), "metric": self.metric},
            "all": summaries(rows, scores),
            "by_type": [
                {"type": kind, **summaries([row for row in rows if row["type"] == kind], scores)} for kind in kinds
            ],
            "lowest_ACS": [brief for _, _, brief in sorted(self._lowest, key=lambda one: (-one[0], -one[1]))],
            "no_evidence": self._without,
            "skipped": [{"record": one.place, "reason": one.reason} for one in self._listed],
            "skipped_total": self.skipped,
        }

    def _count(self, line: Mapping[str, Any]) -> None:
        row = {name: line[name] for name in ("type", "SS1", "SSmu", "SSsigma", "ACS", "k", "status")}
        self._rows.append(row)
        if line["status"] == "no_evidence" and len(self._without) < _LISTED:
            self._without.append(line["id"])
        if line["ACS"] is not None:
            brief = {name: line[name] for name in ("id", "type", "question", "SS1", "ACS", "k")}
            brief["question"] = brief["question"][:_QUESTION]
            heapq.heappush(self._lowest, (-line["ACS"], -len(self._rows), brief))
            if len(self._lowest) > LOWEST:
                heapq.heappop(self._lowest)


def _retrieved(contexts: Sequence[Context], metric: Metric | None) -> list[dict[str, Any]]:
    """The contexts in the order of the log. A log says neither where in its document a context begins nor which chunk
    of it that was: offsets count from the beginning of the context.
    """
    told = similarities(contexts, metric)
    known: Sequence[float | None] = [None] * len(contexts) if isinstance(told, NotMeasured) else told
    return [
        {
            "rank": rank, "chunk": None, "doc": one.doc, "start": 0, "end": len(one.text), "section": "",
            "text": one.text, "similarity": None if similarity is None else number(similarity), "rerank": None,
        }
        for rank, (one, similarity) in enumerate(zip(contexts, known, strict=True), 1)
    ]  # fmt: skip
