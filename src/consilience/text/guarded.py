"""Patterns that are looked for only in texts that may hold them.

Most rules are for words that most statements do not hold. From a pattern the letters are read that every match must
hold ("plans? to" wants "plan" and " to"); a text without them is passed over, which costs a hundredth of a search.
Where case says nothing, the others are searched in small letters, which costs a third.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

from consilience.text.small_letters import Parts, blind_to_case, in_small_letters, parsed

_MOST = 64  # letters that are looked for one by one; a pattern with more is searched for at once
_FEW = 8  # ways in which a run of letters may be written, to be looked for in all of them
_WRAPPED = frozenset({"ATOMIC_GROUP", "ASSERT"})
_REPEATED = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})


class Guarded:
    """A pattern with the methods of `re.Pattern`, and the same matches; what is never looked for is never compiled."""

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._source = pattern, flags

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern as it is written. Errors: `re.error`, on first use."""
        return re.compile(*self._source)

    @cached_property
    def _known(self) -> tuple[tuple[str, ...], bool]:
        """What every match holds one of, and whether small letters are enough to find it: from one look."""
        parts = parsed(*self._source)
        return _letters(parts), blind_to_case(parts)

    @property
    def needs(self) -> tuple[str, ...]:
        """Letters of which every match holds at least one; none where nothing is known."""
        return self._known[0]

    @cached_property
    def _small(self) -> re.Pattern[str] | None:
        """The pattern for texts in small letters, where it is one."""
        source, flags = self._source
        return re.compile(source, flags & ~re.IGNORECASE) if self._known[1] else None

    def may(self, text: str) -> bool:
        """Whether a text holds what every match does."""
        letters = self._known[0]
        return not letters or any(map(folded(text).__contains__, letters))

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        if not self.may(text):
            return None
        stop = len(text) if end is None else end
        small = in_small_letters(text) if self._small is not None else None
        if self._small is None or small is None:
            return self.pattern.search(text, start, stop)
        found = self._small.search(small, start, stop)
        return found and self._as_written(text, found, stop)

    def match(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.pattern.match(text, start, len(text) if end is None else end) if self.may(text) else None

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        if not self.may(text):
            return iter(())
        stop = len(text) if end is None else end
        small = in_small_letters(text) if self._small is not None else None
        if self._small is None or small is None:
            return self.pattern.finditer(text, start, stop)
        found = self._small.finditer(small, start, stop)
        return filter(None, (self._as_written(text, one, stop) for one in found))

    def _as_written(self, text: str, found: re.Match[str], stop: int) -> re.Match[str] | None:
        """The same match with its letters as they stand."""
        return self.pattern.match(text, found.start(), stop)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text in which letters that a pattern takes for the same, whatever their case, are the same."""
    return text.lower() if text.isascii() else text.casefold().replace("ı", "i").replace("\u0307", "")


def needs(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> tuple[str, ...]:
    """Letters, folded, of which every match holds at least one; none where the pattern does not tell."""
    return _letters(parsed(pattern, flags))


def _letters(parts: Parts | None) -> tuple[str, ...]:
    found = sorted(filter(None, map(folded, _of_sequence(parts or ()))), key=lambda one: (len(one), one))
    least = [one for place, one in enumerate(found) if not any(other in one for other in found[:place])]
    return tuple(least) if len(least) <= _MOST else ()


def _of_sequence(parts: Parts) -> frozenset[str]:
    """Of what each part of a sequence needs the set that tells most: its shortest letters are the longest."""
    found, run = [], frozenset(("",))
    for name, what in ((str(one), what) for one, what in parts):
        letters = _letters_of(name, what)
        if letters and len(run) * len(letters) <= _FEW:
            run = frozenset(before + letter for before in run for letter in letters)
            continue
        found += [run, frozenset(letters) or _of_part(name, what)]
        run = frozenset(("",))
    found.append(run)
    known = [one for one in found if one and all(one)]
    return max(known, key=lambda one: (min(map(len, one)), -len(one), sorted(one)), default=frozenset())


def _letters_of(name: str, what: Any) -> list[str]:
    """The letters that one place of a pattern may hold, where they are few and known: "n['’]t", "q[1-4]"."""
    if name == "LITERAL":
        return [chr(what)]
    if name != "IN" or any(str(kind) not in ("LITERAL", "RANGE") for kind, _ in what):
        return []
    spans = [one if isinstance(one, tuple) else (one, one) for _, one in what]
    if sum(last - first + 1 for first, last in spans) > _FEW:
        return []
    return [chr(code) for first, last in spans for code in range(first, last + 1)]


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
