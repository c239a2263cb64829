"""What a reader would quote as the value: "12 characters", "35 minutes before departure", "5% of all claims".

A value that is compared is a bare amount; for a reader the words that complete it belong to it. The phrase is shown
and never compared. It stays short: beyond about three times the length of the amount it no longer reads as a value.
"""

from __future__ import annotations

import re

from consilience.model import Value
from consilience.text.wordlists import words
from consilience.values import singular

_MEASURED = frozenset({"quantity", "money", "percentage", "duration", "count", "time", "date"})
_TIMED = frozenset({"duration", "time", "date", "count"})
_LONGEST_NOUN = 4  # words from a number to the noun that it counts
_HEDGE = re.compile(
    r"(?:(?:up|down) to|at (?:least|most)|(?:no|not|never) (?:more|less|fewer|later|earlier) than|within|about|around"
    r"|approximately|nearly|almost|over|under|above|below|more than|less than|fewer than|from|only)\s+",
    re.IGNORECASE,
)
_RATE = re.compile(r"\s*(?:/|\b(?:for each|for every|per|a|an|each|every)\b)[^\d]{1,40}$", re.IGNORECASE)
_SPACED_WORD = re.compile(r"[ \t\n]{1,3}([^\W\d_][\w'’-]*)")
_NUMBER = re.compile(r"[ \t\n]{1,3}(\d[\d,.]*\d|\d)\b")
_TAIL = re.compile(
    r"\s(?:ahead|in advance|beforehand|earlier|later|or (?:more|less|fewer|later|earlier|older|newer|[a-z]{3,7}er))\b"
)
_NUMBERED = re.compile(r"\b(?:(?:beginning|start|middle|end) of )?(?:week|day|month|year|page)\s+$", re.IGNORECASE)
_LINKS = {"of", "per", "plus"}
_TIME_LINKS = {"before", "after", "from", "following"}
_DETERMINERS = words("the a an all any each every its their our your this that these those his her")
_STOPS = words(
    """
    and or but nor so if when while where which who that than then as because since until unless is are was were be
    been being has have had do does did may must can could will would shall should might not no with without by to at
    on in into inside outside near under over above below behind through during between for from before after of per
    plus it they we you he she there here only also both either
    und oder aber wenn ist sind war mit von zu bei im in am et ou mais est sont avec de par pour
    """
)


def phrase_in_sentence(text: str, start: int, end: int, value: Value) -> tuple[int, int]:
    """The span of the phrase around the value at text[start:end]; that span itself where nothing completes it."""
    if value.kind not in _MEASURED:
        return start, end
    head = _NUMBERED.search(text, max(0, start - 40), start)
    if head is not None and value.kind == "count":
        return head.start(), end
    written = text[start:end]
    hedge = _HEDGE.match(written)
    bare = start + (hedge.end() if hedge else 0)
    rate = _RATE.search(text[bare:end])
    core = bare + rate.start() if rate and rate.start() else end
    longest = 3 * _size(text[bare:core], value) + 10
    longest = max(longest, _size(text[bare : _paired(text, end, value)]))
    stop = end
    for reach in _reaches(text, end, value):
        if _size(text[bare:reach]) > longest:
            break
        stop = reach
    if _size(text[start:stop]) <= longest:
        return start, stop
    return (bare, stop) if _size(text[bare:stop]) <= longest else (bare, core)


def phrase_in_cell(cell: str, start: int, end: int, value: Value, alone: bool) -> tuple[int, int]:
    """The whole cell if it is short and the value stands alone in it, else the value with its complement."""
    if alone and _size(cell) <= 3 * _size(cell[start:end], value) + 10:
        return len(cell) - len(cell.lstrip()), len(cell.rstrip())
    return phrase_in_sentence(cell, start, end, value)


def _size(text: str, value: Value | None = None) -> int:
    """Letters and digits of a text; of an amount of money or a share only its digits, if it has any."""
    digits = sum(map(str.isdigit, text))
    if value is not None and digits and value.kind in ("money", "percentage"):
        return digits
    return sum(map(str.isalnum, text))


def _reaches(text: str, end: int, value: Value) -> list[int]:
    """Ends of ever longer phrases: with the noun counted, with "of ...", with "before ..."."""
    reaches: list[int] = []
    at = _noun_end(text, end, value)
    if at > end:
        reaches.append(at)
    for _ in range(2):
        step = _linked(text, at, value)
        if step == at:
            break
        reaches.append(step)
        at = step
    tail = _TAIL.match(text, at)
    return [*reaches, tail.end()] if tail else reaches


def _paired(text: str, end: int, value: Value) -> int:
    """The end of two counts that are told together ("38 airports in 14 countries"); `end` if there are not two."""
    noun = _noun_end(text, end, value)
    link = _SPACED_WORD.match(text, noun)
    if noun == end or link is None or link.group(1) != "in" or _NUMBER.match(text, link.end()) is None:
        return end
    return _linked(text, noun, value)


def _noun_end(text: str, end: int, value: Value) -> int:
    """Past the noun that a count counts, and past what is multiplied ("four times basic salary")."""
    if value.kind != "count" or not value.tokens:
        return end
    at = end
    for _ in range(_LONGEST_NOUN):
        word = _SPACED_WORD.match(text, at)
        if word is None:
            return end
        at = word.end()
        if singular(word.group(1).casefold()) == value.tokens[0]:
            return _noun_phrase(text, at) if value.tokens[0] == "time" else at
    return end


def _linked(text: str, at: int, value: Value) -> int:
    """Past a preposition and its noun phrase, if the preposition completes a value of this kind."""
    link = _SPACED_WORD.match(text, at)
    if link is None:
        return at
    word = link.group(1).casefold()
    if word in _LINKS or (word in _TIME_LINKS and value.kind in _TIMED):
        return _noun_phrase(text, link.end()) if _noun_phrase(text, link.end()) > link.end() else at
    if word == "in" and value.kind in _TIMED:
        return _in_each(text, link.end(), at)
    return at


def _in_each(text: str, after: int, at: int) -> int:
    """Past "in any rolling year", "in 14 countries"; a mere "in the hall" tells the place and is left out."""
    number = _NUMBER.match(text, after)
    if number is not None:
        return _noun_phrase(text, number.end())
    word = _SPACED_WORD.match(text, after)
    each = word is not None and word.group(1).casefold() in ("any", "each", "every", "total", "all")
    return _noun_phrase(text, after) if each else at


def _noun_phrase(text: str, at: int) -> int:
    """Past determiners and up to three words, and once past "of" and the same again; `at` if no noun follows."""
    reached = _words(text, at)
    link = _SPACED_WORD.match(text, reached)
    if reached > at and link is not None and link.group(1).casefold() == "of":
        return max(reached, _words(text, link.end()) if _words(text, link.end()) > link.end() else reached)
    return reached


def _words(text: str, at: int) -> int:
    reached, position, count = at, at, 0
    while count < 3:
        word = _SPACED_WORD.match(text, position)
        if word is None or word.group(1).casefold() in _STOPS:
            break
        if count and word.group(1).casefold() in _DETERMINERS:
            break
        position = word.end()
        if word.group(1).casefold() not in _DETERMINERS:
            count += 1
            reached = position
    return reached
