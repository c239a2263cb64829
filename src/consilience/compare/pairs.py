"""Which questions of two runs are one and the same: by id and question, then by a question that each run asked once.

A question that cannot be paired without guessing is left out and named, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from consilience.compare.runs import Line, folded


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question of run `run` ("a" or "b") that was not compared."""

    run: str
    id: str
    question: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pairs:
    """The questions that both runs asked, in the order of run B, and those left out."""

    both: tuple[tuple[Line, Line], ...]
    left_out: tuple[LeftOut, ...]


def pair(a: Sequence[Line], b: Sequence[Line]) -> Pairs:
    """Pair the lines of two runs. White space does not make another question."""
    met: dict[int, int] = {}  # place in b -> place in a
    # Queries without an id are numbered: one put in before them renames all that follow. So the question alone counts
    # where it is asked once, of the same user.
    for key in (_asked, _asked_by):
        left = _once(a, set(range(len(a))) - set(met.values()), key)
        right = _once(b, set(range(len(b))) - set(met), key)
        met |= {right[one]: left[one] for one in right if one in left}
    found = set(met.values())
    alone_a = [line for place, line in enumerate(a) if place not in found]
    alone_b = [line for place, line in enumerate(b) if place not in met]
    return Pairs(
        tuple((a[met[place]], b[place]) for place in sorted(met)),
        (*_left_out("a", alone_a, a, b), *_left_out("b", alone_b, b, a)),
    )


def _asked(line: Line) -> Hashable:
    return line.id, folded(line.question)


def _asked_by(line: Line) -> Hashable:
    return folded(line.question), line.roles


def _once(lines: Sequence[Line], places: Iterable[int], key: Callable[[Line], Hashable]) -> dict[Hashable, int]:
    """Keys that exactly one of the lines has, and where."""
    held = {place: key(lines[place]) for place in sorted(places)}
    often = Counter(held.values())
    return {one: place for place, one in held.items() if often[one] == 1}


def _left_out(run: str, alone: Sequence[Line], here: Sequence[Line], there: Sequence[Line]) -> Iterator[LeftOut]:
    asked, ids = Counter(_asked_by(line) for line in (*here, *there)), {line.id for line in there}
    known = {folded(line.question) for line in there}
    for line in alone:
        if asked[_asked_by(line)] > 1:
            reason = "asked more than once, so that it is not certain which belong together"
        elif folded(line.question) in known:
            reason = "asked under another id for another user"
        elif line.id in ids:
            reason = "its id has another question in the other run"
        else:
            reason = f"only in run {run.upper()}"
        yield LeftOut(run, line.id, line.question, reason)
