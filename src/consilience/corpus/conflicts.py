"""Conflicts: which keys hold values that cannot all be true, and which pairs are set aside with a reason (DESIGN
section 5).

A key's facts are grouped into value classes. Two classes conflict when a matched pair of their facts differs in value
and in no qualifier. A pair that differs in a qualifier is recorded as set aside, so that a user can see why it was
not flagged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from consilience.corpus.explain import explanation
from consilience.corpus.keys import Match, components
from consilience.corpus.matching.terms import stems
from consilience.corpus.passages import assertion
from consilience.corpus.qualify import Reason, entity_apart, reason_apart
from consilience.corpus.wording.names import names_of
from consilience.corpus.wording.values import value_of_class
from consilience.model import Conflict, Document, Fact, Key, SetAside, ValueClass
from consilience.settings import Settings
from consilience.values import compare

__all__ = ["Decision", "decide"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What the facts of a corpus say together: comparable keys, those flagged, and the pairs set aside."""

    keys: tuple[Key, ...]
    conflicts: tuple[Conflict, ...]
    set_aside: tuple[SetAside, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    a: Fact
    b: Fact
    probability: float
    differs: bool
    reason: Reason | None


def decide(
    facts: Mapping[str, Fact], matches: Sequence[Match], documents: Mapping[str, Document], settings: Settings
) -> Decision:
    """Keys, conflicts and set-aside pairs from the scored pairs of all blocks; `documents` gives the passages."""
    threshold = settings.matching.threshold
    likely = [_pair(facts[m.a], facts[m.b], m.probability) for m in matches if m.probability >= threshold]
    together = [pair for pair in likely if pair.reason is None]
    keys, conflicts = [], []
    by_fact: dict[str, list[_Pair]] = {}
    for pair in together:
        by_fact.setdefault(pair.a.id, []).append(pair)
    for group in components((pair.a.id, pair.b.id) for pair in together):
        pairs = [pair for one in group for pair in by_fact.get(one, [])]
        key, conflict = _key(pairs, documents)
        keys.append(key)
        if conflict is not None:
            conflicts.append(conflict)
    aside = _set_aside([pair for pair in likely if pair.reason is not None], documents)
    return Decision(
        tuple(sorted(keys, key=lambda one: one.id)),
        tuple(sorted(conflicts, key=lambda one: (-one.confidence, one.id))),
        aside,
    )


def _pair(a: Fact, b: Fact, probability: float) -> _Pair:
    said = compare(a.value, b.value, limits_as_values=True)
    if said.relation in ("same", "compatible") or _one_name(a, b):
        return _Pair(a, b, probability, False, entity_apart(a, b))
    if said.relation == "incomparable":
        apart = reason_apart(a, b) or Reason("incomparable", f"They cannot be compared: {said.reason}.")
        return _Pair(a, b, probability, True, apart)
    return _Pair(a, b, probability, True, reason_apart(a, b))


def _one_name(a: Fact, b: Fact) -> bool:
    """Whether two names differ in the forms of their words only: Restricted Payment and Restricted Payments."""
    if a.value.kind != "name" or b.value.kind != "name":
        return False
    words = stems(a.value.text.split())
    return bool(words) and words == stems(b.value.text.split())


def _key(pairs: Sequence[_Pair], documents: Mapping[str, Document]) -> tuple[Key, Conflict | None]:
    members = {fact.id: fact for pair in pairs for fact in (pair.a, pair.b)}
    ordered = sorted(members.values(), key=lambda fact: (fact.doc, fact.start, fact.id))
    classes = _classes(ordered, pairs)
    entity, relation = names_of(ordered)
    identity = blake2b("\0".join(sorted(members)).encode(), digest_size=6).hexdigest()
    shown = tuple(_class(group, documents) for group in classes)
    key = Key(identity, entity, relation, ordered[0].value.kind, shown)
    clashing = [pair for pair in pairs if pair.differs]
    if not clashing:
        return key, None
    return key, _conflict(key, classes, shown, clashing)


def _classes(facts: Sequence[Fact], pairs: Sequence[_Pair]) -> list[list[Fact]]:
    """Facts whose values mean the same, largest class first: agreeing matched pairs are joined, then equal canonical
    texts."""
    alike = [(pair.a.id, pair.b.id) for pair in pairs if not pair.differs]
    first: dict[str, str] = {}
    for fact in facts:
        alike.append((first.setdefault(fact.value.normalized, fact.id), fact.id))
    by_id = {fact.id: fact for fact in facts}
    groups = [[by_id[one] for one in group] for group in components(alike)]
    for group in groups:
        group.sort(key=lambda fact: (fact.doc, fact.start))
    return sorted(groups, key=lambda group: (-len({fact.doc for fact in group}), group[0].doc, group[0].start))


def _class(group: Sequence[Fact], documents: Mapping[str, Document]) -> ValueClass:
    return ValueClass(value_of_class(group), tuple(assertion(fact, documents.get(fact.doc)) for fact in group))


def _conflict(
    key: Key, classes: Sequence[Sequence[Fact]], shown: Sequence[ValueClass], clashing: Sequence[_Pair]
) -> Conflict | None:
    of = {fact.id: index for index, group in enumerate(classes) for fact in group}
    docs = [frozenset(fact.doc for fact in group) for group in classes]
    apart = [pair for pair in clashing if of[pair.a.id] != of[pair.b.id]]
    # Where both documents give both values they say the same, and what each says twice are two things.
    edges = [pair for pair in apart if not {pair.a.doc, pair.b.doc} <= docs[of[pair.a.id]] & docs[of[pair.b.id]]]
    if not edges:
        return None  # or the two values meet through a third that is compatible with both: they can all be true
    best = max(edges, key=lambda pair: (pair.probability, pair.a.id, pair.b.id))
    involved = sorted({of[fact.id] for pair in edges for fact in (pair.a, pair.b)})
    return Conflict(
        id=key.id,
        entity=key.entity,
        relation=key.relation,
        kind=key.kind,
        confidence=round(best.probability, 3),
        explanation=explanation(best.a, best.b, (key.entity, key.relation), [classes[index] for index in involved]),
        values=tuple(shown[index] for index in involved),
    )


def _set_aside(pairs: Sequence[_Pair], documents: Mapping[str, Document]) -> tuple[SetAside, ...]:
    found = []
    for pair in sorted(pairs, key=lambda one: (-one.probability, one.a.id, one.b.id)):
        if pair.reason is None or not pair.differs:
            continue  # equal values of different things contradict nothing
        entity, relation = names_of([pair.a, pair.b])
        places = tuple(assertion(fact, documents.get(fact.doc)) for fact in (pair.a, pair.b))
        found.append(SetAside(entity, relation, pair.reason.kind, pair.reason.words, places))
    return tuple(found)
