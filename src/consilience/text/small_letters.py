"""Patterns that take capitals for small letters, looked for in the text in small letters.

Python compares letters one by one where case is ignored; where it is not, it passes over most alternatives at once and
is three times as fast. A pattern that is written in small letters finds in the text in small letters what it finds in
the text as it stands, as long as every letter of both has one small form. Of the others nothing is promised here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

# Characters of which those that Python takes for one letter have one small form, in one place: all of Latin-1 and
# Latin Extended-A but µ, İ, ı and ſ, which have relatives elsewhere; dashes, quotation marks and signs of currencies.
_SIMPLE = re.compile(r"[\x00-\xb4\xb6-\u012f\u0132-\u017e\u2000-\u206f\u20a0-\u20cf]*")
_INNER = {  # where a part of a pattern holds parts: their place in what the parser says of it
    "ASSERT": 1, "ASSERT_NOT": 1, "MAX_REPEAT": 2, "MIN_REPEAT": 2, "POSSESSIVE_REPEAT": 2, "SUBPATTERN": 3,
}  # fmt: skip
_PLAIN = frozenset({"ANY", "AT", "CATEGORY", "NEGATE", "GROUPREF"})  # no letter of their own
_WIDEST = 1024  # characters of a range that are looked at one by one
_BLIND = re.IGNORECASE | re.ASCII | re.LOCALE  # the first of them alone compares letters as above
Parts = Any  # what the parser of `re` makes of a pattern: (name, what) pairs that know flags and width


@lru_cache(maxsize=4096)
def in_small_letters(text: str) -> str | None:
    """The text in small letters, each in its place; None where a character has more than one small form."""
    return text.lower() if text.isascii() or _SIMPLE.fullmatch(text) else None


def blind_to_case(parts: Parts | None) -> bool:
    """Whether a pattern, without `re.IGNORECASE`, finds in small letters what it finds with it; a pattern that may
    match nothing at all does not, for where it goes on from there depends on what it is in.
    """
    if parts is None or parts.state.flags & _BLIND != re.IGNORECASE:
        return False
    return bool(parts.getwidth()[0]) and _is_small(parts)


def parsed(pattern: str, flags: re.RegexFlag) -> Parts | None:
    """The parts of a pattern; None without the parser, which Python does not promise."""
    parser = getattr(re, "_parser", None)
    return parser.parse(pattern, flags) if parser else None


def _is_small(parts: Parts) -> bool:
    """Whether all letters of a pattern are small, and none of its parts has rules of its own for case."""
    return all(_part_is_small(str(name), what) for name, what in parts)


def _part_is_small(name: str, what: Any) -> bool:
    if name in _PLAIN:
        return True
    if name in ("LITERAL", "NOT_LITERAL"):
        return _same(what, what)
    if name == "RANGE":
        return _same(*what)
    if name == "BRANCH":
        return all(map(_is_small, what[1]))
    if name == "SUBPATTERN" and (what[1] or what[2]):  # switches case on or off
        return False
    if name in ("IN", "ATOMIC_GROUP"):
        return _is_small(what)
    return name in _INNER and _is_small(what[_INNER[name]])


def _same(first: int, last: int) -> bool:
    """Whether a range of characters is the same in small letters."""
    if last - first > _WIDEST:
        return False
    text = "".join(map(chr, range(first, last + 1)))
    return in_small_letters(text) == text
