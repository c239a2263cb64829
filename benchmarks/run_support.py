"""`support`: is a claim supported by its evidence? Cross-validated by source, one model and even odds for all sets.

Features are computed afresh and the model is fitted as training/train_support.py does: minutes on an idle machine.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from figures import Figure, at_least, table

TRAINING = Path(__file__).resolve().parents[1] / "training"
WICE, SUMMARIES = 0.68, 0.62


def run(shared: Path) -> str:
    if not (shared / "data" / "wice.jsonl").is_file():
        return f"## support\n\nSkipped: there is no wice.jsonl in {shared / 'data'} (--shared DIR).\n"
    sys.path.append(str(TRAINING))  # the model of each fold is fitted as the one that ships
    from support_data import labelled
    from train_support import measured, rows_of

    found = labelled(shared)
    held, turned = measured(found, rows_of(found))
    figures = [
        at_least("wice: supported against the rest, balanced accuracy", _balanced(held, "wice"), WICE, digits=3),
        at_least("summedits: whole summaries, balanced accuracy", _balanced(held, WHOLE), SUMMARIES, digits=3),
    ]
    for name in ("fool_me_twice", "fever_symmetric", "slots"):
        figures.append(Figure(f"{name}: balanced accuracy", f"{_balanced(held, name):.3f}"))
    figures.append(Figure("claims beside evidence of another: not supported", f"{held['mismatched']['accuracy']:.3f}"))
    figures.append(Figure("slots: contradicted or unsupported", f"{_balanced(turned, 'slots'):.3f}"))
    return table("support", figures)


WHOLE = "summedits, whole"


def _balanced(held: dict[str, Any], name: str) -> float:
    return float(held[name]["balanced_accuracy"])


__all__ = ["run"]
