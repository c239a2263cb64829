"""The records from which the script of the answers page builds its cards: answer, claims, evidence, conflicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consilience.report import answers
from consilience.report.answers_marks import answer_pieces, assign, clipped, flowing, passage_pieces, place, uses
from consilience.report.answers_run import AnswerRun

BRIEF = 20_000  # answers that are listed at all; answers.jsonl holds all of them
QUOTED = 2_000  # characters of one quote, claim or justification
PASSAGES = 30  # passages of one answer
GRADES = 8  # grades of another judge beside ACS
NAMED, GRADED = 40, 300  # characters of their names, and of what is said of them
LEFT_OUT = 10  # claims of its reference that it leaves out

NOTHING: dict[str, Any] = {"full": [], "brief": [], "total": 0, "states": {}, "touched": {}}


def records(run: AnswerRun, known: Mapping[str, Any]) -> dict[str, Any]:
    """What the script gets: answers in full, the rest briefly, and which answers touch which conflict.

    `known` are the conflicts of the audit in the same report, by their id.
    """
    rest = run.rows[len(run.full) : BRIEF]
    return {
        "full": [_record(one, answer, known) for one, answer in zip(run.rows, run.full, strict=False)],
        "brief": [_brief(one) for one in rest],
        "total": len(run.rows),
        "states": answers.STATES,
        "touched": {
            conflict: [[one.id, one.question, one.scores["ACS"]] for one in rows[:50]]
            for conflict, rows in answers.touching(run.rows).items()
            if conflict in known
        },
    }


def _brief(row: answers.Row) -> dict[str, Any]:
    scores = {name: row.scores[name] for name in ("ACS", "SS1", "SSmu")}
    return {"id": row.id, "place": row.place, "type": row.type, "state": row.state, "question": row.question, **scores}


def _record(row: answers.Row, answer: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    claims = answer.get("claims") or ()
    pieces, found = answer_pieces(answer["answer"] or "", claims)
    return _brief(row) | {
        "question": clipped(answer["question"], QUOTED),
        "answer": pieces,
        "claims": [_claim(claim, index in found) for index, claim in enumerate(claims)],
        "reference": clipped(answer.get("reference") or "", QUOTED),
        "agreement": _agreement(answer),
        "parts": answer.get("parts") or {},
        "k": answer["k"],
        "SSsigma": answer["SSsigma"],
        "why": clipped(why(answer), QUOTED),
        "evidence": _evidence(answer),
        "more": max(0, len(answer["retrieved"] or ()) - PASSAGES),
        "conflicts": [_conflict(one, known) for one in answer.get("evidence_conflicts") or ()],
        "withheld": answer.get("withheld"),
        "grades": [_grade(one) for one in (answer.get("grades") or ())[:GRADES]],
    }


def _grade(grade: Mapping[str, Any]) -> dict[str, Any]:
    words = {name: clipped(grade.get(name) or "", GRADED) for name in ("reason", "written")}
    return {"name": clipped(grade["name"], NAMED), "value": grade["value"], **words}


def _agreement(answer: Mapping[str, Any]) -> dict[str, Any] | None:
    score, parts = answer.get("agreement"), answer.get("agreement_parts")
    if score is None or parts is None:
        return None
    left_out = [clipped(one, QUOTED) for one in parts["left_out"][:LEFT_OUT]]
    return {"score": score, **parts, "left_out": left_out, "more": len(parts["left_out"]) - len(left_out)}


def why(answer: Mapping[str, Any]) -> str:
    """The justification; without one, the reason why there is no score."""
    return answer.get("justification") or (answer.get("not_measured") or {}).get("ACS") or ""


def _claim(claim: Mapping[str, Any], placed: bool) -> dict[str, Any]:
    contested = claim["verdict"] == "supported" and bool(claim.get("against"))
    return {
        "text": clipped(claim["text"], QUOTED),
        "verdict": "contested" if contested else claim["verdict"],
        "reason": clipped(claim.get("reason") or "", QUOTED),
        "placed": placed,
    }


def _evidence(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The passages, best first, with what is quoted of each, then quotes that stand in no passage shown."""
    passages = (answer["retrieved"] or ())[:PASSAGES]
    held, left = assign(passages, uses(answer))
    shown = []
    for passage, quotes in zip(passages, held, strict=True):
        text = passage.get("text") or "\n".join(dict.fromkeys(use.quote for use in quotes))
        begin = passage.get("start") if passage.get("text") else None
        named = {name: passage.get(name) for name in ("rank", "doc", "section", "similarity", "rerank", "start", "end")}
        shown.append(named | {"pieces": passage_pieces(text, begin, quotes)})
    for doc in dict.fromkeys(use.doc for use in left):
        quotes = [use for use in left if use.doc == doc]
        text = "\n".join(dict.fromkeys(use.quote for use in quotes))
        shown.append({"rank": None, "doc": doc, "pieces": passage_pieces(text, None, quotes)})
    return shown


def _conflict(conflict: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    sides: dict[str, list[Mapping[str, Any]]] = {}
    for one in conflict["values"]:
        sides.setdefault(one["value"], []).append(one)
    ident = conflict["conflict_id"]
    source = known.get(ident, {}) if ident is not None else {}
    named = {name: conflict.get(name) or source.get(name) or "" for name in ("entity", "relation", "explanation")}
    return named | {
        "id": ident,
        "touches": conflict.get("touches"),
        "known": ident in known,
        "sides": [
            {"value": value, "quotes": [_quote(value, one) for one in places]} for value, places in sides.items()
        ],
    }


def _quote(value: str, one: Mapping[str, Any]) -> dict[str, Any]:
    """A statement of a conflict, cut at its value where the value stands in it."""
    words = flowing(one["quote"])
    start, end = place(words, value) or (len(words), len(words))
    return {"doc": one["doc"], "cut": [words[:start], words[start:end], words[end:]]}
