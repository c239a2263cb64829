"""What the answers page shows: figures for the template, and the records from which the script builds cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.report import answers, charts
from consilience.report.answers_marks import answer_pieces, assign, clipped, passage_pieces, place, uses
from consilience.report.answers_run import AnswerRun
from consilience.report.view import ScoreView, plural

BRIEF = 20_000  # answers that are listed at all; answers.jsonl holds all of them
QUOTED = 2_000  # characters of one quote, claim or justification
MENDED = 10  # conflicts to mend first that are shown
PASSAGES = 30  # passages of one answer

TITLES = {"ACS": "Answer consistency", "SS1": "Best passage", "SSmu": "All passages", "SSsigma": "Spread"}
PHRASES = {
    "ACS": "Does the answer address the question, is it supported by its evidence, and is it free of contradiction?",
    "SS1": "How near the nearest passage is to the question.",
    "SSmu": "How near all passages are to the question, on average.",
    "SSsigma": "How far the passages of one question differ in nearness.",
}

NOTHING: dict[str, Any] = {"full": [], "brief": [], "total": 0, "states": {}, "touched": {}}


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of one score: a chart for each type of query, all on one scale."""

    symbol: str
    title: str
    rows: tuple[tuple[answers.Group, str], ...]


def context(run: AnswerRun, known: Collection[str] = ()) -> dict[str, Any]:
    """What the template prints: headline, scores, distributions, the table by type, states, the lowest answers.

    `known` are the ids of the conflicts that the report shows.
    """
    groups = run.groups()
    whole = groups[-1]
    by = "ACS" if whole.means["ACS"].n else "SS1"
    mended = _mended(run, known)
    answered = any(state not in {"unanswered", "no_evidence"} for state, _ in whole.states)
    return {
        "headline": answers.headline(whole),
        "kicker": _kicker(run, whole.n),
        "answered": answered,
        "noun": "answer" if answered else "question",
        "nouns": "Answers" if answered else "Questions",
        "scores": [(view, charts.scale(view)) for view in _scores(whole, answered)],
        "spreads": [spread for name in ("ACS", "SSmu") if (spread := _spread(groups, name)) is not None],
        "groups": groups,
        "states": [(*answers.STATES[name], number) for name, number in whole.states],
        "by": by,
        "lowest": _lowest(run, by),
        "mend": mended,
        "mend_total": run.summary.get("mend_first_total", len(mended)),
        "summary": run.name,
        "total": whole.n,
        "measured": by == "ACS",
        "honest": answers.HONEST,
    }


def _mended(run: AnswerRun, known: Collection[str]) -> list[dict[str, Any]]:
    """The conflicts that cost most ACS, as the run's summary lists them."""
    rows = (run.summary.get("mend_first") or ())[:MENDED]
    told = []
    for one in rows:
        about = " ".join(part for part in (one.get("entity"), one.get("relation")) if part) or "without a name"
        told.append({**one, "about": about, "known": one["conflict_id"] in known})
    return told


def _kicker(run: AnswerRun, number: int) -> str:
    if run.name == "judge.json":
        return f"{plural(number, 'logged answer')} judged"
    kb = run.summary.get("kb")
    return f"{plural(number, 'question')} asked" + (f" of {kb}" if kb else "")


def _lowest(run: AnswerRun, by: str) -> list[answers.Row]:
    """The five with the lowest score of that name, lowest first."""
    measured = [one for one in run.rows if one.scores[by] is not None]
    return sorted(measured, key=lambda one: (one.scores[by], one.place))[:5]


def _scores(whole: answers.Group, answered: bool) -> list[ScoreView]:
    """What the overview begins with; ACS stands first unless nothing was answered."""
    names = ("ACS", "SS1", "SSmu") if answered else ("SS1", "SSmu", "SSsigma")
    return [_score(name, whole.means[name], whole.n) for name in names]


def _score(name: str, told: answers.Mean, of: int) -> ScoreView:
    covered = f" Mean over {told.n:,} of {of:,}." if told.n != of else f" Mean over all {of:,}."
    phrase = PHRASES[name] + covered if told.n else "Not measured: no answer has this score."
    return ScoreView(name, TITLES[name], told.mean, told.interval, phrase)


def _spread(groups: Sequence[answers.Group], name: str) -> Spread | None:
    tallest = max((charts.peak(group.values[name]) for group in groups), default=0.0)
    rows = [(group, charts.spread(group.values[name], name, tallest)) for group in groups if group.values[name]]
    return Spread(name, TITLES[name], tuple(rows)) if rows else None


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
        "parts": answer.get("parts") or {},
        "k": answer["k"],
        "SSsigma": answer["SSsigma"],
        "why": clipped(why(answer), QUOTED),
        "evidence": _evidence(answer),
        "more": max(0, len(answer["retrieved"] or ()) - PASSAGES),
        "conflicts": [_conflict(one, known) for one in answer.get("evidence_conflicts") or ()],
        "withheld": answer.get("withheld"),
    }


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
    words = one["quote"]
    start, end = place(words, value) or (len(words), len(words))
    return {"doc": one["doc"], "cut": [words[:start], words[start:end], words[end:]]}
