"""A near copy: a document again, with some values changed to others of the same type and order of magnitude.

Values are found here by plain patterns and not by the package, so that the measurement does not share its mistakes. At
most one value of a sentence or table row is changed. Headings, code, links, list numbers, table heads and numbers that
belong to a name ("KV-220", "section 4") are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from change_value import MONTHS, WORDS, change

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d+)?"
_EDGE = r"(?<![\w.,:/#§–-])"
_PATTERNS = (
    ("date", rf"{_EDGE}\d{{1,2}} (?:{MONTHS})(?: \d{{4}})?\b|{_EDGE}(?:{MONTHS}) \d{{1,2}}, \d{{4}}\b"),
    ("date", rf"{_EDGE}\d{{4}}-\d{{2}}-\d{{2}}(?![\w-])"),
    ("time", rf"{_EDGE}\d{{1,2}}:\d{{2}}(?![\w:–-])"),
    ("money", rf"(?<!\w)(?:EUR |USD |GBP |€|£|\$)(?:{_NUMBER})(?![\w–/-])"),
    ("percentage", rf"{_EDGE}(?:{_NUMBER})(?= ?%)"),
    ("name", r"(?<=\bby )[A-Z][a-z]+ [A-Z][a-z]+(?=[ ,.;])|(?<=\bto )[A-Z][a-z]+ [A-Z][a-z]+(?=[ ,.;])"),
    ("number", rf"{_EDGE}(?:{_NUMBER})(?= ?[A-Za-z°µ])(?!st\b|nd\b|rd\b|th\b|x\b)"),
    ("word", rf"(?<![\w-])(?:{'|'.join(WORDS)})(?= (?:working |calendar )?(?:minute|hour|day|week|month|year)s?\b)"),
)
_VALUE = re.compile("|".join(f"(?P<k{i}>{pattern})" for i, (_, pattern) in enumerate(_PATTERNS)))
_REFERS = re.compile(r"(?:section|clause|chapter|step|figure|table|page|article|annex|part|version|release)s? $", re.I)
_SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[A-Z])")
_SKIPPED_LINE = re.compile(r"\s*(?:#|```|~~~|\|?[-: |]+\|?$|!\[)")


@dataclass(frozen=True)
class Change:
    """One changed value, with its kind, its spans in the original and in the copy, and both quotes."""

    kind: str
    old: str
    new: str
    original: tuple[int, int]
    copy: tuple[int, int]
    old_quote: str
    new_quote: str


@dataclass(frozen=True)
class NearCopy:
    """The changed text, and what was changed in it, in the order of the text."""

    text: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class _Candidate:
    kind: str
    start: int
    end: int
    statement: tuple[int, int]


def near_copy(text: str, changes: int = 15, seed: int = 0) -> NearCopy:
    """A copy with `changes` values changed, spread over the kinds. Raises ValueError when there are not so many."""
    random = Random(seed)
    chosen = _choose(_candidates(text), changes, random)
    parts, at, moved, spans = list[str](), 0, 0, list[tuple[_Candidate, str, int]]()
    for value in chosen:
        new = change(value.kind, text[value.start : value.end], random)
        parts += [text[at : value.start], new]
        spans.append((value, new, moved))
        moved += len(new) - (value.end - value.start)
        at = value.end
    copy = "".join([*parts, text[at:]])
    return NearCopy(copy, tuple(_record(text, copy, *span) for span in spans))


def _record(text: str, copy: str, value: _Candidate, new: str, moved: int) -> Change:
    old = text[value.start : value.end]
    start, end = value.statement
    grown = len(new) - len(old)
    return Change(
        value.kind,
        old,
        new,
        (value.start, value.end),
        (value.start + moved, value.end + moved + grown),
        text[start:end],
        copy[start + moved : end + moved + grown],
    )


def _choose(candidates: list[_Candidate], count: int, random: Random) -> list[_Candidate]:
    """One value a statement, kinds in turn, in the order of the text."""
    random.shuffle(candidates)
    kinds: dict[str, list[_Candidate]] = {}
    for candidate in candidates:
        kinds.setdefault(candidate.kind, []).append(candidate)
    chosen: dict[tuple[int, int], _Candidate] = {}
    while any(kinds.values()) and len(chosen) < count:
        for kind in sorted(kinds):
            if kinds[kind] and len(chosen) < count:
                candidate = kinds[kind].pop()
                chosen.setdefault(candidate.statement, candidate)
    if len(chosen) < count:
        raise ValueError(f"Only {len(chosen)} values can be changed, not {count}.")
    return sorted(chosen.values(), key=lambda candidate: candidate.start)


def _candidates(text: str) -> list[_Candidate]:
    found = []
    for start, end in _statements(text):
        for match in _VALUE.finditer(text, start, end):
            kind = _PATTERNS[int((match.lastgroup or "k0")[1:])][0]
            if not _REFERS.search(text, max(start, match.start() - 12), match.start()):
                found.append(_Candidate(kind, match.start(), match.end(), (start, end)))
    return found


def _statements(text: str) -> list[tuple[int, int]]:
    """Sentences within a line, and table rows below their head; no headings, code, links or front matter."""
    statements, at, fenced, above = list[tuple[int, int]](), 0, False, ""
    front = text.startswith("---\n")
    for number, line in enumerate(text.splitlines(keepends=True)):
        start, at = at, at + len(line)
        if front:
            front = number == 0 or line.strip() != "---"
            continue
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        is_head = line.lstrip().startswith("|") and not above.lstrip().startswith("|")
        above = line
        if fenced or is_head or "://" in line or _SKIPPED_LINE.match(line):
            continue
        statements += _sentences(line, start)
    return statements


def _sentences(line: str, offset: int) -> list[tuple[int, int]]:
    body = line.rstrip()
    mark = re.match(r"\s*(?:[-*+]|\d+[.)]) +", body)
    begin = mark.end() if mark else len(body) - len(body.lstrip())
    if body.lstrip().startswith("|"):
        return [(offset + begin, offset + len(body))]
    cuts = [begin, *(match.end() for match in _SENTENCE_END.finditer(body, begin)), len(body)]
    pieces = pairwise(cuts)
    return [(offset + low, offset + low + len(body[low:high].rstrip())) for low, high in pieces if low < high]
