"""Patterns that are looked for only in texts that may hold them.

Most rules are for words that most statements do not hold. From a pattern the letters are read that every match must
hold ("plans? to" wants "plan" and " to"); a text without them is passed over, which costs a hundredth of a search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any

_MOST = 64  # letters that are looked for one by one; a pattern with more is searched for at once
_WRAPPED = frozenset({"ATOMIC_GROUP", "ASSERT"})
_REPEATED = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})


class Guarded:
    """A compiled pattern with the methods of `re.Pattern`, and the same matches."""

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.pattern = re.compile(pattern, flags)

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """Letters of which every match holds at least one; none where nothing is known."""
        return needs(self.pattern.pattern, re.RegexFlag(self.pattern.flags))

    def may(self, text: str) -> bool:
        """Whether a text holds what every match does."""
        if not self.needs:
            return True
        return any(map(folded(text).__contains__, self.needs))

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.pattern.search(text, start, len(text) if end is None else end) if self.may(text) else None

    def match(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.pattern.match(text, start, len(text) if end is None else end) if self.may(text) else None

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        return self.pattern.finditer(text, start, len(text) if end is None else end) if self.may(text) else iter(())


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text in which letters that a pattern takes for the same, whatever their case, are the same."""
    return text.lower() if text.isascii() else text.casefold().replace("ı", "i").replace("\u0307", "")


def needs(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> tuple[str, ...]:
    """Letters, folded, of which every match holds at least one; none where the pattern does not tell."""
    found = sorted(filter(None, map(folded, _of_sequence(_parsed(pattern, flags)))), key=lambda one: (len(one), one))
    least = [one for place, one in enumerate(found) if not any(other in one for other in found[:place])]
    return tuple(least) if len(least) <= _MOST else ()


def _parsed(pattern: str, flags: re.RegexFlag) -> Iterable[tuple[Any, Any]]:
    """The parts of a pattern. Without the parser, which Python does not promise, nothing is known of it."""
    parser = getattr(re, "_parser", None)
    return parser.parse(pattern, flags) if parser else ()


def _of_sequence(parts: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    """Of what each part of a sequence needs the set that tells most: its shortest letters are the longest."""
    found, run = [], ""
    for name, what in ((str(one), what) for one, what in parts):
        if name == "LITERAL":
            run += chr(what)
            continue
        found += [frozenset((run,)), _of_part(name, what)]
        run = ""
    found.append(frozenset((run,)))
    known = [one for one in found if one and all(one)]
    return max(known, key=lambda one: (min(map(len, one)), -len(one), sorted(one)), default=frozenset())


def _of_part(name: str, what: Any) -> frozenset[str]:
    if name == "SUBPATTERN":
        return _of_sequence(what[-1])
    if name in _WRAPPED:
        return _of_sequence(what[1] if name == "ASSERT" else what)
    if name in _REPEATED and what[0]:
        return _of_sequence(what[2])
    if name == "BRANCH":
        branches = [_of_sequence(one) for one in what[1]]
        return frozenset().union(*branches) if all(branches) else frozenset()
    return frozenset()
