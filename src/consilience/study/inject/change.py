"""Another value for a candidate, checked by reading the new sentence as an audit would."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from consilience.model import Fact, Mention, Value
from consilience.study.edits import Edit
from consilience.study.inject import moments, numbers, stance
from consilience.study.inject.candidates import Candidate
from consilience.study.inject.people import People
from consilience.values import compare, polarity, scan

_NUMERIC = frozenset({"quantity", "money", "percentage", "duration", "count"})
_CODE = re.compile(r"\d+(?!.*\d)")
_SEASON = re.compile(
    r"\b(?:christmas|xmas|new year|easter|whitsun|pentecost|advent|spring|summer|autumn|winter|harvest|halloween"
    r"|weihnacht|silvester|neujahr|ostern|pfingst|frühling|sommer|herbst|noël|pâques|printemps|été|automne|hiver"
    r"|navidad|semana santa|primavera|verano|otoño|invierno|kerst|pasen|zomer|herfst)",
    re.IGNORECASE,
)
_MOST_TRIES = 40  # new values that are checked for one candidate
_DAY = 24 * 60  # minutes
_SHORTEST, _LONGEST = 0.4, 2.5  # of a range: the length of a new one, as part of the old one's
_ARTICLE = re.compile(r"\b(?:a|an)\s+$", re.IGNORECASE)
_VOWEL = re.compile(r"8|1[18](?!\d)|1[18](?=[,. ]\d{3})|[aeio]", re.IGNORECASE)


def change(candidate: Candidate, text: str, people: People, random: Random) -> Edit | None:
    """The edit that gives the candidate another value, or None when no fluent and truly different one is found."""
    fact = candidate.fact
    if fact.value.kind == "yes_no":
        return _turned(fact)
    start, end = fact.value_start - candidate.region[0], fact.value_end - candidate.region[0]
    region = text[slice(*candidate.region)]
    for tries, new in enumerate(_proposals(fact, people, random)):
        if tries >= _MOST_TRIES:
            break
        edited = region[:start] + new + region[end:]
        if _fluent(region[:start], fact.value.text, new, fact.language) and _reads(
            region, edited, (start, end), len(new), fact.language
        ):
            return Edit(fact.value_start, fact.value_end, new)
    return None


def differ(a: Value, b: Value) -> bool:
    """Whether two values cannot both be true, limits taken as limits and as the numbers that they name."""
    return all(compare(a, b, limits_as_values=limits).relation == "different" for limits in (False, True))


def _proposals(fact: Fact, people: People, random: Random) -> Iterator[str]:
    value, language = fact.value, fact.language
    written = value.text
    if value.kind in _NUMERIC:
        whole = value.kind == "percentage" and (value.low or 0) <= 100
        yield from numbers.others(written, language, random, 100 if whole else float("inf"))
    elif value.kind == "date":
        yield from moments.other_dates(written, language, random, season=_SEASON.search(fact.quote) is not None)
    elif value.kind == "time":
        yield from moments.other_times(written, language, random)
    elif value.kind == "name":
        yield from (other for other in people.others(written, fact.doc, random) if other not in fact.quote)
    else:
        yield from _codes(written, random)


def _codes(written: str, random: Random) -> Iterator[str]:
    """The last figure of a version or a code changed by a little: 4.2.0 becomes 4.2.3."""
    match = _CODE.search(written)
    if match is None:
        return
    number, width = int(match[0]), len(match[0])
    others = [other for other in range(max(0, number - 4), number + 5) if other != number and len(f"{other}") <= width]
    random.shuffle(others)
    for other in others:
        yield f"{written[: match.start()]}{other:0{width if match[0].startswith('0') else 1}d}{written[match.end() :]}"


def _turned(fact: Fact) -> Edit | None:
    said = polarity(fact.quote, fact.language)
    for start, end, new in stance.opposites(fact.quote):
        turned = polarity(fact.quote[:start] + new + fact.quote[end:], fact.language)
        if said is not None and turned is not None and differ(said, turned):
            return Edit(fact.start + start, fact.start + end, new)
    return None


def _fluent(before: str, old: str, new: str, language: str) -> bool:
    """An article before the value must still fit: "an 8-hour shift" becomes no "an 9-hour shift"."""
    if language != "en" or not _ARTICLE.search(before):
        return True
    return bool(_VOWEL.match(old)) == bool(_VOWEL.match(new))


def _reads(old: str, new: str, span: tuple[int, int], length: int, language: str) -> bool:
    """Whether the new text holds the same values as the old one but for the changed one, of its kind and different."""
    before, after = scan(old, language), scan(new, language)
    if len(before) != len(after) or _said_twice(before, span):
        return False
    return all(_same_but(a, b, span, length) for a, b in zip(before, after, strict=True))


def _said_twice(values: Sequence[Mention], span: tuple[int, int]) -> bool:
    """Whether another value of the text says the same ("a foot deep, that is twelve inches")."""
    own = next((one.value for one in values if (one.start, one.end) == span), None)
    others = [one.value for one in values if (one.start, one.end) != span]
    return own is not None and any(_form(own) == _form(one) and compare(own, one).relation == "same" for one in others)


def _same_but(a: Mention, b: Mention, span: tuple[int, int], length: int) -> bool:
    if (a.start, a.end) != span:
        return a.value == b.value
    if (b.start, b.end) != (span[0], span[0] + length):
        return False
    return _form(a.value) == _form(b.value) and _as_long(a.value, b.value) and differ(a.value, b.value)


def _form(value: Value) -> tuple[str, str, str, str]:
    return value.kind, value.dimension, value.bound, value.per


def _as_long(old: Value, new: Value) -> bool:
    """Whether a range goes up and is of about the same length ("24 December to 1 January", "aged 11 to 18")."""
    if new.bound != "range" and new.dimension != "monthday":
        return True
    before, after = _length(old), _length(new)
    if new.kind == "date":
        return after <= 2 * before + 3 and (after > 0 or before == 0)
    if new.kind == "time" and not 0 < after < _DAY:
        return False  # "from ten in the evening until ten"
    return _SHORTEST * before <= after <= _LONGEST * before


def _length(value: Value) -> float:
    return 0.0 if value.low is None or value.high is None else value.high - value.low
