"""A question that moved, as plain data: an entry of `moved` in a comparison."""

from __future__ import annotations

from typing import Any

from consilience.compare.answers import Answered
from consilience.compare.questions import Question, told
from consilience.compare.runs import Disagreement, Passage


def question_dict(one: Question) -> dict[str, Any]:
    """`moved` names the levels, `first` the lowest of them; `id` is that of run B."""
    return {
        "id": one.b.id, "id_a": one.a.id, "question": one.b.question, "type": one.b.type,
        "moved": list(one.moved), "first": one.moved[0] if one.moved else None, "told": told(one),
        "other_user": one.other_user,
        "documents": [{"doc": doc, "is": how} for doc, how in one.documents],
        "retrieval": _retrieval(one),
        "answer": None if one.answered is None else _answer(one, one.answered),
    }  # fmt: skip


def _retrieval(one: Question) -> dict[str, Any]:
    found, a, b = one.evidence, one.a.passages, one.b.passages
    return {
        "new": [_passage(b[place], place) for place in found.new],
        "gone": [_passage(a[place], place) for place in found.gone],
        "reordered": found.reordered,
        "similarities": len(found.closer),
        **{name: {"a": one.a.scores[name], "b": one.b.scores[name]} for name in ("SS1", "SSmu", "SSsigma", "k")},
    }


def _passage(one: Passage, place: int) -> dict[str, Any]:
    """A passage without its text: that of another user may be in it, and the runs hold it anyway."""
    return {
        "rank": place + 1, "chunk": one.chunk, "doc": one.doc, "start": one.start, "end": one.end,
        "similarity": one.similarity,
    }  # fmt: skip


def _answer(one: Question, found: Answered) -> dict[str, Any]:
    return {
        "input_changed": one.evidence.moved,
        "text_changed": found.text,
        "status": {"a": found.status[0], "b": found.status[1]},
        "ACS": {"a": one.a.scores["ACS"], "b": one.b.scores["ACS"]},
        "parts": {name: {"a": a, "b": b} for name, a, b in found.scores if name != "ACS"},
        "verdicts": [{"text": text, "a": a, "b": b} for text, a, b in found.verdicts],
        "evidence_conflicts": {
            "new": [_conflict(each) for each in found.new_conflicts],
            "gone": [_conflict(each) for each in found.gone_conflicts],
        },
    }


def _conflict(one: Disagreement) -> dict[str, Any]:
    return {"values": list(one.values), "quotes": [{"doc": doc, "quote": quote} for doc, quote in sorted(one.quotes)]}
