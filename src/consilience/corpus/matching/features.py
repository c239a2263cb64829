"""What a pair of facts looks like to the matcher: numbers that say how far two facts answer the same question.

No feature tells whether the two values are equal: a matcher that saw that would learn to find agreements, not
questions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from consilience.corpus.facts.labels import labels_differ
from consilience.corpus.matching.terms import Terms, Weighed
from consilience.model import Fact

KINDS = (
    "quantity", "money", "percentage", "date", "time", "duration", "count", "version", "identifier", "name",
    "yes_no", "order", "category",
)  # fmt: skip
_ONE_SIDED = ("superseded", "planned", "example", "opinion", "exception", "average", "total", "each")

NAMES: tuple[str, ...] = (
    "cosine", "rank_low", "rank_high", "margin",
    "words_jaccard", "words_contained", "local_jaccard", "local_contained", "head_jaccard", "all_contained",
    "head_in_words",
    "rarest_shared", "shared_mass", "fuzzy",
    "subject_low", "subject_high", "relation_low", "relation_high", "places_differ",
    "names_shared", "names_disjoint", "versions_differ", "labels_differ",
    "labels_shared",
    "period_differs", "period_one_sided", "season_differs", "bound_opposed", "bound_equal", "per_differs",
    *(f"one_sided_{kind}" for kind in _ONE_SIDED),
    "counted_agrees", "magnitude_gap", "magnitude_known", "both_rows", "one_row", "shorter", "longer",
    "siblings", "language_differs", "other_agrees", "same_place", "verbatim",
    *(f"kind_{kind}" for kind in KINDS),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Crowd:
    """The other values of the same group in the two statements.

    `most`: how many values the fuller statement holds; `other_agrees`: one statement holds, beside the value compared,
    the value of the other; `same_place`: as many values in both, and both are the first, or the second, and so on.
    """

    most: int
    other_agrees: bool
    same_place: bool


def pair_features(
    a: Fact, b: Fact, weighed_a: Weighed, weighed_b: Weighed, near: Sequence[float], crowd: Crowd
) -> list[float]:
    """The features of one pair in the order of `NAMES`; symmetric in a and b.

    `near` is (cosine, lower rank, higher rank, margin) from the candidate search.
    """
    terms_a, terms_b = weighed_a.terms, weighed_b.terms
    return [
        *near,
        *_overlaps(a, b, weighed_a, weighed_b),
        *_subjects(weighed_a, weighed_b),
        *_names(terms_a, terms_b),
        *_qualifiers(a, b),
        *_values(a, b),
        *_shape(a, b, terms_a, terms_b, crowd.most),
        float(crowd.other_agrees),
        float(crowd.same_place),
        float(a.context == b.context),
        *(1.0 if a.value.kind == kind else 0.0 for kind in KINDS),
    ]


def _overlaps(a: Fact, b: Fact, wa: Weighed, wb: Weighed) -> list[float]:
    ta, tb, rarity = wa.terms, wb.terms, wa.rarity
    shared = ta.words & tb.words
    mass = rarity.total(shared)
    local = rarity.total(ta.local & tb.local)
    head = rarity.total(ta.head & tb.head)
    everything = rarity.total((ta.words | ta.head) & (tb.words | tb.head))
    return [
        _ratio(mass, wa.words + wb.words - mass),
        _ratio(mass, min(wa.words, wb.words)),
        _ratio(local, wa.local + wb.local - local),
        _ratio(local, min(wa.local, wb.local)),
        _ratio(head, wa.head + wb.head - head),
        _ratio(everything, min(wa.everything, wb.everything)),
        max(
            _ratio(rarity.total(ta.head & tb.words), wb.words),
            _ratio(rarity.total(tb.head & ta.words), wa.words),
        ),
        max((rarity(word) for word in shared), default=0.0),
        math.log1p(mass),
        fuzz.token_sort_ratio(a.context, b.context) / 100,
    ]


def _subjects(wa: Weighed, wb: Weighed) -> list[float]:
    """How much of each subject and of each relation the other statement names; whether they are tied to other names."""
    ta, tb, rarity = wa.terms, wb.terms, wa.rarity
    subjects = [
        _ratio(rarity.total(ta.subject & (tb.words | tb.head)), wa.subject),
        _ratio(rarity.total(tb.subject & (ta.words | ta.head)), wb.subject),
    ]
    relations = [
        _ratio(rarity.total(ta.relation & (tb.words | tb.relation)), wa.relation),
        _ratio(rarity.total(tb.relation & (ta.words | ta.relation)), wb.relation),
    ]
    return [*sorted(subjects), *sorted(relations), float(places_differ(ta, tb))]


def places_differ(ta: Terms, tb: Terms) -> bool:
    """Whether both statements are tied to names by a preposition and the other mentions none of them."""
    named_a = {word for place in ta.places for word in place.split()}
    named_b = {word for place in tb.places for word in place.split()}
    return bool(named_a) and bool(named_b) and not (named_a & (tb.names | named_b)) and not (named_b & ta.names)


def _names(ta: Terms, tb: Terms) -> list[float]:
    shared = ta.names & tb.names
    disjoint = bool(ta.names) and bool(tb.names) and not shared
    differ = bool(ta.versions) and bool(tb.versions) and not ta.versions & tb.versions
    labels = labels_differ(ta.labels, tb.labels) is not None
    return [math.log1p(len(shared)), float(disjoint), float(differ), float(labels), float(bool(ta.labels & tb.labels))]


def _qualifiers(a: Fact, b: Fact) -> list[float]:
    said_a, said_b = _by_kind(a), _by_kind(b)
    period_a, period_b = said_a.get("period", set()), said_b.get("period", set())
    season_a, season_b = said_a.get("season", set()), said_b.get("season", set())
    low_a, low_b = _side(a, said_a), _side(b, said_b)
    return [
        float(bool(period_a) and bool(period_b) and not period_a & period_b),
        float(bool(period_a) != bool(period_b)),
        float(bool(season_a) and bool(season_b) and not season_a & season_b),
        float(low_a * low_b == -1),
        float(low_a == low_b),
        float(a.value.per != b.value.per),
        *(float((kind in said_a) != (kind in said_b)) for kind in _ONE_SIDED),
    ]


def _by_kind(fact: Fact) -> dict[str, set[str]]:
    grouped: dict[str, set[str]] = {}
    for kind, word in fact.qualifiers:
        grouped.setdefault(kind, set()).add(word)
    return grouped


def _side(fact: Fact, said: dict[str, set[str]]) -> int:
    """-1: a minimum; 1: a maximum; 0: neither is said."""
    if fact.value.bound == "at_least" or ("minimum" in said and "maximum" not in said):
        return -1
    return 1 if fact.value.bound == "at_most" or "maximum" in said else 0


def _values(a: Fact, b: Fact) -> list[float]:
    counted = 0.0
    if a.value.kind == "count" and a.value.tokens and b.value.tokens:
        counted = 1.0 if set(a.value.tokens) & set(b.value.tokens) else -1.0
    gap = _magnitude_gap(a, b)
    return [counted, gap if gap is not None else 0.0, float(gap is not None)]


def _magnitude_gap(a: Fact, b: Fact) -> float | None:
    size_a, size_b = _magnitude(a), _magnitude(b)
    if size_a is None or size_b is None:
        return None
    # Coarse on purpose: within a factor of 1.5 counts as equal, so that equality of the values stays hidden.
    return min(max(abs(math.log(size_a / size_b)) - 0.4, 0.0), 5.0)


def _magnitude(fact: Fact) -> float | None:
    if fact.value.kind in ("date", "time", "name", "identifier", "category", "order", "yes_no", "version"):
        return None
    size = fact.value.low if fact.value.low is not None and math.isfinite(fact.value.low) else fact.value.high
    if size is None or not math.isfinite(size) or size == 0:
        size = fact.value.high
    return abs(size) if size is not None and math.isfinite(size) and size != 0 else None


def _shape(a: Fact, b: Fact, ta: Terms, tb: Terms, siblings: int) -> list[float]:
    rows = (a.row, b.row)
    short, long = sorted((ta.length, tb.length))
    return [
        float(all(rows)), float(any(rows) and not all(rows)), math.log1p(short), math.log1p(long),
        math.log1p(siblings), float(a.language != b.language),
    ]  # fmt: skip


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


def matrix(rows: Sequence[Sequence[float]]) -> NDArray[Any]:
    """Rows of features as float32, shape (pairs, len(NAMES))."""
    return np.asarray(rows, dtype=np.float32).reshape(len(rows), len(NAMES))
