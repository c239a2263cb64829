"""The Python interface: the same flow as the command line, without the terminal, a file a level."""

from __future__ import annotations

from consilience.api.answers import ask, evaluate
from consilience.api.documents import audit
from consilience.api.estimates import estimate_audit, estimate_evaluation, estimate_judging, estimate_study
from consilience.api.judging import judge, judge_records
from consilience.api.knowledge import index, search
from consilience.api.studies import study, study_report

__all__ = [
    "ask", "audit", "estimate_audit", "estimate_evaluation", "estimate_judging", "estimate_study", "evaluate", "index",
    "judge", "judge_records", "search", "study", "study_report",
]  # fmt: skip
