"""Logged answers to their audits: `consilience judge`. Records are judged one at a time and none is kept.

records -> (question, answer, evidence) -> J -> a line of answers.jsonl each -> what if a side of a conflict were
withdrawn -> judge.json for all of them, with what to mend first and where the log's own grades say otherwise
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from consilience.answer.evaluation_records import LOWEST, operator_entry
from consilience.answer.graded import Grades
from consilience.answer.judging_crew import told
from consilience.answer.mend import Met, mend_first
from consilience.answer.mend_entries import mend_entries
from consilience.answer.records.context_scores import LeftOut
from consilience.answer.records.model import Metric, RecordsError, Skipped
from consilience.answer.records.read import Log
from consilience.answer.summaries import SCORES, summaries
from consilience.answer.team import Team
from consilience.answer.trace import NOTHING_KNOWN, Known
from consilience.model import EvidenceConflict
from consilience.settings import Settings

SCHEMA = "consilience/judge/1"
_LISTED = 1_000  # skipped records, or records without evidence, that judge.json lists
_QUESTION = 300  # characters of a question in the list of the lowest


@dataclass
class Judging:
    """All records of a log. `lines()` judges them, once; `to_dict()` then sums up what they gave.

    Of a record only its scores and the conflicts in its evidence stay in memory, so that a log may be larger than it.
    `known` are the conflicts of an audit of the documents, by their words.
    """

    log: Log
    source: str
    team: Team
    settings: Settings
    metric: Metric | None = None
    known: Known = NOTHING_KNOWN
    processes: int = 1
    skipped: int = 0
    _listed: list[Skipped] = field(default_factory=list)
    _left_out: LeftOut = field(default_factory=LeftOut)
    _rows: list[dict[str, Any]] = field(default_factory=list)
    _lowest: list[tuple[float, int, dict[str, Any]]] = field(default_factory=list)
    _without: list[str] = field(default_factory=list)
    _grades: Grades = field(default_factory=Grades)
    _met: list[Met] = field(default_factory=list)
    _shared: dict[EvidenceConflict, EvidenceConflict] = field(default_factory=dict)

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of answers.jsonl, in the order of the log. Raises RecordsError when no record can be judged."""
        for one in told(self.team.judge, self.log.records, self.metric, self.known, self.processes):
            if isinstance(one, Skipped):
                self.skipped += 1
                self._listed += [one] if len(self._listed) < _LISTED else []
                continue
            judged, found = one
            self._meet(found)
            self._left_out.meet(judged.record)
            line = judged.to_dict()
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
            "operators": {"judge": operator_entry(self.team.judge.spec)},
            "records": self.source,
            "mapping": {"tool": self.log.tool, "fields": dict(self.log.fields), "metric": self.metric},
            "all": summaries(rows, scores),
            "by_type": [
                {"type": kind, **summaries([row for row in rows if row["type"] == kind], scores)} for kind in kinds
            ],
            "lowest_ACS": [brief for _, _, brief in sorted(self._lowest, key=lambda one: (-one[0], -one[1]))],
            "no_evidence": self._without,
            "grades": self._grades.to_dict(scores),
            **mend_entries(mend_first(self._met, by_words=True)),
            "skipped": [{"record": one.place, "reason": one.reason} for one in self._listed],
            "skipped_total": self.skipped,
            **self._left_out.to_dict(),
            **({"llm": spending.to_dict()} if (spending := self.team.spending) else {}),
        }

    def _meet(self, found: Sequence[Met]) -> None:
        """The same passages answer many questions of a log: of equal conflicts one is kept."""
        self._met += [Met(self._shared.setdefault(one.conflict, one.conflict), one.touched) for one in found]

    def _count(self, line: Mapping[str, Any]) -> None:
        row = {name: line[name] for name in ("type", *SCORES, "k", "status")}
        self._rows.append(row)
        self._grades.meet(line)
        if line["status"] == "no_evidence" and len(self._without) < _LISTED:
            self._without.append(line["id"])
        if line["ACS"] is not None:
            brief = {name: line[name] for name in ("id", "type", "question", "SS1", "ACS", "k")}
            brief["question"] = brief["question"][:_QUESTION]
            heapq.heappush(self._lowest, (-line["ACS"], -len(self._rows), brief))
            if len(self._lowest) > LOWEST:
                heapq.heappop(self._lowest)
