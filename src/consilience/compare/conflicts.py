"""Level 1, conflict by conflict. A conflict of one run is that of another if it quotes the same passages.

Ids are not compared: they come from the facts, and change with them. Matching has three steps, each for what the steps
before left over: the same passages; two sides in common; the same documents with nearly the same words on two sides.
The last also wants a quote that did not change, or the same entity and relation: sentences of one mould are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rapidfuzz import fuzz

from consilience.compare.runs import folded

Entry = Mapping[str, Any]
Place = tuple[str, str]  # document and quote
_NEAR = 75.0  # per cent of letters that two quotes share when one was made from the other by a change of value
_TOO_MANY = 200  # conflicts between the same two documents that are tried by their words; above, none is


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Conflicts of run A against run B: places in the lists of the two audits. `changed` quote something else as well.

    `aside` says of a place among `new` (or `gone`) with which reason the other run had set the pair aside.
    """

    same: tuple[tuple[int, int], ...]
    changed: tuple[tuple[int, int], ...]
    new: tuple[int, ...]
    gone: tuple[int, ...]
    aside_a: tuple[tuple[int, str], ...]
    aside_b: tuple[tuple[int, str], ...]


def compare(a: Entry, b: Entry, names: Mapping[str, str]) -> Conflicts:
    """The conflicts of two audits; `names` are the documents that moved, from their name in A to that in B."""
    one = [_seen(conflict, names) for conflict in a["conflicts"]]
    other = [_seen(conflict, {}) for conflict in b["conflicts"]]
    met = _met(one, other)
    alike = [set(one[first].sides) == set(other[second].sides) for first, second in met]
    new = sorted(set(range(len(other))) - {second for _, second in met})
    gone = sorted(set(range(len(one))) - {first for first, _ in met})
    return Conflicts(
        tuple(pair for pair, same in zip(met, alike, strict=True) if same),
        tuple(pair for pair, same in zip(met, alike, strict=True) if not same),
        tuple(new), tuple(gone),
        tuple(_aside(new, other, a["set_aside"], names)), tuple(_aside(gone, one, b["set_aside"], {})),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Seen:
    """A conflict: what each of its values quotes, and what it is about."""

    sides: tuple[frozenset[Place], ...]
    about: tuple[str, str]

    def places(self) -> frozenset[Place]:
        return frozenset().union(*self.sides)


def _seen(conflict: Entry, names: Mapping[str, str]) -> _Seen:
    sides = (frozenset(_place(one, names) for one in value["assertions"]) for value in conflict["values"])
    return _Seen(tuple(sides), (folded(conflict["entity"]), folded(conflict["relation"])))


def _place(assertion: Entry, names: Mapping[str, str]) -> Place:
    return names.get(assertion["doc"], assertion["doc"]), folded(assertion["quote"])


def _met(one: Sequence[_Seen], other: Sequence[_Seen]) -> list[tuple[int, int]]:
    """Pairs of places, each place at most once; the better match first."""
    left, right = set(range(len(one))), set(range(len(other)))
    met: list[tuple[int, int]] = []
    for step in (_by_places, _by_sides, _by_words):
        for _, first, second in sorted(step(one, other, left, right)):
            if first in left and second in right:
                left.remove(first)
                right.remove(second)
                met.append((first, second))
    return sorted(met)


Candidate = tuple[float, int, int]  # sorts the best first


def _by_places(one: Sequence[_Seen], other: Sequence[_Seen], left: set[int], right: set[int]) -> Iterator[Candidate]:
    """The very same passages."""
    known: dict[frozenset[Place], list[int]] = {}
    for place in sorted(right):
        known.setdefault(other[place].places(), []).append(place)
    for first in sorted(left):
        for second in known.get(one[first].places(), ()):
            yield 0.0, first, second


def _by_sides(one: Sequence[_Seen], other: Sequence[_Seen], left: set[int], right: set[int]) -> Iterator[Candidate]:
    """Passages in common that stand against each other in both; the more, the better."""
    known: dict[Place, list[tuple[int, int]]] = {}
    for second in sorted(right):
        for side, places in enumerate(other[second].sides):
            for place in places:
                known.setdefault(place, []).append((second, side))
    for first in sorted(left):
        shared: dict[int, set[tuple[int, int]]] = {}
        for side, places in enumerate(one[first].sides):
            for second, there in (met for place in places for met in known.get(place, ())):
                shared.setdefault(second, set()).add((side, there))
        yield from ((-len(pairs), first, second) for second, pairs in shared.items() if _opposed(pairs))


def _opposed(pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether sides of one conflict meet different sides of the other, so that the same things are in conflict."""
    return any(a != c and b != d for (a, b), (c, d) in combinations(sorted(pairs), 2))


def _by_words(one: Sequence[_Seen], other: Sequence[_Seen], left: set[int], right: set[int]) -> Iterator[Candidate]:
    """The same two documents against each other, in words that are nearly the same."""
    here, there = _between(one, left), _between(other, right)
    for docs in sorted(set(here) & set(there)):
        if len(here[docs]) * len(there[docs]) > _TOO_MANY**2:
            continue
        for first, quotes in here[docs]:
            for second, others in there[docs]:
                near = min(fuzz.ratio(a, b) for a, b in zip(quotes, others, strict=True))
                kept = one[first].about == other[second].about or set(quotes) & set(others)
                if kept and near >= _NEAR:
                    yield -near, first, second


def _between(conflicts: Sequence[_Seen], wanted: set[int]) -> dict[tuple[str, str], list[tuple[int, tuple[str, str]]]]:
    """Pairs of documents -> conflicts in which they stand against each other, with the two quotes."""
    found: dict[tuple[str, str], list[tuple[int, tuple[str, str]]]] = {}
    for number in sorted(wanted):
        for side, against in combinations(conflicts[number].sides, 2):
            for one in side:
                for other in against:
                    (doc, quote), (second, second_quote) = sorted((one, other))
                    found.setdefault((doc, second), []).append((number, (quote, second_quote)))
    return {docs: sorted(pairs) for docs, pairs in found.items()}


def _aside(
    wanted: Sequence[int], conflicts: Sequence[_Seen], aside: Sequence[Entry], names: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Which of the conflicts the other run saw as well, but set aside, and why."""
    known: dict[frozenset[Place], str] = {}
    for pair in aside:
        known.setdefault(frozenset(_place(one, names) for one in pair["assertions"]), pair["reason"])
    for number in wanted:
        against = combinations(conflicts[number].sides, 2)
        reasons = {
            known.get(frozenset((one, other))) for side, facing in against for one in side for other in facing
        } - {None}
        if reasons:
            yield number, min(reason for reason in reasons if reason)
