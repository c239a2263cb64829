"""`corpora`: the audit corpora with known truth, scored by the shared scorer (positions, not wording)."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from figures import Figure, at_least, at_most, table

TARGETED = ("handbook", "plant")  # the corpora whose figures have a target in this version
COLUMNS = ("corpus", "recall", "precision", "flagged", "agreements", "near misses", "facts", "unplaced", "separated")


def run(shared: Path) -> str:
    corpora = sorted(path.parent for path in shared.glob("corpora/*/truth.json"))
    scorer = shared / "tools" / "score_audit.py"
    if not corpora or not scorer.is_file():
        return f"## corpora\n\nSkipped: there are no audit corpora below {shared} (--shared DIR).\n"
    scores = [_score(corpus, scorer) for corpus in corpora]
    figures = [figure for score in scores if score["corpus"] in TARGETED for figure in _targets(score)]
    return _overview(scores) + "\n" + table("corpora: targets", [*figures, *_totals(scores)])


def _score(corpus: Path, scorer: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        audit = [sys.executable, "-m", "consilience", "audit", str(corpus / "docs"), "--out", str(out)]
        subprocess.run([*audit, "--quiet", "--no-cache"], check=True)
        command = [sys.executable, str(scorer), str(corpus), str(out), "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    score: dict[str, Any] = json.loads(done.stdout)
    return score


def _targets(score: dict[str, Any]) -> list[Figure]:
    name, recovered = score["corpus"], int(score["facts_recovered"].split("/")[0])
    return [
        at_least(f"{name}: recall", score["recall"], 0.25),
        at_least(f"{name}: precision", score["precision"], 0.5)
        if score["flagged"]
        else Figure(f"{name}: precision", "nothing flagged", "at least 0.50", False),
        at_least(f"{name}: reference facts recovered of 40", recovered, 30, digits=0),
        at_most(f"{name}: quotes not found in their document", score["quotes_not_in_document"], 0, digits=0),
    ]


def _totals(scores: list[dict[str, Any]]) -> list[Figure]:
    """All corpora together: every conflict counts the same, and so does every flagged key."""
    found, conflicts = (sum(len(score[key]) for score in scores) for key in ("found", "missed"))
    flagged = sum(score["flagged"] for score in scores)
    matching = sum(score["matching"] for score in scores)
    return [
        Figure("all: recall", f"{found / (found + conflicts):.2f} ({found} of {found + conflicts})"),
        Figure(
            "all: precision", f"{matching / flagged:.2f} ({matching} of {flagged})" if flagged else "nothing flagged"
        ),
    ]


def _overview(scores: list[dict[str, Any]]) -> str:
    lines = ["## corpora", "", "| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    for score in scores:
        cells = (
            score["corpus"],
            f"{score['recall']:.2f}",
            "none flagged" if score["precision"] is None else f"{score['precision']:.2f}",
            score["flagged"],
            len(score["agreements_flagged"]),
            len(score["near_misses_flagged"]),
            score["facts_recovered"],
            score["quotes_not_in_document"],
            "yes" if score["quality_separated"] else "no",
        )
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"
