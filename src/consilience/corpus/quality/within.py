"""Values that contradict each other inside one document: level 1 on the facts of one document, very strictly.

Between documents a model decides which statements answer the same question. Inside one document statements stand beside
their likes (a price list, a table of limits), so that only statements of nearly the same words are compared, and whole
sections that run parallel ("Heron 72", "Tern 190") are left alone. Qualifiers decide as they do between documents.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from consilience.corpus.matching.blocks import group_of
from consilience.corpus.qualify import reason_apart
from consilience.corpus.quality.page import WORD, content_terms
from consilience.model import Fact, Value
from consilience.text.wordlists import words
from consilience.values import compare

APART, TOGETHER = 0.6, 0.8  # overlap of words of two statements in different sections, and in the same
SHARED = 2  # least words in common: fewer name no question
PARALLEL = 2  # statements of two sections that are alike, from which on they are about two things of one kind
# Kinds of values of which a thing has one at a time; several names, places or codes may all be right.
SINGLE = frozenset({"quantity", "money", "percentage", "date", "time", "duration", "count", "version"})
SERIES = 5  # statements like it, from which on a statement is one of a list ("Room 12 costs ...", "Room 13 costs ...")
# After one of these a sentence names the thing that it is about ("the maximum daily dose of paracetamol").
BEFORE_A_THING = words("of for in at on to per by from with von für bei zu de du pour à en para van voor met")
MOST = 400  # facts of one kind compared with each other: a longer list is a table


@dataclass(frozen=True, slots=True)
class _Asked:
    """A fact with the content words of its statement outside the value."""

    fact: Fact
    terms: frozenset[str]


def clashes(facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Pairs of facts of one document, the earlier first, that answer the same question with values that cannot both be
    true; at most one pair for each two statements."""
    alike = list(_alike(facts))
    questions = {(a.section, b.section, a.start) for a, b in alike if a.section != b.section}
    parallel = Counter((one, other) for one, other, _ in questions)
    series = Counter(start for pair in {(a.start, b.start) for a, b in alike} for start in pair)
    stated: dict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        stated[fact.start].append(fact)
    seen: set[tuple[int, int]] = set()
    for a, b in alike:
        places = (a.start, b.start)
        if places in seen or parallel[a.section, b.section] >= PARALLEL or max(series[one] for one in places) >= SERIES:
            continue
        if _differ(a, b, stated[a.start], stated[b.start]):
            seen.add(places)
            yield a, b


def _alike(facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Pairs of facts in different statements of nearly the same words, whatever their values."""
    groups: dict[str, list[_Asked]] = defaultdict(list)
    for fact in sorted(facts, key=lambda one: (one.start, one.value_start)):
        if fact.value.kind in SINGLE:
            groups[group_of(fact.value)].append(_Asked(fact, _terms(fact)))
    for group in groups.values():
        for a, b in combinations(group[:MOST], 2):
            common = len(a.terms & b.terms)
            if common < SHARED or a.fact.start == b.fact.start:
                continue
            together = a.fact.section == b.fact.section
            if (together and (a.fact.row or b.fact.row)) or (not together and _labelled(a.fact) and _labelled(b.fact)):
                continue
            if common >= (TOGETHER if together else APART) * len(a.terms | b.terms):
                yield a.fact, b.fact


def _labelled(fact: Fact) -> bool:
    """Whether the statement is a label with its value ("Range: 40 km", a table row), of which the heading says what it
    is about."""
    return fact.row or fact.quote[: fact.value_start - fact.start].rstrip(" *_").endswith(":")


def _differ(a: Fact, b: Fact, of_a: Sequence[Fact], of_b: Sequence[Fact]) -> bool:
    """Whether two facts contradict each other; `of_a` and `of_b` are all facts of their statements."""
    if compare(a.value, b.value, limits_as_values=True).relation != "different" or reason_apart(a, b) is not None:
        return False
    if _of_two_things(_outside(a), _outside(b)):
        return False
    alone_a, alone_b = _alone(of_a, of_b), _alone(of_b, of_a)
    # Where two values differ, the statements speak of two things (another year and another number).
    return a in alone_a and b in alone_b and min(len(alone_a), len(alone_b)) == 1


def _of_two_things(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two statements are word for word the same but for the thing that a preposition names: the dose *of
    atorvastatin*, the dose *of paracetamol*."""
    if len(a) != len(b):
        return False
    other = [place for place, (one, two) in enumerate(zip(a, b, strict=True)) if one != two]
    return len(other) == 1 and other[0] > 0 and a[other[0] - 1] in BEFORE_A_THING


def _alone(facts: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    """The facts of one statement whose value the other statement does not give as well."""
    return [fact for fact in facts if not any(_agree(fact.value, other.value) for other in others)]


def _agree(a: Value, b: Value) -> bool:
    return a.kind == b.kind and compare(a, b).relation in ("same", "compatible")


def _terms(fact: Fact) -> frozenset[str]:
    column = WORD.findall(fact.relation.lower()) if fact.row else []
    return content_terms((*_outside(fact), *column))


def _outside(fact: Fact) -> tuple[str, ...]:
    """The words of the statement but for the value, in order."""
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    return tuple(word.lower() for word in WORD.findall(f"{fact.quote[:start]} {fact.quote[end:]}"))
