"""Rules that tell from names, labels, table heads and headings that two facts speak of different things."""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.corpus.facts.labels import labels, labels_differ
from consilience.corpus.facts.labels import places as places_in
from consilience.corpus.matching.features import places_differ
from consilience.corpus.matching.terms import Terms, places_of, terms_of
from consilience.corpus.qualifying.countries import same_country
from consilience.corpus.qualifying.reason import Reason, each_side
from consilience.corpus.qualifying.scope import outside
from consilience.model import Fact

_PLACED = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Ff]or|[Oo]n|[Uu]nder)\s+(?:the\s+|an?\s+|our\s+)?((?:[A-Z][\w/&-]+)(?:\s[A-Z][\w/&-]+)*)"
)
_STEM = 5  # letters that a name and the word made from it share: Alaska and Alaskan


@lru_cache(maxsize=8192)
def _terms(fact: Fact) -> Terms:
    return terms_of(fact)


def labelled(a: Fact, b: Fact) -> Reason | None:
    """Two labels of one head with different numbers: zone 2 and zone 3."""
    apart = labels_differ(labels(outside(a)), labels(outside(b)))
    if apart is None:
        return None
    return Reason("entity", f"They speak of different things: {each_side(a, apart[:1], b, apart[1:])}.")


def rows(a: Fact, b: Fact) -> Reason | None:
    """Two table rows whose heads share no word are about different things, unless one names the other in another cell.

    A table may be turned: the row's head of one is the column's head of the other.
    """
    if not (a.row and b.row):
        return None
    terms_a, terms_b = _terms(a), _terms(b)
    named_a, named_b = _named(terms_a), _named(terms_b)
    if not terms_a.subject or not terms_b.subject or terms_a.subject & named_b or terms_b.subject & named_a:
        return None
    return Reason("entity", f"The rows are about different things: {each_side(a, (a.entity,), b, (b.entity,))}.")


def _named(terms: Terms) -> frozenset[str]:
    return terms.words | terms.relation | terms.subject


def columns(a: Fact, b: Fact) -> Reason | None:
    """Cells under column heads that share no word answer different questions, even of the same thing."""
    if not (a.row and b.row):
        return None
    column_a, column_b = _terms(a).relation, _terms(b).relation
    if not column_a or not column_b:
        column_a, column_b = (frozenset(one.relation.casefold().split()) for one in (a, b))
    if not column_a or not column_b or column_a & (column_b | _named(_terms(b))) or column_b & _named(_terms(a)):
        return None
    return Reason("attribute", f"The columns say different things: {each_side(a, (a.relation,), b, (b.relation,))}.")


def places(a: Fact, b: Fact) -> Reason | None:
    """Each statement is tied to a name that the other does not mention: in Bergholm, in Lundvik.

    What stands behind a name is part of it ("Montfleur in Burgundy"), and tells nothing of the question.
    """
    if not places_of(a) or not places_of(b):  # most have none, and no terms need be read to tell
        return None
    terms_a, terms_b = _terms(a), _terms(b)
    if not places_differ(terms_a, terms_b) or _related(terms_a, terms_b) or same_country(a.quote, b.quote):
        return None
    tied_a, tied_b = _tied(a), _tied(b)
    if not tied_a or not tied_b:
        return None
    return Reason("entity", f"They name different things: {each_side(a, tied_a, b, tied_b)}.")


@lru_cache(maxsize=8192)
def _tied(fact: Fact) -> frozenset[str]:
    """The names to which "in", "at", "for", "on" and "under" tie a statement, as they stand there."""
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    text = fact.quote[:start] if fact.value.kind == "name" else f"{fact.quote[:start]} … {fact.quote[end:]}"
    return frozenset(one for one in _PLACED.findall(text) if places_in(f"in {one}"))


def _related(a: Terms, b: Terms) -> bool:
    """Whether a name of one is the beginning of a name of the other."""
    of_a, of_b = ({word for place in one.places for word in place.split()} | one.names for one in (a, b))
    starts = {word[:_STEM] for word in of_a if len(word) >= _STEM}
    return any(word[:_STEM] in starts for word in of_b if len(word) >= _STEM)


def headings(a: Fact, b: Fact) -> Reason | None:
    """Each statement names the thing of its own heading, and neither names the other's."""
    if " > " not in a.section or " > " not in b.section:  # below the title alone
        return None
    terms_a, terms_b = _terms(a), _terms(b)
    own_a, own_b = terms_a.heading & terms_a.words, terms_b.heading & terms_b.words
    if not own_a or not own_b or terms_a.heading & terms_b.words or terms_b.heading & terms_a.words:
        return None
    last_a, last_b = (f"“{one.section.rsplit(' > ', 1)[-1]}”" for one in (a, b))
    return Reason("entity", f"Each speaks of what its heading names: {each_side(a, (last_a,), b, (last_b,))}.")
