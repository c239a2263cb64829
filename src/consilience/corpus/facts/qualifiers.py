"""Qualifiers: what limits a statement to a period, a plan, an example, an opinion... (DESIGN section 5).

A qualifier is read from the clause of the value and the headings above it. It never removes a fact; it decides later
whether two facts that look alike may stand side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from consilience.text.guarded import Guarded

_FLAGS = re.IGNORECASE

_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai"
    "|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|januari|februari|maart|mei|augustus|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre"
    "|noviembre|diciembre"
)
# One pattern per kind. The words are those of the languages that the reader knows; each entry states why it
# limits the statement.
_PATTERNS: dict[str, Guarded] = {
    # the clause speaks of a time that is over, and says so ("is used to heat" speaks of a use)
    "superseded": Guarded(
        r"\b(until (?:now|recently)|till now|formerly|previously"
        r"|(?<!is )(?<!are )(?<!be )(?<!been )(?<!was )(?<!were )(?<!being )(?<!grown )(?<!get )(?<!got )used to"
        r"|no longer (?:valid|applies|apply|in force|current|the case|true|holds?|stands?)"
        r"|no longer(?= (?:\S+ )?[£€$\d])"
        r"|in the past|back then|in those days"
        r"|(?<!replaces the )(?<!replacing the )(?<!instead of the )(?<!unlike the )(?:old|former|previous|earlier) "
        r"(?:rates?|limits?|fees?|prices?|rules?|value|figure|tariffs?|version|procedure|deadline|charges?|surcharge|policy"
        r"|contract|scheme|agreement|year(?= |’|'|$))|\(expired\)|expired (?:contract|agreement|terms)"
        r"|was (?:replaced|superseded|abolished|withdrawn|repealed)"
        r"|the (?:year|month|quarter|season) before(?=[,.;:]|$| it | there )|a year (?:before|earlier)(?=[,.;:]|$| it )"
        r"|(?:in )?the (?:previous|preceding) (?:year|month|quarter|season)"
        r"|years ago|originally|bisher|ehemals|auparavant|autrefois"
        r"|voorheen|vroeger|antes(?! de\b)|anteriormente)\b",
        _FLAGS,
    ),
    # not in force yet, or only intended
    "planned": Guarded(
        r"\b((?:was|were) to (?:be|have|open|start|close|arrive|come|begin|end)\b|plans? to|intend(?:s|ed)? to"
        r"|(?<!may )(?<!may be )(?<!than )(?<!than it was )planned(?! day| date| time)"
        r"|proposed|proposal|draft|forecast|was due (?:in|on|by)|were due (?:in|on|by)"
        r"|expected to (?:be|rise|fall|reach|grow|open|close|start|begin|end|take|last|cost|become|come|drop|double)"
        r"|is due to|under consideration|would (?:rise|become|be raised|decide|apply)"
        r"|if the (?:board|council|committee|parliament|owners|members|regulator) (?:agrees?|approves?|consents?)"
        r"|targeted for|according to (?:the )?(?:plan|schedule)|geplant|soll(?:en)? ab"
        r"|entwurf|prévu|gepland|previsto)\b",
        _FLAGS,
    ),
    "exception": Guarded(
        r"\b((?<!without )(?<!no )exceptions?|exceptionally|notwithstanding|in exceptional cases"
        r"|(?<!ohne )ausnahme\w*|ausnahmsweise|exceptionnellement|uitzondering\w*)\b",
        _FLAGS,
    ),
    # a case that is only thought of: "if it scaled in a straight line, you'd see ..."
    "hypothetical": Guarded(
        r"\bif (?:it|they|this|all|every|everything|everybody)\b[^.;]{3,80}"
        r"(?:\bwould\b|\bcould have\b|\w(?:'|’)d\b)(?! (?:like|prefer|rather))"
        r"|\bif\b[^.;]{3,80}\bwere to\b"
        r"|\bwould have (?:been|had|cost|taken|needed)\b|\bin theory\b|\bhypothetical(?:ly)?\b|\bwere it not\b",
        _FLAGS,
    ),
    "minimum": Guarded(
        r"\b(at least|minimum|min\.|lowest|no (?:less|fewer) than|not (?:less|fewer|under|below) than|oldest"
        r"|smallest|shortest|lower (?:bound|limit)|mindestens|mindest\w+|au moins|minstens"
        r"|al menos|never (?:drop|fall) (?:under|below)|or more|and above)\b",
        _FLAGS,
    ),
    "maximum": Guarded(
        r"\b(at most|maximum|max\.|highest|no more than|not more than|up to|as many as|not exceed"
        r"|limit(?:ed)? (?:to|of|is)|largest|longest|höchstens|höchst\w+|au plus|hoogstens"
        r"|a lo sumo|ceiling|cap(?:ped)?|at the most|upper (?:bound|limit))\b",
        _FLAGS,
    ),
    "average": Guarded(
        r"\b(on average|averaged|(?<!their )(?<!your )(?<!his )(?<!her )average(?! (?:is|drops?|falls?|sinks?|must))"
        r"|mean(?! that| you| to)|median|durchschnitt\w*|moyenne|gemiddeld|promedio)\b",
        _FLAGS,
    ),
    "total": Guarded(r"\b(in total|altogether|all told|insgesamt|au total|in totaal|en total)\b", _FLAGS),
    "each": Guarded(
        r"\b(?:each(?=[.,;:)]|$)|per (?:unit|piece|pump|set|item)\b|apiece\b|jeweils\b|je stück|chacun\b)",
        _FLAGS,
    ),
}
# What follows "for example" is one, up to the next comma; what stands before it is no example.
_EXAMPLE = Guarded(
    r"\b(for example|for instance|e\.g\.|zum beispiel|z\.\s?b\.|par exemple|bijvoorbeeld|por ejemplo)", _FLAGS
)
# These make an example of the whole sentence that they open, and of what stands under such a heading.
_SUPPOSED = Guarded(
    r"^\W*(?:let us (?:take|say|assume)|let's (?:take|say)|suppose|imagine|assume|assuming|say you|example:|angenommen"
    r"|supposons|stel (?:dat|je)|supongamos)\b",
    _FLAGS,
)
_EXAMPLES = Guarded(
    r"\b(?:example|exercise|hypothetical|illustration|sample (?:calculation|case)"
    r"|beispiel|exemple|voorbeeld|ejemplo)s?\b",
    _FLAGS,
)
_OPINION = Guarded(
    r"\b(in my (?:opinion|view|eyes)|i think|i believe|personally i|i would"
    r"|(?:some|many|most|people) (?:say|think|believe)"
    r"|would be (?:plenty|adequate|enough|fair|better|ideal|nice)|would (?:welcome|prefer)"
    r"|, (?:\w+ ){1,3}(?:argues?|complains?)"
    r"|complain(?:s|ed)?|grumbl\w+|rumou?r\w*|allegedly|supposedly|mistakenly|hearsay|urban myth"
    r"|it is said|reckon(?:s)? (?:that|he|she|they)|wish(?:es)? (?:for|that)|meiner meinung|à mon avis"
    r"|volgens mij|en mi opinión|could leave|suggest(?:s|ed) (?:that|we|a))\b",
    _FLAGS,
)
# "until 31 March it was £10": a limit in time and a verb of the past make an old value, either alone does not.
_UNTIL = Guarded(
    r"\bfrüher\b"
    rf"|\b(?:until|up to|till|before|prior to|up until|bis|vor|jusqu'(?:à|en|au)|tot|hasta)\b"
    r"(?! (?:he|she|it|they|we|you) )"
    rf"[^.;:,]{{0,30}}?"
    rf"(?:\b(?:{_MONTHS})\b|\b(?:19|20)\d\d\b|\bthen\b|\blast (?:year|month|spring|summer|autumn|winter)\b"
    r"|\bthe (?:reform|merger|move|change|switch|relaunch|takeover)\b)",
    _FLAGS,
)
_PAST = Guarded(
    r"\b(?:was|were|had|could|paid|opened|stood|applied|cost|lay|amounted|washed|galt|war|waren"
    r"|betrug|hatten?|lag|wurden?|était|étaient|avait|gold|bedroeg|era|eran|costaba)\b",
    _FLAGS,
)
# Directly before a value: the statement says that it does not hold. "Not more than 5" says that 5 is a limit.
_DENIED = Guarded(
    r"(?:\b(?:is|are|was|were)(?: not|n['’]t)"
    r"|\b(?:does|do|did)(?: not|n['’]t) (?:cost|take|last|weigh|need|hold|have|be|run|pay|get|come to|amount to)"
    r"|\brather than|\binstead of|, not|\bno longer|\bist nicht|\bn'est pas|\bis niet)"
    r"\s+(?:the |an? |about |as much as )?$",
    _FLAGS,
)
# What those whom a rule is for intend to do is no plan of the rule: "who plan to stay", "if you intend to".
_SOMEBODY = Guarded(r"\b(?:who|whoever|anyone|anybody|those|if you|you|not)\b[^.;]*$", _FLAGS)
# Of headings, those of texts that are not in force: "planned interruptions" will happen, a draft may not.
_PROPOSED = Guarded(
    r"\b(drafts?|proposals?|proposed|consultation|forecasts?|entwurf|prévisions?|prévu|voorstel)\b", _FLAGS
)
# Column heads that make a whole row a plan, and words that make a sentence one as well: two plans can contradict.
_PLANNED_ROW = Guarded(
    r"\b(next due|due|due date|planned|scheduled|schedule|budget|forecast|target|estimated?|expected|fällig|geplant)\b",
    _FLAGS,
)
_FUTURE = Guarded(r"\b(will be|is to be|are to be|shall be|wird|werden|sera|zal|será)\b", _FLAGS)
_BESIDE = ("minimum", "maximum", "average", "total", "each")  # limit the value they stand beside, not the statement
_BEFORE, _AFTER = 45, 25  # characters that count as beside
_YEAR = Guarded(r"(?<![\w./-])((?:19|20)\d\d)(?:[/–-](?:\d\d|\d{4}))?(?![\w-]|\.\d)")
_QUARTER = Guarded(
    r"\b(q[1-4]|h[12]|(?:first|second|third|fourth) quarter|winter|summer|spring|autumn|last year|this year"
    r"|last month|last week)\b",
    _FLAGS,
)
_VERSION = Guarded(r"\b(?:v|version |release |issue |edition )?(\d+\.(?:\d+|x)(?:\.\d+)?)\b(?!\s?%)", _FLAGS)
_QUOTED = Guarded(r"[\"“„«][^\"”“»]{25,}[\"”“»]")
_CLAUSE_END = re.compile(
    r";|\s[–—]\s|[.!?]\s|,\s(?:but|while|whereas|though|although|and now|aber|während|mais|tandis|maar|terwijl|pero)\s",
    _FLAGS,
)


def qualifiers(
    text: str, start: int, end: int, above: str, header: Sequence[str] | None = None
) -> tuple[tuple[str, str], ...]:
    """(kind, word) pairs that limit the value at text[start:end], from its statement and the headings `above` it.

    `header` are the column heads where the statement is a table row. Sorted, without repeats. A word such as "each"
    or "minimum" limits the value it stands beside, "formerly" its clause, and "example" in a heading everything
    below it.
    """
    row = header is not None
    clause = (0, len(text)) if row else clause_of(text, start, end)
    near = (0, len(text)) if row else (start - _BEFORE, end + _AFTER)
    first = {kind: _first(kind, text, *(near if kind in _BESIDE else clause)) for kind in _matches(text)}
    found = set({**_above(above), **{kind: word for kind, word in first.items() if word}}.items())
    found.update(_told(text, start, end, clause, above))
    planned = next(filter(None, map(_PLANNED_ROW.search, (header or ())[1:])), None)
    if planned:
        found.add(("planned", planned.group(0).lower()))
    found.update(_times(text, start, end, clause, above))
    return tuple(sorted(found))


def clause_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a statement around text[start:end], up to a semicolon, a dash, "but" or "while"."""
    low, high = 0, len(text)
    for cut, after in _cuts(text):
        if after <= start:
            low = after
        elif cut >= end:
            return low, cut
    return low, high


