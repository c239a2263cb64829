"""Where claims stand in an answer and quotes in a passage: texts cut into pieces, each with what is marked there.

Offsets are code points here and a browser counts UTF-16 units, so texts are cut before they reach the page. An offset
is used where the text agrees with it; otherwise the words are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

Tone = Literal["for", "against", "cited"]
_RANK: dict[str, int] = {"against": 0, "for": 1, "cited": 2}  # the first one wins where quotes overlap

_WRAPPED = re.compile(r"([^\n]{50})[ \t]*\n(?=[a-z\u00df-\u00f6\u00f8-\u00ff])")

AROUND = 260  # characters shown on each side of a marked piece of a passage
PLAIN = 320  # characters shown of a passage in which nothing is marked


@dataclass(frozen=True, slots=True)
class Use:
    """A quote and what it is for: `claim` is the number of the claim from 1, None where it is only cited."""

    doc: str
    quote: str
    start: int | None
    end: int | None
    tone: Tone
    claim: int | None = None


Piece = list[Any]  # [text, index of the claim or None] or [text, tone or "", numbers of claims]


def answer_pieces(answer: str, claims: Sequence[Mapping[str, Any]]) -> tuple[list[Piece], set[int]]:
    """The answer cut at its claims: [text, index of the claim or None], and the claims that were found in it."""
    spans = []
    for index, claim in enumerate(claims):
        if (span := place(answer, claim["text"], claim.get("start"), claim.get("end"))) is not None:
            spans.append((*span, index))
    pieces: list[Piece] = []
    found, at = set(), 0
    for start, end, index in sorted(spans):
        if start < at:
            continue  # two claims of the same words: the first is marked, the list of claims holds both
        pieces += [[answer[at:start], None]] if start > at else []
        pieces.append([answer[start:end], index])
        found.add(index)
        at = end
    return ([*pieces, [answer[at:], None]] if at < len(answer) else pieces), found


def place(text: str, words: str, start: int | None = None, end: int | None = None) -> tuple[int, int] | None:
    """Where `words` stand in `text`: at the offsets if they do, else where they are found first."""
    if not words:
        return None
    if start is not None and end is not None and 0 <= start < end and text[start:end] == words:
        return start, end
    found = text.find(words)
    return None if found < 0 else (found, found + len(words))


def uses(answer: Mapping[str, Any]) -> list[Use]:
    """Every quote of an answer's claims, citations and conflicts, with what it is for."""
    found = []
    for number, claim in enumerate(answer.get("claims") or (), 1):
        tone: Tone = "against" if claim["verdict"] == "contradicted" else "for"
        found += [_use(quote, tone, number) for quote in claim["evidence"]]
        found += [_use(quote, "against", number) for quote in claim.get("against") or ()]
    found += [_use(quote, "cited") for quote in answer.get("citations") or ()]
    for conflict in answer.get("evidence_conflicts") or ():
        found += [_use(side, "cited") for side in conflict["values"]]
    return list(dict.fromkeys(found))


def _use(quote: Mapping[str, Any], tone: Tone, claim: int | None = None) -> Use:
    return Use(quote["doc"], quote["quote"], quote.get("start"), quote.get("end"), tone, claim)


def assign(passages: Sequence[Mapping[str, Any]], wanted: Iterable[Use]) -> tuple[list[list[Use]], list[Use]]:
    """For each passage the quotes that stand in it, and the quotes that stand in none.

    A passage without its text takes the quotes of its document whose offsets lie in it.
    """
    held: list[list[Use]] = [[] for _ in passages]
    left = []
    for use in wanted:
        inside = [index for index, passage in enumerate(passages) if _holds(passage, use)]
        for index in inside:
            held[index].append(use)
        left += [] if inside else [use]
    return held, left


def _holds(passage: Mapping[str, Any], use: Use) -> bool:
    if passage["doc"] != use.doc:
        return False
    if passage.get("text"):
        return bool(use.quote) and use.quote in passage["text"]
    start, end = passage.get("start"), passage.get("end")
    return None not in (start, end, use.start, use.end) and start <= use.start and use.end <= end  # type: ignore[operator]


def passage_pieces(text: str, begin: int | None, quotes: Sequence[Use]) -> list[Piece]:
    """A passage cut at its quotes, [text, tone or "", claims], with what is far from every quote left out."""
    spans = []
    for use in quotes:
        shift = begin or 0
        at = None if use.start is None or use.end is None else (use.start - shift, use.end - shift)
        if (span := place(text, use.quote, *(at or (None, None)))) is not None:
            spans.append((span, use))
    return [[flowing(piece), tone, claims] for piece, tone, claims in _shortened(_cut(text, spans))]


def flowing(text: str) -> str:
    """The text without the line breaks that only a narrow page put into its sentences: after a long line, and before a
    small letter. Rows and list items keep theirs."""
    return _WRAPPED.sub(r"\1 ", text)


def _cut(text: str, spans: Sequence[tuple[tuple[int, int], Use]]) -> list[Piece]:
    """Cut at every edge; what two quotes share takes the graver tone and the claims of both."""
    edges = sorted({0, len(text), *(edge for span, _ in spans for edge in span)})
    pieces: list[Piece] = []
    for start, end in pairwise(edges):
        over = [use for (first, last), use in spans if first <= start and end <= last]
        tone = min((use.tone for use in over), key=_RANK.__getitem__, default="")
        claims = sorted({use.claim for use in over if use.tone == tone and use.claim is not None})
        pieces.append([text[start:end], tone, claims])
    return _joined(pieces)


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    joined: list[Piece] = []
    for piece in pieces:
        if joined and joined[-1][1:] == piece[1:]:
            joined[-1] = [joined[-1][0] + piece[0], *piece[1:]]
        else:
            joined.append(piece)
    return joined


def _shortened(pieces: list[Piece]) -> list[Piece]:
    if not any(tone for _, tone, _ in pieces):
        whole = "".join(text for text, _, _ in pieces)
        return [[clipped(whole, PLAIN), "", []]] if whole else []
    last = len(pieces) - 1
    return [
        piece if piece[1] else [_middle(piece[0], index > 0, index < last), "", []]
        for index, piece in enumerate(pieces)
    ]


def _middle(text: str, after: bool, before: bool) -> str:
    """What stands between quotes, of which the part near to one is kept."""
    if len(text) <= AROUND * (after + before) + 3:
        return text
    head = text[:AROUND].rstrip() + "\u00a0" if after else ""
    tail = " " + text[-AROUND:].lstrip() if before else ""
    return f"{head}…{tail}"


def clipped(text: str, most: int) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "\u00a0…"
