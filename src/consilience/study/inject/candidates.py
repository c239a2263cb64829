"""Which values of a document may be changed so that a true conflict comes out and the text stays fluent.

Left alone: what only looks like a value (examples, plans, superseded figures, quoted opinions, questions), values that
say which thing or which time is meant rather than what holds, and sentences that the document holds twice.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from consilience.model import Block, Document, Fact
from consilience.study.inject.people import People

_KINDS = (
    "quantity", "money", "percentage", "duration", "count", "date", "time", "version", "identifier", "name", "yes_no",
)  # fmt: skip
_LIMITED = frozenset({"superseded", "planned", "future", "example", "opinion", "exception"})
_LONGEST = 500  # characters of a statement
_OF_DOCUMENT = re.compile(
    r"\b(?:version|revision|edition|issued?|released?|dated|approved|published|last (?:updated|changed|reviewed)"
    r"|next review|in force|effective|valid (?:from|as of)|stand|ausgabe|fassung|gültig|édition|mise à jour|en vigueur"
    r"|edición|vigente|versie|uitgave|bijgewerkt)\b",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\d{4}(?:/\d{2,4})?")
_NO_CLAIM = re.compile(
    r"\b(?:example|for instance|e\.g\.|suppose|imagine|assume|say you|zum beispiel|par exemple|por ejemplo"
    r"|bijvoorbeeld)\b",
    re.IGNORECASE,
)
# Of "five times three = 15" the result would be wrong, and "at 3, 6, 9 and 12 months" would lose its order.
_SUM = re.compile(r"=\s?\d|\d\s?=|\d, \d{1,3}, \d")
# "Nine of the twelve", "one out of five": the part could become more than the whole.
_PART = re.compile(
    r"\bout of\b|\bof (?:the |these |those |our |which )*(?:\d|two|three|four|five|six|seven|eight|nine|ten)"
)
_FRACTION = re.compile(r"\b(?:half|halves|both|pair|(?:quarter|third|fifth|sixth|eighth|tenth)s?)\b", re.IGNORECASE)
# "Machines 9 and 10", "zones 2, 3": the second number names a thing as the first one does.
_NAMED = re.compile(
    r"[^\W\d_]{3,}s?\s(?:\d{1,4}(?:\s?[,&/]\s?|\s(?:and|or|to|und|oder|bis|et|ou|à|y|o|en|of|tot)\s))+$"
)
_HEAD = 3  # blocks at the head of a document, where it says of which day it is
_SUBJECT = re.compile(r"\W*(?:the )?(?:version|release|revision|edition)\s$", re.IGNORECASE)
_ITEM = re.compile(r"[*_\s]*\d{1,2}\.? [A-Z]")
_PARTS = 2  # percentages of a sentence
_PIECE = re.compile(r"(?:[-./:]|,?\s)\d")
_JOINTS = "-:./_@#"  # after these a number is part of an address, a code or a designation ("x86-64", ":8080")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact whose value may be changed. `region` is the span in which the value is read: its statement or its cell.

    `alone` is true when no other statement of the document gives the same value, so that the copy does not come to
    contradict itself.
    """

    fact: Fact
    region: tuple[int, int]
    alone: bool


def candidates(document: Document, facts: Sequence[Fact], people: People) -> list[Candidate]:
    """Every candidate in the order of the text."""
    values = Counter((fact.value.kind, fact.value.normalized) for fact in facts)
    quotes = Counter(quote for quote, _ in {(fact.quote, fact.start) for fact in facts})
    beside: dict[int, list[Fact]] = {}
    for fact in facts:
        beside.setdefault(fact.start, []).append(fact)
    starts = [block.start for block in document.blocks]
    head = document.blocks[_HEAD - 1].end if len(document.blocks) > _HEAD else 0
    found = []
    for fact in facts:
        block = document.blocks[bisect_right(starts, fact.start) - 1]
        if fact.value.kind == "name" and not people.knows(fact):
            continue
        if fact.value.kind == "date" and fact.end <= head:
            continue  # the day of the document itself
        if quotes[fact.quote] == 1 and _may_change(fact, block, beside[fact.start]):
            region = _region(fact, block)
            if region is not None:
                found.append(Candidate(fact, region, values[fact.value.kind, fact.value.normalized] == 1))
    return found