@lru_cache(maxsize=4096)
def _cuts(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _CLAUSE_END.finditer(text))


def _first(kind: str, text: str, low: int, high: int) -> str:
    """The first word of a kind of qualifier in text[low:high], "" when there is none."""
    for start, word in _matches(text)[kind]:
        if low <= start < high and not (kind == "planned" and _SOMEBODY.search(text, low, start)):
            return word
    return ""


@lru_cache(maxsize=4096)
def _above(headings: str) -> Mapping[str, str]:
    """What headings say of all that stands below them, by kind."""
    proposed = _PROPOSED.search(headings)
    superseded = [("superseded", word) for _, word in _matches(headings).get("superseded", ())[:1]]
    return dict([*superseded, ("planned", _folded(proposed))] if proposed else superseded)


@lru_cache(maxsize=4096)
def _matches(text: str) -> Mapping[str, tuple[tuple[int, str], ...]]:
    """Every qualifying word of a text by kind, with its place; the facts of a statement and of a section share it."""
    found = {}
    for kind, pattern in _PATTERNS.items():
        words = tuple((match.start(), _folded(match)) for match in pattern.finditer(text))
        if words:
            found[kind] = words
    return found


def _told(text: str, start: int, end: int, clause: tuple[int, int], above: str) -> Iterator[tuple[str, str]]:
    """How the statement tells its value: as an example, an opinion, an old value, or not at all."""
    if not _tells(text):
        if example := _EXAMPLES.search(above):
            yield "example", _folded(example)
        return
    low, high = clause
    before = text[low:start]
    example = _example(text, before, above)
    if example:
        yield "example", _folded(example)
    opinion = _OPINION.search(text, low, high)
    if opinion:
        yield "opinion", _folded(opinion)
    elif any(one.start() < start and end < one.end() for one in _QUOTED.finditer(text)):
        yield "opinion", "quoted words"
    denied = _DENIED.search(before[-40:])
    if denied:
        yield "denied", _folded(denied)
    until = _UNTIL.search(text, low, high)
    if until and (until.end() <= start or end <= until.start()) and _PAST.search(text, low, high):
        yield "superseded", _folded(until)


