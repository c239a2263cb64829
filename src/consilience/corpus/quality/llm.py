"""Q by a language model: five scores with a reason and quotes each (paper section IV-B)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from consilience.corpus.quality.operator import EmbeddedQuality
from consilience.llm import Account, Failed, Form, Request, ask, prompt
from consilience.llm.material import framed
from consilience.llm.quotes import locate
from consilience.llm.windows import windows
from consilience.model import DIMENSIONS, Dimension, Document, Finding, NotMeasured, OperatorSpec, Quality
from consilience.operators import OperatorFailure
from consilience.text import statements

VERSION = "1"
_WINDOWS = 4  # of F's windows that Q reads at once: how a document is built shows in longer parts
_FLAWED = 0.9  # a score below it has a reason that is worth telling
_BAD = 0.5
_CODES: dict[Dimension, str] = {name: f"M{number}00" for number, name in enumerate(DIMENSIONS, 1)}
_QUOTES = 4


class Scored(Form):
    """One dimension."""

    score: float = Field(ge=0, le=1)
    reason: str = Field(max_length=1_000)
    quotes: list[str] = Field(default_factory=list, max_length=_QUOTES)


class Assessment(Form):
    """The five dimensions of one document or of a part of it."""

    clarity: Scored
    internal_consistency: Scored
    completeness: Scored
    information_density: Scored
    coherence: Scored


@dataclass(frozen=True, slots=True)
class LlmQuality:
    """Five scores by the model of the account; a long document is read in parts, whose scores are averaged by length.

    Raises OperatorFailure where no usable reply came for a part: half an assessment is none.
    """

    llm: Account

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("Q", "llm", VERSION, self.llm.described("quality"))

    def assess(self, document: Document) -> Quality:
        """The quality of a document; an empty one is not measured."""
        if not document.text.strip():
            return Quality(not_measured=NotMeasured("the document is empty"))
        parts = _parts(document, self.llm.settings.window * _WINDOWS)
        told = ask(self.llm, [_request(document, part, len(parts) > 1) for part in parts])
        if self.llm.dry:
            return EmbeddedQuality().assess(document)
        replies: list[Assessment] = []
        for part, reply in zip(parts, told, strict=True):
            if isinstance(reply, Failed):
                raise OperatorFailure(f"characters {part[0]} to {part[1]}: {reply.reason}")
            replies.append(reply)
        return self._quality(document, parts, replies)

    def _quality(self, document: Document, parts: Sequence[tuple[int, int]], replies: Sequence[Assessment]) -> Quality:
        findings: list[Finding] = []
        repaired = dropped = 0
        for part, reply in zip(parts, replies, strict=True):
            for name in DIMENSIONS:
                found, mended, lost = _findings(document, part, name, getattr(reply, name))
                findings, repaired, dropped = findings + found, repaired + mended, dropped + lost
        self.llm.note(repaired=repaired, dropped=dropped)
        ordered = tuple(sorted(findings, key=lambda one: (one.start, one.end, one.code, one.message)))
        return Quality(tuple((name, _mean(name, parts, replies)) for name in DIMENSIONS), ordered)


def _parts(document: Document, size: int) -> list[tuple[int, int]]:
    whole = (0, len(document.text))
    if len(document.text) <= size:
        return [whole]
    return windows([(one.start, one.end) for one in statements(document)], size, 0) or [whole]


def _request(document: Document, part: tuple[int, int], partial: bool) -> Request[Assessment]:
    kind = "part of document" if partial else "document"
    return Request(prompt("quality"), framed(kind, document.text[slice(*part)], document.id), Assessment)


def _mean(name: Dimension, parts: Sequence[tuple[int, int]], replies: Sequence[Assessment]) -> float:
    lengths = [end - start for start, end in parts]
    scores = [getattr(reply, name).score * length for reply, length in zip(replies, lengths, strict=True)]
    return round(math.fsum(scores) / sum(lengths), 4)


def _findings(
    document: Document, part: tuple[int, int], name: Dimension, scored: Scored
) -> tuple[list[Finding], int, int]:
    """The located quotes as findings, how many were repaired and how many are not in the document.

    A reason without any quote that can be found stands at the beginning of its part, with an empty quote.
    """
    if scored.score >= _FLAWED:
        return [], 0, 0
    start, end = part
    found = [locate(quote, document.text[start:end]) for quote in scored.quotes]
    places = [(start + one.start, start + one.end) for one in found if one is not None] or [(start, start)]
    made = [_finding(document, place, name, scored) for place in dict.fromkeys(places)]
    return made, sum(one is not None and not one.exact for one in found), sum(one is None for one in found)


def _finding(document: Document, place: tuple[int, int], name: Dimension, scored: Scored) -> Finding:
    return Finding(
        code=_CODES[name],
        dimension=name,
        severity="warning" if scored.score < _BAD else "info",
        start=place[0],
        end=place[1],
        quote=document.text[slice(*place)],
        message=" ".join(scored.reason.split()),
        advice="Read the passage with this in mind; the reason is a model's.",
    )
