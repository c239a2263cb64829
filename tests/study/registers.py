"""Rows of a register, as a run writes them."""

from __future__ import annotations

from typing import Any

from consilience.study.register import Row

_ANSWERS = {
    "Q01": ("What is the speed of light in a vacuum?", "299,792,458 m/s", "It is 299 792.458 km/s."),
    "Q02": ("How long may a visitor stay?", "90 days", "Three months."),
    "Q03": ("When did the king die?", "21 January 1793", "On 28 January 1793."),
    "Q04": ("Who discovered penicillin?", "Alexander Fleming", ""),
}


def row(instance: str, **values: Any) -> Row:
    """The row of an instance ("B-Q02"), with some of its values changed."""
    corpus, _, query = instance.partition("-")
    question, reference, answer = _ANSWERS[query]
    told: Row = {
        "instance": instance, "corpus": corpus, "query": query, "type": "control", "question": question,
        "reference": reference, "answer": answer, "status": "scored" if answer else "abstained", "ACS": 0.75,
        "SS1": 0.9, "SSmu": 0.5, "SSsigma": 0.125, "k": 8, "automatic": "match" if answer else "no_answer",
        "automatic_reason": "it gives the value", "reviewer_1": "", "reviewer_2": "", "note": "",
    }  # fmt: skip
    return told | values
