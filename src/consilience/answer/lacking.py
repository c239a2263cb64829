"""Whether an answer gives anything of the kind that is asked for: a time to "when", a place to "where", a number to
"how many" (docs/answers.md, alignment).

What the question itself says answers nothing: the 6 of OV-White 6 is no day on which a study with OV-White 6 began. In
doubt a value counts as given, so that only an answer without any time, place or number is found to lack it.
"""

from __future__ import annotations

import re

from consilience.answer.lacking_words import (
    AMOUNT,
    ASKS_AMOUNT,
    ASKS_NUMBER,
    ASKS_WHEN,
    ASKS_WHERE,
    NOT_PLACES,
    NUMBER,
    PLACES,
    SIZE,
    THERE,
    TIME,
)
from consilience.answer.support_words import words_of
from consilience.answer.wanted import Kinds
from consilience.text.language import foreign
from consilience.values import scan
from consilience.values.lexicon import LANGUAGES

NO_VALUE = "the answer gives no value of the kind that is asked for"
NO_TIME = "the question asks when, and the answer tells no time"
NO_PLACE = "the question asks where, and the answer tells no place"

_AMOUNT: Kinds = frozenset({"money", "quantity", "percentage", "count"})
_TIME: Kinds = frozenset({"date", "time", "duration"})
_CODE: Kinds = frozenset({"version", "identifier"})
_NAMES: Kinds = frozenset({"name", "identifier"})
_FEW = 3  # words with a meaning of an answer that may be nothing but a place: "The main store."


def lacking(part: str, kinds: Kinds, answer: str) -> str:
    """What an answer to a part of a question plainly lacks, in words; empty where it lacks nothing.

    `kinds` are those that the part asks for (`wanted`). Pure.
    """
    if _of(kinds, answer):
        return ""
    if kinds <= _TIME | {"count"} and kinds & _TIME and ASKS_WHEN.search(part):
        return "" if _tells(kinds, (TIME, NUMBER), part, answer) else NO_TIME
    if _asks_amount(part, kinds):
        sought = kinds or _AMOUNT | _TIME
        told = _of(sought, answer) or _tells(sought, (AMOUNT, SIZE), part, answer)
        return "" if told else NO_VALUE
    if not kinds and ASKS_WHERE.search(part):
        return "" if _places(part, answer) else NO_PLACE
    return ""


def _asks_amount(part: str, kinds: Kinds) -> bool:
    """Whether only a number answers; a version or a code may be a name ("Bookworm")."""
    if not kinds:
        return ASKS_AMOUNT.search(part) is not None
    if kinds & _CODE:
        return ASKS_NUMBER.search(part) is not None
    return bool(kinds & _AMOUNT) and kinds <= _AMOUNT | _TIME


def _of(kinds: Kinds, answer: str, language: str = "en") -> bool:
    """Whether an answer has a value of one of the kinds; it is read only where there are any."""
    return bool(kinds) and any(mention.value.kind in kinds for mention in scan(answer, language))


def _tells(kinds: Kinds, patterns: tuple[re.Pattern[str], re.Pattern[str]], part: str, answer: str) -> bool:
    """Whether a word or a number tells it. English is read first, and "deux" or "twintig" where that finds nothing."""
    in_words, number = patterns
    if in_words.search(answer) or set(number.findall(answer)) - set(number.findall(part)):
        return True
    return any(_of(kinds, answer, code) for code in LANGUAGES[1:])


def _places(part: str, answer: str) -> bool:
    """Whether something in the answer may be a place that the question does not name itself."""
    asked, told = words_of(part).stems, words_of(answer).content
    if THERE.search(answer) or (len(told) <= _FEW and _new(answer, asked)) or foreign(answer, "en"):
        return True
    named = [mention.value.text for mention in scan(answer, "en") if mention.value.kind in _NAMES]
    found = (match["place"] for pattern in PLACES for match in pattern.finditer(answer))
    return any(_new(text, asked) for text in (*named, *found))


def _new(text: str, asked: frozenset[str]) -> bool:
    """Whether a text has a word that the question lacks and that may be of a place: no month, no "case"."""
    return any(not (one.number or one.stem in asked or one.stem in NOT_PLACES) for one in words_of(text).content)
