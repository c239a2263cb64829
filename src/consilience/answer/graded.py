"""The grades that a log carries from another judge, summed up beside our own: where the two part ways.

ACS and such a grade are held against each other only where both speak of the answer by its evidence: a grade of a fault
(toxicity), of the look-up (context precision), of the topic (relevancy) or of manners is summed up and not compared.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from consilience.answer.records.grades import of_a_fault
from consilience.answer.summaries import summary
from consilience.settings import ScoreSettings

PRAISED = 0.8  # a grade from which on another judge calls an answer good,
DOUBTED = 0.5  # and an ACS up to which it is not agreed with: a supported answer whose evidence says otherwise has it
_LISTED = 20  # answers on which the two part ways, the widest first, and grades without a value
_NAMES = 100  # grades of different names in a log
_WORDS = 300  # characters of a justification
_BESIDE_IT = re.compile(
    r"context|retriev|rerank|recall|precision|relevan|coheren|concise|fluen|tone|style|length|format|readab", re.I
)  # the contexts, the topic, the manner: an answer that is good in these may contradict its evidence


def compared(name: str) -> bool:
    """Whether a grade of that name says, high, what a high ACS says."""
    return not (of_a_fault(name) or _BESIDE_IT.search(name))


@dataclass
class Graded:
    """The grades of one name, over all lines of answers.jsonl."""

    name: str
    given: int = 0
    values: list[float] = field(default_factory=list)
    acs: list[float] = field(default_factory=list)
    apart: int = 0
    missing: list[dict[str, Any]] = field(default_factory=list)
    _widest: list[tuple[float, int, dict[str, Any]]] = field(default_factory=list)

    def meet(self, grade: Mapping[str, Any], line: Mapping[str, Any]) -> None:
        self.given += 1
        value, acs = grade["value"], line["ACS"]
        if value is None:
            self.missing += [{"id": line["id"], "reason": grade["reason"]}] if len(self.missing) < _LISTED else []
            return
        self.values.append(value)
        if acs is None:
            return
        self.acs.append(acs)
        if compared(self.name) and value >= PRAISED and acs <= DOUBTED:
            self._part(value, acs, line)

    def to_dict(self, settings: ScoreSettings) -> dict[str, Any]:
        """The entry of judge.json; `ACS` is over the answers that have this grade as well."""
        return {
            "name": self.name, "given": self.given, "value": summary(self.values, settings),
            "ACS": summary(self.acs, settings), "apart": self._apart() if compared(self.name) else None,
            "not_measured": {"n": self.given - len(self.values), "answers": self.missing},
        }  # fmt: skip

    def _part(self, value: float, acs: float, line: Mapping[str, Any]) -> None:
        self.apart += 1
        words = str(line["justification"] or "")[:_WORDS]
        one = {"id": line["id"], "value": value, "ACS": acs, "justification": words}
        heapq.heappush(self._widest, (value - acs, -self.apart, one))
        if len(self._widest) > _LISTED:
            heapq.heappop(self._widest)

    def _apart(self) -> dict[str, Any]:
        worst = sorted(self._widest, key=lambda one: (-one[0], -one[1]))
        return {"at_least": PRAISED, "ACS_at_most": DOUBTED, "n": self.apart, "answers": [one for _, _, one in worst]}


class Grades:
    """The grades of a whole log, by name, in the order in which the lines first have them."""

    def __init__(self) -> None:
        self._named: dict[str, Graded] = {}

    def meet(self, line: Mapping[str, Any]) -> None:
        """Take in the grades of a line of answers.jsonl."""
        for one in line["grades"]:
            name = one["name"]
            if name in self._named or len(self._named) < _NAMES:
                self._named.setdefault(name, Graded(name)).meet(one, line)

    def to_dict(self, settings: ScoreSettings) -> list[dict[str, Any]]:
        return [one.to_dict(settings) for one in self._named.values()]