@lru_cache(maxsize=4096)
def _tells(text: str) -> bool:
    """Whether a statement may tell how it tells its values; most do not, and are searched once for all of them."""
    return any(one.may(text) for one in (_EXAMPLE, _SUPPOSED, _OPINION, _QUOTED, _DENIED, _UNTIL))


def _example(text: str, before: str, above: str) -> re.Match[str] | None:
    example = _EXAMPLE.search(before)
    if example and "," not in before[example.end() :].strip(" ,:"):
        return example
    return _SUPPOSED.search(text) or _EXAMPLES.search(above)


def _times(text: str, start: int, end: int, clause: tuple[int, int], above: str) -> Iterator[tuple[str, str]]:
    future = _FUTURE.search(text)
    if future:
        yield "future", future.group(0).lower()
    outside = f"{text[:start]} {text[end:]}"
    years = [match.group(1) for match in _YEAR.finditer(outside)] or [m.group(1) for m in _YEAR.finditer(above)]
    for year in years:
        yield "period", year
    for match in _QUARTER.finditer(outside):
        yield "season", match.group(1).lower()


def _folded(match: re.Match[str]) -> str:
    return " ".join(match.group(0).split()).lower()


def versions(text: str) -> frozenset[str]:
    """Version numbers named in a text, as qualifiers ("in 4.2", "3.x")."""
    return frozenset(match.group(1) for match in _VERSION.finditer(text))
