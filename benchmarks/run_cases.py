"""`cases`: every `grounding` row of shared/data/cases.jsonl, each once wrong in some tool, judged and compared with the
verdict that a user expects. An answer without a score does not count as one that was raised.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from figures import Figure, table

from consilience.answer.entries import acs
from consilience.answer.judge import EmbeddedJudge
from consilience.model import AnswerAudit, NotMeasured, Passage

ABSTAINED = frozenset({"abstained", "correct_abstention"})
VERDICTS = frozenset({"supported", "contradicted", "unsupported"})
NO_EVIDENCE = 0.0  # expected where there is none; the status says more than the number


def run(shared: Path) -> str:
    file = shared / "data" / "cases.jsonl"
    if not file.is_file():
        return f"## cases\n\nSkipped: there is no {file} (--shared DIR).\n"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    rows = [row for row in rows if row["kind"] == "grounding"]
    wrong = {row["id"]: list(_wrong(row["expected"], judged(row["input"]))) for row in rows}
    wrong = {name: reasons for name, reasons in wrong.items() if reasons}
    right = len(rows) - len(wrong)
    figures = [Figure("grounding cases right", f"{right} of {len(rows)}", f"{len(rows)} of {len(rows)}", not wrong)]
    return table("cases", figures) + "".join(f"- {name}: {'; '.join(told)}\n" for name, told in sorted(wrong.items()))


def judged(given: Mapping[str, Any]) -> AnswerAudit:
    contexts = [Passage(f"context {number}", text) for number, text in enumerate(given["contexts"], 1)]
    return EmbeddedJudge().judge(given["question"], given["answer"], contexts)


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
