"""`corpora`: the audit corpora with known truth, scored by the shared scorer (positions, not wording)."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from figures import Figure, at_least, at_most, table

from consilience.corpus.matching.model import card

TARGETED = ("handbook", "plant")  # the corpora whose figures have a target in this version
COLUMNS = (
    "corpus",
    "matcher",
    "recall",
    "precision",
    "flagged",
    "agreements",
    "near misses",
    "facts",
    "unplaced",
    "separated",
)


def run(shared: Path) -> str:
    corpora = sorted(path.parent for path in shared.glob("corpora/*/truth.json"))
    scorer = shared / "tools" / "score_audit.py"
    if not corpora or not scorer.is_file():
        return f"## corpora\n\nSkipped: there are no audit corpora below {shared} (--shared DIR).\n"
    scores = [_score(corpus, scorer) for corpus in corpora]
    trained = frozenset(card()["training"]["corpora"])
    figures = [figure for score in scores if score["corpus"] in TARGETED for figure in _targets(score)]
    held = [score for score in scores if score["corpus"] not in trained]
    seen = [score for score in scores if score["corpus"] in trained]
    totals = [*_totals("held back", held), *_totals("trained on", seen)]
    return "\n".join([_overview(scores, trained), table("corpora: targets", [*figures, *totals]), _unseen()])


def _unseen() -> str:
    """From the card of the matcher: each corpus scored by trees that saw the other seven."""
    held = card()["held_back"]
    shown = [("trees and pair network", held["conflicts"]), ("trees alone", held["conflicts_without_network"])]
    lines = ["## corpora: each left out in turn", ""]
    for name, table_of in shown:
        lines += [f"{name}:", "", "| threshold | flagged | precision | recall |", "|---|---|---|---|"]
        lines += [
            f"| {one['threshold']} | {one['flagged']} | {one['precision']} | {one['recall']} |" for one in table_of
        ]
        lines.append("")
    lines += ["confidence, and how often it is right:", "", "| confidence | pairs | right |", "|---|---|---|"]
    lines += [f"| {one['confidence']} | {one['pairs']} | {one['right']} |" for one in held["reliability"]]
    return "\n".join(lines) + "\n"


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


def _totals(name: str, scores: list[dict[str, Any]]) -> list[Figure]:
    """Some corpora together: every conflict counts the same, and so does every flagged key."""
    if not scores:
        return []
    found, conflicts = (sum(len(score[key]) for score in scores) for key in ("found", "missed"))
    flagged = sum(score["flagged"] for score in scores)
    matching = sum(score["matching"] for score in scores)
    return [
        Figure(f"{name}: recall", f"{found / (found + conflicts):.2f} ({found} of {found + conflicts})"),
        Figure(
            f"{name}: precision",
            f"{matching / flagged:.2f} ({matching} of {flagged})" if flagged else "nothing flagged",
        ),
    ]


def _overview(scores: list[dict[str, Any]], trained: frozenset[str]) -> str:
    """One row a corpus; the figures of one that the matcher was trained on say little."""
    lines = ["## corpora", "", "| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    for score in scores:
        cells = (
            score["corpus"],
            "trained on" if score["corpus"] in trained else "held back",
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
