"""`cases`: rows of shared/data/cases.jsonl, each once wrong in some tool.

Every `grounding` row is judged, by the embedded judge and by rules, and compared with the verdict that a user expects;
every `robustness` row is tried (run_robust.py, robust_replies.py). An answer without a score does not count as one that
was raised.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import robust_replies
import run_robust
from figures import Figure, table

from consilience.answer.entries import acs
from consilience.answer.judge import EmbeddedJudge
from consilience.answer.rules import RulesJudge
from consilience.model import AnswerAudit, NotMeasured, Passage
from consilience.operators import Judge

ABSTAINED = frozenset({"abstained", "correct_abstention"})
VERDICTS = frozenset({"supported", "contradicted", "unsupported"})
NO_EVIDENCE = 0.0  # expected where there is none; the status says more than the number


def run(shared: Path) -> str:
    file = shared / "data" / "cases.jsonl"
    if not file.is_file():
        return f"## cases\n\nSkipped: there is no {file} (--shared DIR).\n"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    grounding = [row for row in rows if row["kind"] == "grounding"]
    robust = [row for row in rows if row["kind"] == "robustness"]
    parted = {
        "grounding": {row["id"]: list(_missed(row, grounding, EmbeddedJudge())) for row in grounding},
        "robustness": {row["id"]: list(_of(row).wrong(row)) for row in robust},
    }
    by_rules = {row["id"]: list(_missed(row, grounding, RulesJudge())) for row in grounding}
    right = sum(not why for why in by_rules.values())
    figures = [_figure(kind, found) for kind, found in parted.items()]
    figures.append(Figure("grounding cases right by rules alone", f"{right} of {len(by_rules)}"))
    told = table("cases", figures)
    parted["by rules"] = {f"{name}, by rules": why for name, why in by_rules.items()}
    lines = [f"- {name}: {'; '.join(why)}" for found in parted.values() for name, why in sorted(found.items()) if why]
    return told + "".join(f"{line}\n" for line in lines)


def _of(row: Mapping[str, Any]) -> ModuleType:
    """What tries a robustness row: the parts of the package, or a judge whose model replies as the row says."""
    return robust_replies if run_robust.waits(row) else run_robust


def _figure(kind: str, found: Mapping[str, Sequence[str]]) -> Figure:
    right = sum(not why for why in found.values())
    return Figure(
        f"{kind} cases right", f"{right} of {len(found)}", f"{len(found)} of {len(found)}", right == len(found)
    )


def _missed(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], judge: Judge) -> Iterator[str]:
    yield from _wrong(row["expected"], judged(row["input"], judge))
    yield from _moved(row, rows, judge)


def _moved(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], judge: Judge) -> Iterator[str]:
    """Where unrelated contexts are said to change nothing: those of all other rows are put beside the first."""
    if "unrelated" not in row["expected"].get("invariance", ""):
        return
    first = row["input"]["contexts"][:1]
    others = [text for one in rows if one is not row for text in one["input"]["contexts"]]
    alone, among = (judged({**row["input"], "contexts": given}, judge) for given in (first, [*others, *first]))
    if [one.verdict for one in alone.claims] != [one.verdict for one in among.claims]:
        yield f"{len(others)} unrelated contexts change the verdicts"


def judged(given: Mapping[str, Any], judge: Judge) -> AnswerAudit:
    contexts = [Passage(f"context {number}", text) for number, text in enumerate(given["contexts"], 1)]
    return judge.judge(given["question"], given["answer"], contexts)


def _wrong(expected: Mapping[str, Any], audit: AnswerAudit) -> Iterator[str]:
    """What differs from the expected, in words."""
    found, verdict = [one.verdict for one in audit.claims], expected.get("verdict")
    if verdict in ABSTAINED and audit.status != "abstained":
        yield f"{audit.status}, should be abstained"
    if verdict in VERDICTS and (not found or set(found) != {verdict}):
        yield f"{', '.join(found) or audit.status}, should be {verdict}"
    if expected.get("claims", found) != found:
        yield f"{', '.join(found)}, should be {', '.join(expected['claims'])}"
    score = acs(audit)
    if isinstance(score, NotMeasured):
        if expected.get("score", None) not in (None, NO_EVIDENCE) or "score_min" in expected:
            yield f"no score: {score.reason}"
        return
    yield from _outside(expected, score)


def _outside(expected: Mapping[str, Any], score: float) -> Iterator[str]:
    if "score" in expected and (expected["score"] is None or abs(score - expected["score"]) > 1e-6):
        yield f"ACS {score:.2f}, should be {expected['score']}"
    if score > expected.get("score_max", 1.0) or score >= expected.get("score_max_exclusive", 2.0):
        yield f"ACS {score:.2f} is too high"
    if score < expected.get("score_min", 0.0) or score == expected.get("score_not"):
        yield f"ACS {score:.2f} is wrong"
