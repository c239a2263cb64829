"""From objections to a corrected text. Pure functions; every objection ends as applied or not, with the reason.

A correction is put in where its quote stands in the text exactly once and no other correction wants the same place
otherwise. What is left over are matters for the drafter: quotes that are not there or stand there several times, and
passages for which two corrections differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from consilience.study.author.forms import Mended, Mending, Objection

How = Literal["as quoted", "same as another", "by the drafter", "not applied"]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Flag:
    """An objection of one reviewer and what became of it. `span` is its quote's in the draft, None where not unique."""

    reviewer: str
    number: int
    objection: Objection
    span: Span | None
    how: How = "not applied"
    why: str = ""
    disputed: bool = False  # corrections of different reviewers differ here

    @property
    def applied(self) -> bool:
        return self.how != "not applied"


@dataclass(frozen=True, slots=True)
class Matter:
    """Objections that the drafter has to settle together."""

    flags: tuple[Flag, ...]
    why: str


def flagged(text: str, reviewer: str, objections: Sequence[Objection]) -> list[Flag]:
    """The objections of a reviewer with the places of their quotes."""
    return [Flag(reviewer, number, one, _place(text, one.quote)) for number, one in enumerate(objections, 1)]


def put_in(text: str, flags: Sequence[Flag]) -> tuple[str, list[Flag], list[Matter]]:
    """The text with all corrections that can be put in as quoted, the flags this settles, and the matters left over."""
    settled: list[Flag] = []
    matters = [Matter((one,), _missing(text, one)) for one in flags if one.span is None]
    edits: list[tuple[Span, str]] = []
    for group in _groups(one for one in flags if one.span is not None):
        if len({_alone(text, one) for one in group}) > 1:
            matters.append(_differing(group))
            continue
        first, *others = group
        if _changes(first):
            edits.append(_edit(first))
            settled.append(replace(first, how="as quoted"))
            settled += [replace(one, how="same as another", why=f"as {_name(first)}") for one in others]
        else:
            settled += [replace(one, why="the correction is the quote itself") for one in group]
    return _edited(text, edits), settled, matters


def mend(text: str, matters: Sequence[Matter], mending: Mending) -> tuple[str, list[Flag]]:
    """The text with what the drafter changed, and the flags of the matters. `wrong` has found nothing in the reply."""
    entries = {one.number: one for one in mending.entries}
    edits = [(_at(text, one.quote), one.replacement) for one in entries.values() if one.done]
    settled = [flag for number, matter in enumerate(matters, 1) for flag in _answered(matter, entries[number])]
    return _edited(text, edits), settled


def unmended(matters: Sequence[Matter], reason: str) -> list[Flag]:
    """The flags of matters that the drafter gave no usable reply to."""
    return [replace(flag, why=f"{matter.why}; the drafter: {reason}") for matter in matters for flag in matter.flags]


def wrong(text: str, matters: Sequence[Matter], mending: Mending) -> str:
    """What is wrong with the drafter's reply, in words for it; empty when it can be used."""
    if sorted(one.number for one in mending.entries) != list(range(1, len(matters) + 1)):
        return f"there must be exactly one entry for each number from 1 to {len(matters)}"
    done = [one for one in mending.entries if one.done]
    for one in done:
        times = text.count(one.quote) if one.quote else 0
        if times != 1:
            return f"the quote of entry {one.number} stands {times} times in the document"
        if one.replacement == one.quote:
            return f"entry {one.number} changes nothing"
    spans = sorted((*_at(text, one.quote), one.number) for one in done)
    overlap = next((two[2] for one, two in pairwise(spans) if two[0] < one[1]), 0)
    return f"the quote of entry {overlap} overlaps another" if overlap else ""


def _at(text: str, quote: str) -> Span:
    at = text.index(quote)
    return at, at + len(quote)


def _place(text: str, quote: str) -> Span | None:
    at = text.find(quote)
    return None if at < 0 or text.find(quote, at + 1) >= 0 else (at, at + len(quote))


def _missing(text: str, flag: Flag) -> str:
    found = text.count(flag.objection.quote)
    return f"the quote stands {found} times in the document" if found else "the quote is not in the document"


def _groups(flags: Iterable[Flag]) -> Iterator[list[Flag]]:
    """Flags whose places overlap, in the order of the text."""
    group: list[Flag] = []
    end = -1
    for flag in sorted(flags, key=lambda one: (one.span or (0, 0), one.reviewer, one.number)):
        start, stop = flag.span or (0, 0)
        if group and start >= end:
            yield group
            group = []
        group.append(flag)
        end = max(end, stop)
    if group:
        yield group


def _alone(text: str, flag: Flag) -> str:
    return _edited(text, [_edit(flag)])


def _differing(group: Sequence[Flag]) -> Matter:
    disputed = len({one.reviewer for one in group}) > 1
    why = "two reviewers correct the passage differently" if disputed else "two corrections of one passage differ"
    return Matter(tuple(replace(one, disputed=disputed) for one in group), why)


def _answered(matter: Matter, entry: Mended) -> Iterator[Flag]:
    for flag in matter.flags:
        how: How = "by the drafter" if entry.done else "not applied"
        yield replace(flag, how=how, why=f"{matter.why}; the drafter: {' '.join(entry.reason.split())}")


def _changes(flag: Flag) -> bool:
    return flag.objection.correction != flag.objection.quote


def _edit(flag: Flag) -> tuple[Span, str]:
    assert flag.span is not None
    return flag.span, flag.objection.correction


def _edited(text: str, edits: Sequence[tuple[Span, str]]) -> str:
    """Edits that do not overlap, from the end on, so that no place moves before its turn."""
    for (start, end), new in sorted(edits, reverse=True):
        if not new and text[start - 1 : start] == " " and text[end : end + 1] in ("", " ", "\n"):
            start -= 1  # what is taken out takes one of its two blanks along
        text = text[:start] + new + text[end:]
    return text


def _name(flag: Flag) -> str:
    return f"objection {flag.number} of {flag.reviewer}"
