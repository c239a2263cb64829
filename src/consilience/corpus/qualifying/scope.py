"""Which words limit a value: a statement often gives several values, and each has words of its own.

"With Core the excess is £150, with Plus it is £50": the words from one amount to the next comma belong to the first,
the rest to the second. A heading limits every value below it; the title of a document limits least, and is compared
with the title of another only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from consilience.corpus.facts.qualifiers import clause_of
from consilience.model import Fact, Mention
from consilience.values import scan

_Found = TypeVar("_Found")
_SEPARATOR = re.compile(r"[,;:()]|\s[–—]\s|\s(?:and|or|but|und|oder|aber|et|ou|mais|en|of|maar|y|o|pero)\s")
_CELL = re.compile(r"[|\t]")


@lru_cache(maxsize=8192)
def said_in(quote: str, language: str) -> tuple[Mention, ...]:
    """The values of a statement."""
    return scan(quote, language)


@lru_cache(maxsize=16_384)
def scope_of(fact: Fact) -> str:
    """The words of the statement that limit the fact's value, the value left out."""
    quote, start, end = fact.quote, fact.value_start - fact.start, fact.value_end - fact.start
    if fact.row:
        return f"{_cells(fact, start, end)} {fact.relation}"
    low, high = clause_of(quote, start, end)
    for one in said_in(quote, fact.language):
        if one.value.kind != fact.value.kind:
            continue
        if low < one.end <= start:
            cut = _SEPARATOR.search(quote, one.end, start)
            low = cut.end() if cut else one.end
        elif end <= one.start < high:
            cut = _SEPARATOR.search(quote, end, one.start)
            high = cut.start() if cut else one.start
            break
    return f"{quote[low:start]} … {quote[end:high]}"


def _cells(fact: Fact, start: int, end: int) -> str:
    """Of a table row: its first cell, the cell of the value without it, and those that hold words and no value."""
    cuts = [0, *(one.start() for one in _CELL.finditer(fact.quote)), len(fact.quote)]
    kept = [fact.entity]
    for low, high in pairwise(cuts):
        if low <= start < high:
            kept.append(f"{fact.quote[low:start]} … {fact.quote[end:high]}")
        elif all(one.value.kind == "name" for one in said_in(fact.quote[low:high], fact.language)):
            kept.append(fact.quote[low:high])
    return " ".join(kept)


@lru_cache(maxsize=8192)
def headings_of(section: str) -> tuple[str, ...]:
    """The headings above a statement, innermost first."""
    return tuple(reversed(section.split(" > "))) if section else ()


def limiting(
    a: Fact, b: Fact, find: Callable[[str], frozenset[_Found]], own: Callable[[Fact], frozenset[_Found]] | None = None
) -> tuple[frozenset[_Found], frozenset[_Found]]:
    """What is found nearest to the value of each fact: in its statement (`own`, else `find` in its scope), then heading
    by heading. Titles are asked where neither fact has anything below its own.
    """
    said_a, said_b = (
        (own(one) if own else find(scope_of(one)))
        or next(filter(None, map(find, headings_of(one.section)[:-1])), _none())
        for one in (a, b)
    )
    if not said_a and not said_b:
        return _titled(a, find), _titled(b, find)
    return said_a, said_b


def _none() -> frozenset[_Found]:
    return frozenset()


def _titled(fact: Fact, find: Callable[[str], frozenset[_Found]]) -> frozenset[_Found]:
    headings = headings_of(fact.section)
    return find(headings[-1]) if headings else frozenset()


def outside(fact: Fact) -> str:
    """Everything that stands around the value: the whole statement without it, and the headings."""
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    return f"{fact.quote[:start]} {fact.quote[end:]} {fact.section}"
