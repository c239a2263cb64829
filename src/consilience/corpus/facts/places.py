"""Where something is: "stored in the Dunraven warehouse", "held in room R-12 in the cellar of Building 1".

A place that answers is a value like a name, however it is written: with a name, with a number, or with the noun of a
place. It is compared by its words (`values.textual.compare_names`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from consilience.corpus.facts.make import Place
from consilience.model import Mention, Value
from consilience.text.guarded import Guarded
from consilience.text.wordlists import words
from consilience.values import place as place_value

_IN = "in|at|on|under|behind|beside|near|next to|opposite|above|below|inside|outside"
_DONE = (
    "kept|stored|held|located|based|found|situated|placed|parked|displayed|posted|inspected|done|collected|returned"
    "|shown|carried out|lodged|set down|set up|filed|archived|buried|housed|installed|mounted|deposited|issued"
    "|handed over|handed in|picked up|examined|checked|signed|registered|sent|taken|brought|delivered|moved|shipped"
)
_AT = Guarded(
    rf"\b(?:(?:is|are|was|were|be|being|been)\s+(?:now\s+|always\s+|also\s+)?(?:(?:{_DONE})\s+)?"
    rf"|(?:{_DONE})\s+|(?:sits?|lies|lie|lives?|stands?|hangs?|takes? place|meets?|assembles?|gathers?|happens?|stops?)"
    r"\s+)"
    rf"(?:only\s+|out\s+|down\s+|in-house,\s+)?(?:{_IN})\s+(?P<place>[^.;:!?()\n]{{3,120}})",
    re.IGNORECASE,
)
_GOING = Guarded(
    r"\b(?:goes|go|travels?|moves?|comes?|(?:sent|trucked|taken|brought|delivered|moved|shipped|returned)(?: back)?)"
    r"\s+to\s+(?P<place>[^.;:!?()\n]{3,120})",
    re.IGNORECASE,
)
_SPENT = re.compile(r"\bat\s+(?P<place>the\s+(?:[A-Z][\w'’-]+\s+){1,3}[a-z][^.;:!?,()\n]{2,40})(?=,\s+where\b)")
_SAME_PLACE = r"\bthe same (?:building|place|site|house|hall|campus|room)\b"
_BESIDE = Guarded(rf"\b(?:in|at|on)\s+(?P<place>(?:the|our|an?)\s+[^.;:!?,()\n]{{3,60}}?{_SAME_PLACE})", re.IGNORECASE)
# "We keep two of each batch, in the final pack, in room R-12": the place may come late, and has to name itself.
_ACTIVE = Guarded(r"\b(?:keeps?|stores?|holds?|parks?|finds?|collects?|leaves?|puts?)\b[^.;:!?]{1,120}", re.IGNORECASE)
_PHRASE = Guarded(r"\b(?:in|at|on)\s+(?P<place>[^.;:!?(),\n]{3,120})", re.IGNORECASE)
_NOUNS = (
    "room|hall|store|storeroom|shed|depot|warehouse|office|desk|counter|cellar|basement|floor|building|gate|dock|yard"
    "|quay|workshop|laboratory|lab|campus|library|reception|canteen|park|bay|shelf|cabinet|cupboard|locker|archive|chamber"
    "|station|tower|house|wing|site|works|plant|corridor|lobby|garage|hangar|terminal|stand|pier|square|street|road|centre"
    "|center|kitchen|forum|platform|pallet|rack|aisle|wharf|attic|vault|courtyard|stairwell|lane|café|cafe|entrance|exit|barn|mill|farm|cage|bench|freezer|fridge|drawer|kiosk"
    "|church|school|brewery|cottage|garden|tent|pavilion|clinic|surgery|ward"
)
_PLACE_NOUN = Guarded(rf"\b(?:{_NOUNS})s?\b", re.IGNORECASE)
_PROPER = re.compile(r"\b[A-Z][a-z]+|\b[A-Z]{1,3}-?\d+")
_CALENDAR = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes"
    r"|Thurs|Fri|Satur|Sun)days?)\b"
)
_END = Guarded(
    r",\s+(?:where|which|who|and|but|or|so|then|unless|if|with|not|from|until|after|before|on|keep|except)\b"
    r"|\s+(?:where|which|who|that|and|but|or|so|unless|if|with|when|while|until|from|for|since|before|after|during"
    r"|every|each|once|twice|than|next|is|are|was|were|has|have|must|may|can|will|goes|as|between|within|without|by|to"
    r"|on (?=any\b|[A-Z]\w+days?\b|request\b|demand\b)|at (?=\d|all\b))\b",
    re.IGNORECASE,
)
_LONGEST = 90  # characters
_WHERE = re.compile(
    r"^\W*(?:where\b|(?:\w+\s+)?(?:place|location|venue|site|whereabouts|meeting point|assembly point|standort|ort|lieu"
    r"|lugar|plaats)\W*$)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?:^|\s)(?:next to|behind|beside|beneath|below|under|on the|in the|at the|opposite|near)\s"
    r"|^(?:ground|first|second|third|top)\s+floor\b",
    re.IGNORECASE,
)
_AT_NAME = re.compile(r"^(?:[a-z]+\s+){0,3}(?:at|in)\s+(?:[A-Z][\w'’-]+\s?){1,3}$")
_FLOOR = re.compile(r"\w+\s+(?:floor|storey|basement)\b", re.IGNORECASE)
_NOT_PLACES = words(
    """
    time times case order force use place stock advance addition fact total average good need charge touch turn line
    progress general particular risk request demand duty call sale offer paper writing english german french spanish
    dutch least most last first second third be one two three four five six seven eight nine ten noon midnight annex
    appendix section table chapter figure form page document manual policy list prospectus dr mr mrs ms prof all any
    each every this that these those
    """
)
_SAME = re.compile(_SAME_PLACE, re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the|an?|our(?: own)?|your|its|their)\s+", re.IGNORECASE)
_NAMED_PLACE = re.compile(rf"\b(?:[A-Z][\w'’-]+\s+){{1,3}}(?i:{_NOUNS})\b")
_NAMED = re.compile(rf"(?:{_NOUNS})\s+[A-Z]?-?\d|\b[A-Z][\w'’-]+\s+(?:[a-z]+\s+)?(?:{_NOUNS})\b")


def place_in_words(said: str, head: str) -> Value | None:
    """The place that a cell or the words behind a label name, or None: told by its head, or by how it is written."""
    if not any(map(str.isalpha, said)) or len(said) > _LONGEST or _CALENDAR.search(said):
        return None
    if _WHERE.search(head) or (_PLACE_NOUN.search(said) and _BETWEEN.search(said)) or _AT_NAME.search(said):
        return place_value(said)
    return None


def place_of(place: Place) -> Mention | None:
    """The place that a sentence gives for its subject, or None."""
    text = place.statement.text
    for match in _candidates(text):
        span = _span(text, *match.span("place"))
        if span is not None:
            return Mention(*span, _value(place, text[slice(*span)]))
    return None


def _candidates(text: str) -> Iterator[re.Match[str]]:
    for pattern in (_AT, _GOING, _SPENT, _BESIDE):
        yield from pattern.finditer(text)
    for verb in _ACTIVE.finditer(text):
        named = _PHRASE.finditer(text, verb.start(), verb.end())
        yield from (match for match in named if _NAMED.match(_ARTICLE.sub("", match["place"], count=1)))


def _span(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The noun phrase of the place without its article, if it looks like one."""
    article = _ARTICLE.match(text, start, end)
    start = article.end() if article else start
    stop = _END.search(text, start + 1, end)
    said = text[start : stop.start() if stop else end].rstrip(" ,\t\n*_\"'”’")
    first = next(iter(re.findall(r"[^\W\d_]+", said)), "").casefold()
    if (first in _NOT_PLACES and not _FLOOR.match(said)) or len(said) < 3 or "@" in said:
        return None
    if _CALENDAR.search(said):
        return None
    return (start, start + len(said)) if _PLACE_NOUN.search(said) or _PROPER.match(said) else None


def _value(place: Place, said: str) -> Value:
    """The value of a place; "the same building" stands for the place that the sentence before names."""
    value = place_value(said)
    before = _NAMED_PLACE.findall(" ".join(place.before)) if _SAME.search(said) else []
    if not before:
        return value
    tokens = (*value.tokens, *place_value(before[-1]).tokens)
    return Value("name", value.text, " ".join(tokens), dimension=value.dimension, tokens=tokens)
