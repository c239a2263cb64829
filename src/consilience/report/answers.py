"""What a reader is told about a run of answers: order, states, means by type of query. Pure functions.

ACS is agreement inside the pipeline, not truth; `HONEST` says so wherever a renderer shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consilience import statistics
from consilience.model import NotMeasured
from consilience.report.view import plural

HONEST = "ACS is agreement inside the pipeline, not truth."
SCORES = ("ACS", "SS1", "SSmu", "SSsigma", "k", "agreement")
TYPES = 20  # types of query with a row of their own

STATES: dict[str, tuple[str, str]] = {
    "scored": ("scored", "The judge compared the answer with its evidence."),
    "judge_failed": ("judge failed", "The judge gave no verdict. The reason stands with the answer."),
    "no_evidence": ("no evidence", "No passage was found or given, so there was nothing to compare the answer with."),
    "abstained": ("abstained", "The answer says that it cannot tell, so there is nothing to score."),
    "unanswered": ("not answered", "Only the evidence was measured; no answer was made or given."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """What is kept of every answer of a run. `place` is its place in the file, from 0; `offset` in bytes."""

    place: int
    offset: int
    id: str
    type: str | None
    state: str
    question: str
    scores: Mapping[str, float | None]
    conflicts: tuple[str, ...] = ()  # ids of conflicts of the corpus


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over the `n` answers that have the score; None where none has it."""

    mean: float | None
    interval: tuple[float, float] | None
    n: int


@dataclass(frozen=True, slots=True)
class Group:
    """The answers to queries of one type, or all: how many, in which states, and their scores."""

    name: str
    n: int
    states: tuple[tuple[str, int], ...]
    means: Mapping[str, Mean]
    values: Mapping[str, tuple[float, ...]]


def row(answer: Mapping[str, Any], place: int, offset: int = 0, most: int = 300) -> Row:
    """The row of a line of answers.jsonl; `most` characters of the question are kept."""
    known = [one["conflict_id"] for one in answer.get("evidence_conflicts") or () if one["conflict_id"] is not None]
    return Row(
        place, offset, str(answer["id"]), answer.get("type"), answer["status"] or "unanswered",
        answer["question"][:most], {name: answer.get(name) for name in SCORES}, tuple(dict.fromkeys(known)),
    )  # fmt: skip


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Scored answers first, lowest ACS first; the rest by state, farthest from their evidence first."""
    states = list(STATES)

    def rank(one: Row) -> tuple[int, float, float, int]:
        acs, near = one.scores["ACS"], one.scores["SS1"]
        return states.index(one.state), 2.0 if acs is None else acs, 2.0 if near is None else near, one.place

    return sorted(rows, key=rank)


def groups(rows: Sequence[Row], resamples: int, seed: int) -> list[Group]:
    """One group a type, in the order of the file, and last all; only all where no query has a type."""
    types = Counter(one.type for one in rows)
    named = [] if set(types) <= {None} else list(types)
    if len(named) > TYPES:
        often = sorted(named, key=lambda name: -types[name])[:TYPES]
        named = [name for name in named if name in often]
    chosen = [(name or "(no type)", [one for one in rows if one.type == name]) for name in named]
    return [_group(name, some, resamples, seed) for name, some in [*chosen, ("all", rows)]]


def _group(name: str, rows: Sequence[Row], resamples: int, seed: int) -> Group:
    values = {score: tuple(v for one in rows if (v := one.scores[score]) is not None) for score in SCORES}
    return Group(
        name, len(rows), states(rows), {score: _mean(values[score], resamples, seed) for score in SCORES}, values
    )


def _mean(values: Sequence[float], resamples: int, seed: int) -> Mean:
    told = statistics.summary(values, resamples, seed)
    return Mean(None if isinstance(told.mean, NotMeasured) else told.mean, told.interval, told.n)


def states(rows: Iterable[Row]) -> tuple[tuple[str, int], ...]:
    """How many answers are in which state, in the order of STATES; states without one are left out."""
    counted = Counter(one.state for one in rows)
    return tuple((state, counted[state]) for state in STATES if counted[state])


def headline(whole: Group) -> str:
    """The one sentence to remember."""
    acs, near = whole.means["ACS"], whole.means["SS1"]
    if not whole.n:
        return "The run holds no question."
    if acs.mean is not None:
        covered = "" if acs.n == whole.n else f" over the {acs.n:,} that could be scored"
        return f"{plural(whole.n, 'answer')}, with a mean ACS of {acs.mean:.2f}{covered}."
    if dict(whole.states).keys() - {"unanswered", "no_evidence"}:
        return f"{plural(whole.n, 'answer')}, of which none could be scored."
    if near.mean is None:
        return f"No evidence was found for {plural(whole.n, 'question')}."
    return f"Evidence was found for {near.n:,} of {plural(whole.n, 'question')}; no answers were made."


def touching(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """For each conflict of the corpus the answers whose evidence holds it, lowest ACS first."""
    found: dict[str, list[Row]] = {}
    for one in in_order(rows):
        for conflict in one.conflicts:
            found.setdefault(conflict, []).append(one)
    return found
