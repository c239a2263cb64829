"""What the overview of answers shows: headline, scores, distributions, the table by type, what to mend first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from consilience.report import answers, charts
from consilience.report.answers_run import AnswerRun
from consilience.report.view import ScoreView, plural

MENDED = 10  # conflicts to mend first that are shown

TITLES = {
    "ACS": "Answer consistency", "SS1": "Best passage", "SSmu": "All passages", "SSsigma": "Spread",
    "agreement": "Expected answer",
}  # fmt: skip
PHRASES = {
    "ACS": "Does the answer address the question, is it supported by its evidence, and is it free of contradiction?",
    "SS1": "How near the nearest passage is to the question.",
    "SSmu": "How near all passages are to the question, on average.",
    "SSsigma": "How far the passages of one question differ in nearness.",
    "agreement": "How far the answer claims what the reference does, and no more, by their words and values.",
}


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
    names = ["ACS", "SS1", "SSmu"] if answered else ["SS1", "SSmu", "SSsigma"]
    names += ["agreement"] if whole.means["agreement"].n else []
    return [_score(name, whole.means[name], whole.n) for name in names]


def _score(name: str, told: answers.Mean, of: int) -> ScoreView:
    covered = f" Mean over {told.n:,} of {of:,}." if told.n != of else f" Mean over all {of:,}."
    phrase = PHRASES[name] + covered if told.n else "Not measured: no answer has this score."
    return ScoreView(name, TITLES[name], told.mean, told.interval, phrase)


def _spread(groups: Sequence[answers.Group], name: str) -> Spread | None:
    tallest = max((charts.peak(group.values[name]) for group in groups), default=0.0)
    rows = [(group, charts.spread(group.values[name], name, tallest)) for group in groups if group.values[name]]
    return Spread(name, TITLES[name], tuple(rows)) if rows else None