def _may_change(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    if fact.value.kind not in _KINDS or len(fact.quote) > _LONGEST or fact.quote.rstrip("*_ ").endswith(("?", ":")):
        return False
    if any(kind in _LIMITED for kind, _ in fact.qualifiers) or _NO_CLAIM.search(fact.quote) or _SUM.search(fact.quote):
        return False
    if not fact.row and fact.quote.strip(" .:*_") == fact.value.text:
        return False  # "22 Aug." is the label of what follows
    check = _CHECKS.get(fact.value.kind)
    return check is None or check(fact, block, beside)


def _names(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """A pronoun would go on speaking of the person whose name was there."""
    return re.search(r"\b(?:he|she|his|her|him|himself|herself)\b", fact.quote, re.IGNORECASE) is None


def _counts(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """ "Two halves" and "both of the two" count nothing that could be otherwise; a bare "4.2" is an edition."""
    if _joined(fact) or _FRACTION.search(fact.quote) or _NAMED.search(fact.quote[: fact.value_start - fact.start]):
        return False
    if _ITEM.match(fact.quote):
        return False  # "**4 Drawings.**" numbers the paragraph
    edition = re.fullmatch(r"\D{0,3}\d+\.\d+", fact.value.text) is not None
    return fact.row or not (edition or _PART.search(fact.quote))


def _percentages(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """Fractions in words have few others: "one in seven" becomes "one in nine", "three quarters" nothing. Parts of one
    whole ("61 % by train, 22 % by bus, 17 % on foot") have to add up."""
    if len({one.value_start for one in beside if one.value.kind == "percentage"}) > _PARTS:
        return False
    said = fact.value.text
    several = re.search(r"\b(?:in|out of)\b", said) and not re.search(r"\b(?:one|1)\b", said, re.IGNORECASE)
    return not several and _FRACTION.search(said) is None


def _joined(fact: Fact) -> bool:
    """Whether the value is a piece of something longer: of a code, a date ("17-03"), a telephone number ("41 77"), a
    series ("at 3, 6, 9 and 12 months")."""
    before = fact.quote[: fact.value_start - fact.start]
    if before[-1:].isalnum() or (before and before[-1] in _JOINTS):
        return True
    behind = fact.quote[fact.value_end - fact.start :]
    return _PIECE.match(behind) is not None or re.search(r"\d,?\s$", before) is not None


def _identifiers(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """A code is an answer where it fills a cell; in a sentence it may as well say which thing is meant."""
    return fact.row and (fact.value_start, fact.value_end) in block.cells


def _versions(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """Not the edition of the document itself, an address (four numbers), a licence, which is named by its number, or
    the version of which a sentence speaks ("Version 3.0 had no bottle")."""
    before = fact.quote[: fact.value_start - fact.start]
    if _joined(fact) or fact.value.normalized.count(".") > 2 or re.search(r"\blicen[cs]e\s*$", before, re.IGNORECASE):
        return False
    return not _SUBJECT.fullmatch(before) and (not _OF_DOCUMENT.search(before) or block.path[1:] != ())


def _dates(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """A year beside another value says when that value held; a weekday goes with one date only."""
    others = {one.value.kind for one in beside} - {"name", "date", "yes_no", "category"}
    when = _YEAR.fullmatch(fact.value.text) is not None and bool(others)
    about_document = _OF_DOCUMENT.search(fact.quote) is not None and len(block.path) <= 1
    return not when and not about_document and not _WEEKDAY.search(fact.quote)


def _times(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    """A bare number may be one of a series."""
    return not (fact.value.text.isdigit() and _joined(fact))


def _stances(fact: Fact, block: Block, beside: Sequence[Fact]) -> bool:
    return fact.language == "en" and not fact.row


_CHECKS: dict[str, Callable[[Fact, Block, Sequence[Fact]], bool]] = {
    "name": _names,
    "count": _counts,
    "percentage": _percentages,
    "identifier": _identifiers,
    "version": _versions,
    "date": _dates,
    "time": _times,
    "yes_no": _stances,
}


def _region(fact: Fact, block: Block) -> tuple[int, int] | None:
    """Where the value is read. A row's first cell names what the row is about and is never changed."""
    if not fact.row:
        return fact.start, fact.end
    cells: Iterator[tuple[int, int]] = iter(block.cells[1:])
    return next(((start, end) for start, end in cells if start <= fact.value_start and fact.value_end <= end), None)
