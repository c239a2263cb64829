"""Qualifiers decide: may two facts with different values stand side by side? (DESIGN section 5).

Each rule looks at one kind of qualifier and says in words why the pair is no conflict. Precision comes first: a rule
that applies to either side alone (an example, an opinion, a superseded value) is enough to set the pair aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from consilience.corpus.facts.labels import labels, labels_differ
from consilience.corpus.facts.qualifiers import versions
from consilience.corpus.matching.features import places_differ
from consilience.corpus.matching.terms import Terms, terms_of
from consilience.model import Fact, Mention, Value
from consilience.values import compare, scan


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair is not a conflict: a kind that can be counted and filtered, and one sentence for a reader."""

    kind: str
    words: str


_EITHER = {
    "superseded": ("superseded", "One of the two speaks of a value that no longer holds (“{word}”)."),
    "planned": ("planned", "One of the two is a plan or proposal (“{word}”), the other a statement of fact."),
    "example": ("example", "One of the two is an example, not a rule (“{word}”)."),
    "opinion": ("opinion", "One of the two reports an opinion or quoted words (“{word}”)."),
    "exception": ("exception", "One of the two states an exception (“{word}”), the other the rule."),
    "average": ("statistic", "One of the two is an average (“{word}”), the other a single value."),
    "total": ("part and whole", "One of the two is a total (“{word}”), the other a part."),
    "each": ("part and whole", "One of the two counts per piece (“{word}”), the other as a whole."),
}


@lru_cache(maxsize=8192)
def _terms(fact: Fact) -> Terms:
    return terms_of(fact)


def reason_apart(a: Fact, b: Fact) -> Reason | None:
    """The first qualifier in which the two facts differ, or None when nothing keeps them from contradicting each
    other."""
    for rule in _RULES:
        reason = rule(a, b)
        if reason is not None:
            return reason
    return None


def _words(fact: Fact, kind: str) -> frozenset[str]:
    return frozenset(word for name, word in fact.qualifiers if name == kind)


def _one_sided(a: Fact, b: Fact) -> Reason | None:
    for kind, (name, sentence) in _EITHER.items():
        said_a, said_b = _words(a, kind), _words(b, kind)
        if bool(said_a) != bool(said_b) and not (kind == "planned" and (_words(a, "future") or _words(b, "future"))):
            return Reason(name, sentence.format(word=min(said_a or said_b)))
    return None


def _period(a: Fact, b: Fact) -> Reason | None:
    for kind in ("period", "season"):
        said_a, said_b = _words(a, kind), _words(b, kind)
        if said_a and said_b and not said_a & said_b:
            return Reason("period", f"They speak of different periods: {_list(said_a)} and {_list(said_b)}.")
    return None


def _version(a: Fact, b: Fact) -> Reason | None:
    if a.value.kind == "version":
        return None
    said_a, said_b = versions(_outside(a)), versions(_outside(b))
    if said_a and said_b and not said_a & said_b:
        return Reason("version", f"They speak of different versions: {_list(said_a)} and {_list(said_b)}.")
    return None


def _bound(a: Fact, b: Fact) -> Reason | None:
    side_a, side_b = _side(a), _side(b)
    if side_a and side_b and side_a != side_b:
        return Reason("bound", "One is a minimum, the other a maximum.")
    return None


def _unit_of_time(a: Fact, b: Fact) -> Reason | None:
    if a.value.per and b.value.per and a.value.per != b.value.per:
        return Reason("unit of time", f"One is per {a.value.per}, the other per {b.value.per}.")
    return None


def entity_apart(a: Fact, b: Fact) -> Reason | None:
    """The reason why two facts speak of different things, whatever their values; such facts share no key."""
    for rule in (_labelled, _rows, _columns, _places, _headings, _period):
        reason = rule(a, b)
        if reason is not None:
            return reason
    return None


def _rows(a: Fact, b: Fact) -> Reason | None:
    """Two table rows whose heads share no word are about different things."""
    if not (a.row and b.row):
        return None
    subject_a, subject_b = _terms(a).subject, _terms(b).subject
    if not subject_a or not subject_b or subject_a & subject_b:
        return None
    return Reason("entity", f"The rows are about different things: {a.entity} and {b.entity}.")


def _columns(a: Fact, b: Fact) -> Reason | None:
    """Cells under column heads that share no word answer different questions, even of the same thing."""
    if not (a.row and b.row):
        return None
    column_a, column_b = _terms(a).relation, _terms(b).relation
    if not column_a or not column_b:
        column_a, column_b = (frozenset(one.relation.casefold().split()) for one in (a, b))
    if not column_a or not column_b or column_a & column_b:
        return None
    return Reason("attribute", f"The columns say different things: {a.relation} and {b.relation}.")


def _places(a: Fact, b: Fact) -> Reason | None:
    terms_a, terms_b = _terms(a), _terms(b)
    if not places_differ(terms_a, terms_b):
        return None
    return Reason("entity", f"They name different things: {_list(terms_a.places)} and {_list(terms_b.places)}.")


def _headings(a: Fact, b: Fact) -> Reason | None:
    """Each statement names the thing of its own heading, and neither names the other's."""
    terms_a, terms_b = _terms(a), _terms(b)
    own_a, own_b = terms_a.heading & terms_a.words, terms_b.heading & terms_b.words
    if not own_a or not own_b or terms_a.heading & terms_b.words or terms_b.heading & terms_a.words:
        return None
    last_a, last_b = (one.section.rsplit(" > ", 1)[-1] for one in (a, b))
    return Reason("entity", f"Each speaks of what its heading names: {last_a} and {last_b}.")


def _labelled(a: Fact, b: Fact) -> Reason | None:
    apart = labels_differ(labels(_outside(a)), labels(_outside(b)))
    return Reason("entity", f"They speak of different things: {apart[0]} and {apart[1]}.") if apart else None


def _stated_too(a: Fact, b: Fact) -> Reason | None:
    """One statement gives several values, and another of them is the value of the other: that is the one to compare."""
    if a.context == b.context:
        return None  # word for word the same: each value stands in its own place
    for one, other in ((a, b), (b, a)):
        offset = one.value_start - one.start
        beside = (said.value for said in _said(one.quote, one.language) if said.start != offset)
        if any(value.kind == other.value.kind and _equal(value, other.value) for value in beside):
            words = f"{one.doc} gives {other.value.text} as well, for another part of the same statement."
            return Reason("part and whole", words)
    return None


@lru_cache(maxsize=8192)
def _said(quote: str, language: str) -> tuple[Mention, ...]:
    return scan(quote, language)


def _equal(a: Value, b: Value) -> bool:
    relation = compare(a, b, limits_as_values=True).relation
    return relation == "same" or (relation == "compatible" and a.kind == "time")


_RULES: tuple[Callable[[Fact, Fact], Reason | None], ...] = (
    _one_sided, _period, _version, _bound, _unit_of_time, _labelled, _rows, _columns, _places, _headings, _stated_too,
)  # fmt: skip


def _side(fact: Fact) -> str:
    if fact.value.bound == "at_least":
        return "minimum"
    if fact.value.bound == "at_most":
        return "maximum"
    said = {kind for kind in ("minimum", "maximum") if _words(fact, kind)}
    return said.pop() if len(said) == 1 else ""


def _outside(fact: Fact) -> str:
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    return f"{fact.quote[:start]} {fact.quote[end:]} {fact.section}"


def _list(words: Iterable[str]) -> str:
    return " and ".join(sorted(words))
