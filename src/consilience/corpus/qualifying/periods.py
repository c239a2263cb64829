"""Years, quarters, seasons and months: statements about periods that share no day (DESIGN section 5)."""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.corpus.facts.qualifiers import clause_of
from consilience.corpus.qualifying.reason import Reason, each_side, listed
from consilience.corpus.qualifying.scope import headings_of, limiting, outside, said_in, scope_of
from consilience.model import Fact
from consilience.text.guarded import Guarded

_YEAR = Guarded(
    r"(?:\b(since|from|as of|after|until|up to|till|to|before|through"
    r"|seit|ab|bis|depuis|jusqu'en|sinds|tot|desde|hasta)\s"
    r"(?:the )?(?:end of |early |late )?(?:model year |(?!before|after|until)[a-z]+ )?)?"
    r"(?<![\w./:-])((?:19|20)\d\d)(?:[/–-]((?:19|20)?\d\d))?(?![\w-]|[.:]\d)",
    re.IGNORECASE,
)
_FROM = frozenset(("since", "from", "as of", "after", "seit", "ab", "depuis", "sinds", "desde"))
_SEASON = Guarded(
    r"\b(q[1-4]|h[12]|(?:first|second|third|fourth) quarter|winter|summer|spring|autumn)\b", re.IGNORECASE
)
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH = Guarded(rf"\b(?:in|during|for|every|each|from|to|until) ({'|'.join(_MONTHS)})\b(?! \d)", re.IGNORECASE)
_EVER = 10_000
_LEADING = re.compile(
    r"\W*(?:(?:in|on|at|by|during|for|from|since|until|up to|before|after|as of|im|en|au)\b[^,]{0,35}(?:\d,\s)?)?",
    re.IGNORECASE,
)
_REPORT = Guarded(
    r"\b(?:reports?|yearbook|review|accounts|results|figures|statistics|statements?|survey|budget|minutes|jahresbericht|bilanz"
    r"|rapport|bilan|verslag|informe)\b",
    re.IGNORECASE,
)
_MEASURED = ("quantity", "money", "percentage", "count")
_WAS = Guarded(
    r"\b(was|were|had|stood|amounted|came|reached|totalled|received|employed|served|treated|sold|opened|war|waren"
    r"|betrug|était|étaient|avait|bedroeg|era|eran)\b",
    re.IGNORECASE,
)
_IS = Guarded(
    r"\b(is|are|has|have|stands?|amounts?|employs?|serves?|treats?|sells?|works?|ist|sind|hat|haben|beträgt|est|sont|a|ont"
    r"|heeft|hebben|bedraagt|es|son|tiene|tienen)\b",
    re.IGNORECASE,
)
_Span = tuple[int, int]


def period(a: Fact, b: Fact) -> Reason | None:
    """Years, quarters, seasons or months of which the two share none; "since 2019" shares every later year."""
    years_a, years_b = limiting(a, b, _spans, _own_years)
    years_a, years_b = years_a or _reported(a), years_b or _reported(b)
    if years_a and years_b and not any(_meet(x, y) for x in years_a for y in years_b):
        said = each_side(a, map(_year, years_a), b, map(_year, years_b))
        return Reason("period", f"They speak of different periods: {said}.")
    for find in (_seasons, _months):
        said_a, said_b = limiting(a, b, find)
        if said_a and said_b and not said_a & said_b and a.value.kind != "date":
            return Reason("period", f"They speak of different periods: {each_side(a, said_a, b, said_b)}.")
    return None


def then_and_now(a: Fact, b: Fact) -> Reason | None:
    """The figure of a past year against that of today: "In 2023 we employed 371 people", "412 people work here"."""
    for then, now in ((a, b), (b, a)):
        if _over(then) and _current(now):
            years = listed(map(_year, _own_years(then)))
            return Reason("period", f"One speaks of {years} ({then.doc}), the other of today ({now.doc}).")
    return None


@lru_cache(maxsize=16_384)
def _own_years(fact: Fact) -> frozenset[_Span]:
    """The years in a statement that limit its value: those that open its clause, or stand nearest to the value."""
    if fact.row:
        return _spans(scope_of(fact)) or _spans(f"{fact.entity} {fact.relation}")
    start, end = fact.value_start - fact.start, fact.value_end - fact.start
    low, high = clause_of(fact.quote, start, end)
    found = set()
    for match in _YEAR.finditer(fact.quote, low, high):
        apart = match.start() < end and start < match.end()
        if not apart and (_leads(fact.quote[low : match.start()]) or _nearest(fact, match.start(2), match.end())):
            found.add(_span(*match.groups()))
    return frozenset(found)


def _over(fact: Fact) -> bool:
    """Whether a measured value is told of a year in the past tense."""
    return fact.value.kind in _MEASURED and bool(_own_years(fact)) and _WAS.search(scope_of(fact)) is not None


def _current(fact: Fact) -> bool:
    """Whether a value is told in the present tense, without a year anywhere."""
    text = scope_of(fact)
    return not _spans(outside(fact)) and _IS.search(text) is not None and _WAS.search(text) is None


def _reported(fact: Fact) -> frozenset[_Span]:
    """The year of a report, which limits what it says; the year of a handbook is that of its edition."""
    title = headings_of(fact.section)[-1:]
    return _spans(title[0]) if title and _REPORT.search(title[0]) else frozenset()


def _leads(before: str) -> bool:
    """Whether a year stands in the words that open a clause: "In 2024", "At the end of March 2024"."""
    return _LEADING.fullmatch(before) is not None


def _nearest(fact: Fact, start: int, end: int) -> bool:
    """Whether no other value of the statement stands nearer to the year than the value of the fact."""
    own = _gap(fact.value_start - fact.start, fact.value_end - fact.start, start, end)
    others = (
        one for one in said_in(fact.quote, fact.language)
        if one.value.kind != "date" and (one.value.kind != "name" or fact.value.kind == "name")
    )  # fmt: skip
    return all(_gap(one.start, one.end, start, end) >= own for one in others)


def _gap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(other_start - end, start - other_end, 0)


@lru_cache(maxsize=16_384)
def _spans(text: str) -> frozenset[_Span]:
    return frozenset(_span(*match.groups()) for match in _YEAR.finditer(text))


def _span(word: str | None, year: str, last: str | None) -> _Span:
    first = int(year)
    if word and not last:
        if word.casefold() in _FROM:
            return first, _EVER
        return 0, first - 1 if word.casefold() == "before" else first
    return first, max(first, int(last if len(last) == 4 else year[:2] + last)) if last else first


def _meet(a: _Span, b: _Span) -> bool:
    return a[0] <= b[1] and b[0] <= a[1]


def _year(span: _Span) -> str:
    first, last = span
    if last == _EVER:
        return f"since {first}"
    return f"until {last}" if first == 0 else str(first) if first == last else f"{first} to {last}"


@lru_cache(maxsize=16_384)
def _seasons(text: str) -> frozenset[str]:
    return frozenset(match.group(1).casefold() for match in _SEASON.finditer(text))


@lru_cache(maxsize=16_384)
def _months(text: str) -> frozenset[str]:
    """Months in which a statement holds; "from May to September" are five."""
    named = [_MONTHS.index(match.group(1).casefold()) for match in _MONTH.finditer(text)]
    if len(named) < 2:
        return frozenset(_MONTHS[one] for one in named)
    return frozenset(_MONTHS[min(named) : max(named) + 1])
