"""Conflicts inside the evidence about what was asked (DESIGN section 1, ACS; paper, Table VIII).

question + evidence -> values that may answer (`contest_asked`) -> pairs that contradict each other (`contest_pairs`)
-> value classes -> conflicts, each with its sides and the reason in words
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from consilience.answer.contest_asked import Asked, candidates, kinds_of, placed, with_odds
from consilience.answer.contest_features import NETWORK, RULES
from consilience.answer.contest_pairs import Pair, contradicting, pairs
from consilience.answer.contest_reach import within_reach
from consilience.answer.evidence import Evidence
from consilience.answer.vectors import WORDS
from consilience.corpus.explain import explanation
from consilience.corpus.keys import components
from consilience.corpus.wording.names import names_of
from consilience.corpus.wording.values import value_of_class
from consilience.model import Claim, ContestedValue, EvidenceConflict, Quote
from consilience.values import compare, scan

__all__ = ["THRESHOLD", "Doubt", "conflicts", "doubt"]

THRESHOLD = 0.3  # probability from which a pair is told: most named less alarmed, of our own questions crossed
_DOUBTED = 0.05  # probability below which a pair is passed over
_GIVEN = frozenset({"money", "quantity", "percentage", "duration", "date", "time", "count"})  # that can be said again
_KEPT = 128  # questions whose pairs are remembered: G and J ask for the same


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pair that is not certain enough to be told: its probability, and its statements."""

    probability: float
    quotes: tuple[Quote, ...]


def conflicts(question: str, claims: Sequence[Claim], evidence: Evidence) -> tuple[EvidenceConflict, ...]:
    """What the evidence disagrees about, of that which was asked; most certain first.

    A conflict `touches` the answer when a claim of it rests on one of the sides or gives its value, and where no claims
    are given. The order of the passages does not matter. Raises OperatorError when the encoder or the pair network
    cannot be loaded.
    """
    found = _conflicts(question, evidence)
    return tuple(replace(one, touches=_touches(one, claims)) for one in found) if claims else found


def doubt(question: str, claims: Sequence[Claim], evidence: Evidence) -> Doubt | None:
    """The likeliest pair below THRESHOLD that a claim rests on, or that speaks against one; None where there is none.

    Raises OperatorError as `conflicts` does.
    """
    decided = [quote for claim in claims for quote in (*claim.support, *claim.against)]
    for pair in _pairs(question, evidence):
        sides = (pair.a.said.quote, pair.b.said.quote)
        if pair.probability < THRESHOLD and any(_overlap(one, other) for one in sides for other in decided):
            return Doubt(pair.probability, sides)
    return None


@lru_cache(maxsize=_KEPT)
def _conflicts(question: str, evidence: Evidence) -> tuple[EvidenceConflict, ...]:
    told = [pair for pair in _pairs(question, evidence) if pair.probability >= THRESHOLD]
    by_id = {one.fact.id: one for pair in told for one in (pair.a, pair.b)}
    groups = components((pair.a.fact.id, pair.b.fact.id) for pair in told)
    found = [one for one in (_conflict([by_id[one] for one in group], told) for group in groups) if len(one.values) > 1]
    return tuple(sorted(found, key=lambda one: (-one.confidence, one.entity, one.relation, one.explanation)))


@lru_cache(maxsize=_KEPT)
def _pairs(question: str, evidence: Evidence) -> tuple[Pair, ...]:
    """The pairs that may both answer, most probable first."""
    if evidence.empty or not question.strip():
        return ()
    if evidence.encoder == WORDS:
        asked: Sequence[Asked] = within_reach(placed(question, evidence), kinds_of(question), _DOUBTED, RULES)
        found = pairs(asked, _DOUBTED, RULES)
    else:
        found = _read_by_network(question, candidates(question, evidence))
    return tuple(pair for pair in found if pair.probability >= _DOUBTED)


def _read_by_network(question: str, read: Sequence[Asked]) -> tuple[Pair, ...]:
    if next(contradicting(read), None) is None:  # nothing to ask the pair network for, as most often
        return ()
    return pairs(with_odds(question, read), _DOUBTED, NETWORK)


def _conflict(group: Sequence[Asked], told: Sequence[Pair]) -> EvidenceConflict:
    members = {one.fact.id for one in group}
    inside = [pair for pair in told if pair.a.fact.id in members]
    classes = _classes(group)
    best = inside[0]
    facts = [[one.fact for one in side] for side in classes]
    entity, relation = names_of([one.fact for one in group])
    return EvidenceConflict(
        entity=entity,
        relation=relation,
        values=tuple(
            ContestedValue(value_of_class(told_by), _quotes(side)) for told_by, side in zip(facts, classes, strict=True)
        ),
        explanation=explanation(best.a.fact, best.b.fact, (entity, relation), facts),
        confidence=best.probability,
    )


def _classes(group: Sequence[Asked]) -> list[list[Asked]]:
    """Values that mean the same, the class of most documents first."""
    ordered = sorted(group, key=lambda one: (one.fact.doc, one.fact.start, one.fact.id))
    alike = [
        (a.fact.id, b.fact.id)
        for a in ordered
        for b in ordered
        if a is b or compare(a.fact.value, b.fact.value, limits_as_values=True).relation in ("same", "compatible")
    ]
    by_id = {one.fact.id: one for one in ordered}
    classes = [[by_id[one] for one in names] for names in components(alike)]
    for one in classes:
        one.sort(key=lambda side: (side.fact.doc, side.fact.start, side.fact.id))
    return sorted(classes, key=lambda one: (-len({side.fact.doc for side in one}), one[0].fact.doc, one[0].fact.start))


def _quotes(side: Sequence[Asked]) -> tuple[Quote, ...]:
    return tuple(dict.fromkeys(quote for one in side for quote in (one.said.quote, *one.said.copies)))


def _touches(conflict: EvidenceConflict, claims: Sequence[Claim]) -> bool:
    """Whether a claim rests on a statement of the conflict, is contradicted by one, or gives the value of a side."""
    sides = [quote for value in conflict.values for quote in value.quotes]
    decided = [quote for claim in claims for quote in (*claim.support, *claim.against)]
    if any(_overlap(one, other) for one in sides for other in decided):
        return True
    values = [mention.value for side in conflict.values for mention in scan(side.value)]
    given = [mention.value for claim in claims for mention in scan(claim.text)]
    return any(
        one.kind in _GIVEN and compare(one, other, limits_as_values=True).relation == "same"
        for one in values for other in given
    )  # fmt: skip


def _overlap(a: Quote, b: Quote) -> bool:
    return a.doc == b.doc and a.start < b.end and b.start < a.end
