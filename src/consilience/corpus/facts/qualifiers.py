"""Qualifiers: what limits a statement to a period, a version, an example, an opinion, a plan... (DESIGN section 5).

A qualifier is read from the statement and the headings above it. It never removes a fact; it decides later whether
two facts that look alike may stand side by side.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

_FLAGS = re.IGNORECASE

# One pattern per kind. The words are those of the languages that the reader knows; each entry states why it
# limits the statement.
_PATTERNS: dict[str, re.Pattern[str]] = {
    # the statement speaks of a time that is over, and says so
    "superseded": re.compile(
        r"\b(until (?:now|recently)"
        r"|(?:until|up to) [^.;]{3,80}?\b(?:was|were|had|used|paid|opened|washed|stood|applied)\b"
        r"|\b(?:was|were|had|stood|applied) [^.;]{1,60}? until\b|till now|formerly|previously|used to|no longer"
        r"|in the past"
        r"|back then|at the time"
        r"|the (?:old|former|previous|earlier) "
        r"(?:rate|limit|fee|price|rule|value|figure|tariff|version|procedure|deadline)"
        r"|was (?:replaced|superseded|abolished|withdrawn)"
        r"|before (?:the )?(?:19|20)\d\d"
        r"|a year earlier|years ago|originally|up to (?:19|20)\d\d|früher|bisher|bis (?:ende|anfang|\d{4})"
        r"|ehemals|jusqu'en|auparavant|autrefois"
        r"|voorheen|vroeger|tot (?:eind|\d{4})|antes|anteriormente|hasta (?:el|\d{4}))\b",
        _FLAGS,
    ),
    # not in force yet, or only intended
    "planned": re.compile(
        r"\b(was to (?!date)|were to |is planned|are planned|planned for|plan to|intend(?:s|ed)? to"
        r"|proposed|proposal|draft|forecast"
        r"|expected to|is due to|under consideration|would (?:rise|become|be raised|decide|apply)"
        r"|targeted for|geplant|soll(?:en)? ab"
        r"|entwurf|prévu|gepland|previsto)\b",
        _FLAGS,
    ),
    "example": re.compile(
        r"\b(for example|for instance|e\.g\.|say you|let's say|suppose|imagine|assume|assuming"
        r"|worked example|exercise|hypothetical|illustration"
        r"|zum beispiel|z\.\s?b\.|angenommen|par exemple|supposons|bijvoorbeeld|stel (?:dat|je)|por ejemplo"
        r"|supongamos)\b",
        _FLAGS,
    ),
    "opinion": re.compile(
        r"\b(in my (?:opinion|view)|i think|i believe|some (?:say|think|believe)|would be plenty"
        r"|complain(?:s|ed)?|grumbl\w+|rumou?r\w*"
        r"|it is said|reckon(?:s)? (?:that|he|she|they)|wish(?:es)? (?:for|that)|meiner meinung|à mon avis"
        r"|volgens mij|en mi opinión|could leave|suggest(?:s|ed) (?:that|we|a))\b",
        _FLAGS,
    ),
    "exception": re.compile(
        r"\b(exceptions?|exceptionally|notwithstanding|in exceptional cases|ausnahme\w*|ausnahmsweise"
        r"|exceptionnellement|uitzondering\w*)\b",
        _FLAGS,
    ),
    "minimum": re.compile(
        r"\b(at least|minimum|min\.|lowest|no (?:less|fewer) than|not (?:less|fewer|under|below) than|oldest"
        r"|smallest|lower (?:bound|limit)|mindestens|au moins|minstens"
        r"|al menos|never (?:drop|fall) (?:under|below)|or more|and above)\b",
        _FLAGS,
    ),
    "maximum": re.compile(
        r"\b(at most|maximum|max\.|highest|no more than|not more than|up to|as many as|not exceed"
        r"|limit(?:ed)? (?:to|of|is)|largest|höchstens|au plus|hoogstens"
        r"|a lo sumo|ceiling|cap(?:ped)?|at the most|upper (?:bound|limit))\b",
        _FLAGS,
    ),
    "average": re.compile(
        r"\b(on average|average|mean|median|typical(?:ly)?|durchschnitt\w*|moyenne|gemiddeld|promedio)\b", _FLAGS
    ),
    "total": re.compile(r"\b(in total|altogether|all told|insgesamt|au total|in totaal|en total)\b", _FLAGS),
    "each": re.compile(
        r"\b(?:each(?=[.,;:)]|$)|per (?:unit|piece|pump|set|item)\b|apiece\b|jeweils\b|je stück|chacun\b)",
        _FLAGS,
    ),
}
# Column heads that make a whole row a plan, and words that make a sentence one as well: two plans can contradict.
_PLANNED_ROW = re.compile(
    r"\b(next due|due|due date|planned|scheduled|schedule|budget|forecast|target|estimated?|expected|fällig|geplant)\b",
    _FLAGS,
)
_FUTURE = re.compile(r"\b(will be|is to be|are to be|shall be|wird|werden|sera|zal|será)\b", _FLAGS)
_BESIDE = ("minimum", "maximum", "average", "total", "each")  # limit the value they stand beside, not the statement
_FROM_HEADINGS = ("superseded", "planned", "example")
_BEFORE, _AFTER = 45, 25  # characters that count as beside
_YEAR = re.compile(r"(?<![\w./-])((?:19|20)\d\d)(?:[/–-](?:\d\d|\d{4}))?(?![\w-]|\.\d)")
_QUARTER = re.compile(
    r"\b(q[1-4]|h[12]|(?:first|second|third|fourth) quarter|winter|summer|spring|autumn|last year|this year"
    r"|last month|last week)\b",
    _FLAGS,
)
_VERSION = re.compile(r"\b(?:v|version |release |issue |edition )?(\d+\.(?:\d+|x)(?:\.\d+)?)\b(?!\s?%)", _FLAGS)
_QUOTED = re.compile(r"[\"“„«][^\"”“»]{25,}[\"”“»]")


def qualifiers(
    text: str, start: int, end: int, above: str, header: Sequence[str] | None = None
) -> tuple[tuple[str, str], ...]:
    """(kind, word) pairs that limit the value at text[start:end], from its statement and the headings `above` it.

    `header` are the column heads where the statement is a table row. Sorted, without repeats. A word such as "each"
    or "minimum" limits the value it stands beside, "formerly" the whole statement, and "example" in a heading
    everything below it.
    """
    near = (0, len(text)) if header is not None else (start - _BEFORE, end + _AFTER)
    found = {(kind, word) for kind in _PATTERNS if (word := _first(kind, text, near, above))}
    planned = next(filter(None, map(_PLANNED_ROW.search, header or ())), None)
    if planned:
        found.add(("planned", planned.group(0).lower()))
    future = _FUTURE.search(text)
    if future:
        found.add(("future", future.group(0).lower()))
    outside = f"{text[:start]} {text[end:]}"
    found.update(("period", match.group(1)) for match in _YEAR.finditer(outside))
    found.update(("season", match.group(1).lower()) for match in _QUARTER.finditer(outside))
    if not any(kind == "period" for kind, _ in found):
        found.update(("period", match.group(1)) for match in _YEAR.finditer(above))
    if _QUOTED.search(text):
        found.add(("opinion", "quoted words"))
    return tuple(sorted(found))


def _first(kind: str, text: str, near: tuple[int, int], above: str) -> str:
    """The first word of a kind of qualifier, "" when there is none."""
    low, high = near if kind in _BESIDE else (0, len(text))
    for start, word in _matches(text).get(kind, ()):
        if low <= start < high:
            return word
    if kind in _FROM_HEADINGS:
        return next((word for _, word in _matches(above).get(kind, ())), "")
    return ""


@lru_cache(maxsize=4096)
def _matches(text: str) -> Mapping[str, tuple[tuple[int, str], ...]]:
    """Every qualifying word of a text by kind, with its place; the facts of a statement and of a section share it."""
    found = {}
    for kind, pattern in _PATTERNS.items():
        words = tuple((match.start(), " ".join(match.group(0).split()).lower()) for match in pattern.finditer(text))
        if words:
            found[kind] = words
    return found


def versions(text: str) -> frozenset[str]:
    """Version numbers named in a text, as qualifiers ("in 4.2", "3.x")."""
    return frozenset(match.group(1) for match in _VERSION.finditer(text))
