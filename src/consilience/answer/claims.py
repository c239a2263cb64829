"""An answer as claims: what in it may be supported or contradicted, with exact spans (docs/answers.md).

A claim is a sentence, a list item or a table row of the answer. Greetings, offers, hedges, questions and headings are
none, neither are refusals, which are noted by themselves. What is said twice is one claim.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from consilience.answer.manners import is_manner, lead_of
from consilience.answer.refusals import is_refusal
from consilience.text.sentences import spans

_MARKER = re.compile(r"[ \t]*(?:[-*+•‣▪–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])[ \t]+(?=\S)")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")
_RULE = re.compile(r"[ \t]*(?:[-=*_~`|:+]{3,}[ \t]*)+(?:\w{0,12})$")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_BOLD_LINE = re.compile(r"[ \t]*(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__):?[ \t]*$")
_CITED = re.compile(
    r"\s*(?:\[(?:\^?\d{1,3}|(?:doc|source|context|ref|chunk|passage|citation)s?[ :#_]?[\w.\-/ ]{0,60})"
    r"(?:[,;–-][ ]?\^?\d{1,3}){0,10}\]|【[^】\n]{0,80}】|\((?:source|see|cf\.|quelle|ref)s?:? [^()\n]{1,80}\))",
    re.IGNORECASE,
)
_LATER = re.compile(r"([.!?…][\"')\]]{0,2}\s+)([^\W\d_])")
_CAPITAL = re.compile(r"[.!?…][\"')\]]{0,2}\s+[\"'(\[]{0,2}[A-ZÀ-Þ]")
_TURN = re.compile(
    r"(?:[,;]|\s[–—-])\s+(?:but|however|although|though|yet|aber|jedoch|mais|pero|ale|ma)\b,?\s+", re.IGNORECASE
)
_WHILE = re.compile(r"(?:while|although|though|even though|whereas)\b.{1,200}?(,\s+)", re.IGNORECASE | re.DOTALL)
_PICTURES = frozenset({"So", "Sk", "Cs", "Co", "Cn", "Cf"})  # emoji and what joins them; none of it is a letter
_SIGNS = frozenset("°℃℉№")  # of the same classes, but part of what is said: 25 °C


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of an answer: `text` is what stands from `start` to `end` in it."""

    start: int
    end: int
    text: str

    @property
    def plain(self) -> str:
        """The text on one line, without emoji, emphasis and marks of citations: what is compared with the evidence."""
        return said(self.text)


@dataclass(frozen=True, slots=True)
class Split:
    """The claims of an answer in order, and the sentences that say that (a part of) the question is not answered.

    `abstains`: the answer claims nothing, because it refuses or is empty.
    """

    claims: tuple[Span, ...]
    refusals: tuple[Span, ...] = ()
    empty: bool = False

    @property
    def abstains(self) -> bool:
        return not self.claims and (bool(self.refusals) or self.empty)


@lru_cache(maxsize=256)
def split(answer: str) -> Split:
    """The claims and refusals of an answer. Pure; white space, emoji and repetition change nothing but positions."""
    claims: dict[str, Span] = {}
    refusals: dict[str, Span] = {}
    for start, end in _sentences(without_pictures(answer)):
        for piece in _pieces(answer, start, end):
            refused = is_refusal(piece.plain)
            if refused or not is_manner(piece.plain):
                (refusals if refused else claims).setdefault(_folded(piece.plain), piece)
    claims.pop("", None)
    return Split(tuple(claims.values()), tuple(refusals.values()), not any(map(str.isalnum, answer)))


def said(text: str) -> str:
    """A text on one line, without emoji, emphasis and marks of citations."""
    bare = _CITED.sub("", without_pictures(text))
    return " ".join(bare.replace("**", "").replace("__", "").replace("`", "").split())


def without_pictures(text: str) -> str:
    """The text with a space for every emoji: of the same length, so that positions stay."""
    if text.isascii():
        return text
    return "".join(" " if _is_picture(one) else one for one in text)


def _is_picture(one: str) -> bool:
    return not one.isascii() and one not in _SIGNS and unicodedata.category(one) in _PICTURES


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Sentences, items and rows that could claim something."""
    shown = _recased(text)
    for start, end, kind in _blocks(text):
        if kind == "row":
            yield start, end
        elif kind == "text":
            found = spans(shown, start, end)
            last = found[-1:] if len(found) > 1 or text[end:].strip() else []
            yield from (one for one in found if not _leads_over(text, one, one in last) and not _asks(text, one))


def _leads_over(text: str, span: tuple[int, int], last: bool) -> bool:
    """Whether a sentence only announces what follows: it ends with a colon and is the last before a list."""
    return last and text[span[0] : span[1]].rstrip(" *_").endswith(":")


def _asks(text: str, span: tuple[int, int]) -> bool:
    return text[span[0] : span[1]].rstrip(" *_\"'”)").endswith("?")


def _recased(text: str) -> str:
    """The text with capitals where sentences begin, if it has none: what is written small has sentences all the
    same. Of the same length."""
    if _CAPITAL.search(text):
        return text
    return _LATER.sub(lambda match: match[1] + (match[2].upper() if len(match[2].upper()) == 1 else match[2]), text)


def _blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Paragraphs, list items and table rows, without their marks; headings only where nothing else is said."""
    blocks = _lines(text)
    told = [one for one in blocks if one[2] != "heading"]
    for start, end, kind in told or blocks:
        yield start, end, "row" if kind == "row" else "text"


def _lines(text: str) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    at, goes_on = 0, False
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        bare = line.rstrip()
        if not bare.strip() or _RULE.match(bare):
            if found and bare.strip() and found[-1][2] == "row":
                found.pop()  # the heads of a table
            goes_on = False
            continue
        kind, skipped = _kind(bare)
        if goes_on and kind == "text" and not skipped:
            found[-1] = (found[-1][0], start + len(bare), "text")
        else:
            found.append((start + skipped, start + len(bare), kind))
        goes_on = kind == "text"
    return found


def _kind(line: str) -> tuple[str, int]:
    """What a line is, and how many characters of it are marks."""
    if _HEADING.match(line) or _BOLD_LINE.match(line):
        return "heading", len(line) - len(line.lstrip(" \t#"))
    if _ROW.match(line):
        return "row", len(line) - len(line.lstrip())
    marker = _MARKER.match(line)
    return "text", marker.end() if marker else 0


def _pieces(answer: str, start: int, end: int) -> Iterator[Span]:
    """A sentence without what leads to it, in two where it refuses in one half only: "It is not said, but ..."."""
    bare = without_pictures(answer[start:end])
    opening, turn = _WHILE.match(bare), _TURN.search(bare)
    cut = opening.span(1) if opening else turn.span() if turn else (0, 0)
    if cut[1] and is_refusal(said(bare[: cut[0]])) != is_refusal(said(bare[cut[1] :])):
        yield from _trimmed(answer, start, start + cut[0])
        yield from _trimmed(answer, start + cut[1], end)
    else:
        yield from _trimmed(answer, start, end)


def _trimmed(answer: str, start: int, end: int) -> Iterator[Span]:
    bare = without_pictures(answer[start:end])
    if not is_refusal(said(bare)):
        start += lead_of(bare)
    while start < end and (answer[start].isspace() or without_pictures(answer[start]) == " "):
        start += 1
    while end > start and (answer[end - 1].isspace() or without_pictures(answer[end - 1]) == " "):
        end -= 1
    if any(map(str.isalnum, answer[start:end])):
        yield Span(start, end, answer[start:end])
