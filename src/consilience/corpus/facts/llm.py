"""F by a language model: the facts of overlapping windows, merged, every quote found in the document (paper section
IV-B).

The model says which facts there are and names them; what the matcher reads of a fact (its value as an interval, the
context that the value answers, its qualifiers) is made as for the embedded extractor, from the document itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import Field

from consilience.corpus.facts import EmbeddedFacts, facts_of
from consilience.corpus.facts.context import masked, with_headings
from consilience.corpus.facts.make import Place, Surroundings, fact
from consilience.llm import Account, Failed, Form, Request, ask, prompt
from consilience.llm.material import framed
from consilience.llm.quotes import locate
from consilience.llm.windows import windows
from consilience.model import Document, Fact, Mention, OperatorSpec, Statement, Value
from consilience.operators import OperatorFailure
from consilience.text import statements
from consilience.values import category, name, scan

VERSION = "1"
_BOUNDS = ("window", "overlap", "facts_per_window", "facts_per_document")
_CONFIDENCE = 0.85  # of a fact that a model named and the document holds
_BEFORE = 3  # statements that a statement may refer to


class Said(Form):
    """One fact as the model tells it."""

    quote: str = Field(max_length=4_000)
    entity: str = Field(max_length=300)
    relation: str = Field(max_length=300)
    value: str = Field(max_length=600)


class Extraction(Form):
    """The facts of one window."""

    facts: list[Said]


class Reading(NamedTuple):
    """A document with what its facts are made from."""

    document: Document
    said: Sequence[Statement]
    around: Surroundings


@dataclass(frozen=True, slots=True)
class LlmFacts:
    """Windows, caps and the model are settings (`llm.window`, `llm.overlap`, `llm.facts_per_window`, ...).

    Raises OperatorFailure where a window got no usable reply: facts not read are not facts that are not there.
    """

    llm: Account

    @property
    def spec(self) -> OperatorSpec:
        chosen = self.llm.settings
        bounds = {
            name: getattr(chosen, name) for name in ("window", "overlap", "facts_per_window", "facts_per_document")
        }
        own = tuple((name, str(value)) for name, value in bounds.items())
        return OperatorSpec("F", "llm", VERSION, self.llm.described("facts") + own)

    def extract(self, document: Document) -> tuple[Fact, ...]:
        """The facts in reading order, at most `facts_per_document`."""
        said = statements(document)
        spans = windows([(one.start, one.end) for one in said], self.llm.settings.window, self.llm.settings.overlap)
        replies = ask(self.llm, [self._request(document, span) for span in spans])
        if self.llm.dry:
            return EmbeddedFacts().extract(document)
        told: list[tuple[tuple[int, int], Said]] = []
        for number, (span, reply) in enumerate(zip(spans, replies, strict=True), 1):
            if isinstance(reply, Failed):
                raise OperatorFailure(f"window {number} of {len(spans)}: {reply.reason}")
            told += [(span, one) for one in reply.facts[: self.llm.settings.facts_per_window]]
        return self._made(Reading(document, said, Surroundings(document, said)), told)

    def _request(self, document: Document, span: tuple[int, int]) -> Request[Extraction]:
        most, text = f"At most {self.llm.settings.facts_per_window} facts.", document.text[slice(*span)]
        content = f"{most}\n\n{framed('passage', text, document.id)}"
        return Request(prompt("facts"), content, Extraction, lambda reply: _invented(reply, text))

    def _made(self, reading: Reading, told: Sequence[tuple[tuple[int, int], Said]]) -> tuple[Fact, ...]:
        """Facts that two windows both tell are one; a quote or value that is not in the document is none."""
        found: dict[tuple[int, int], Fact] = {}
        repaired = dropped = 0
        for (start, end), one in told:
            at = locate(one.quote, reading.document.text[start:end])
            made = None if at is None else _fact(reading, start + at.start, one)
            dropped += made is None
            if at is not None and made is not None:
                repaired += not at.exact
                found.setdefault((made.value_start, made.value_end), made)
        self.llm.note(repaired=repaired, dropped=dropped)
        ordered = sorted(found.values(), key=lambda one: (one.start, one.value_start, one.id))
        return tuple(ordered[: self.llm.settings.facts_per_document])


def _invented(reply: Extraction, text: str) -> str:
    """What is wrong with a reply of which no fact can be used: it would read as a passage without facts."""
    if not reply.facts or any(_stands(one, text) for one in reply.facts):
        return ""
    return (
        "No fact can be used: every quote must stand in the passage and every value in its quote, both copied exactly; "
        "or list no facts."
    )


def _stands(told: Said, text: str) -> bool:
    return locate(told.quote, text) is not None and locate(told.value, told.quote) is not None


def _fact(reading: Reading, at: int, told: Said) -> Fact | None:
    """The fact that was told of the statement around `at`; None where the statement does not hold the value."""
    index = next((number for number, one in enumerate(reading.said) if one.start <= at < one.end), None)
    if index is None:
        return None
    statement = reading.said[index]
    span = locate(told.value, statement.text)
    if span is None:
        return None
    entity, relation = " ".join(told.entity.split()), " ".join(told.relation.split())
    known = _known(reading, index, span.start, span.end)
    if known is not None:
        return replace(known, entity=entity or known.entity, relation=relation or known.relation)
    place = Place.of(reading.document, statement, reading.around, reading.said[max(0, index - _BEFORE) : index])
    mention = _mention(statement, span.start, span.end)
    context = with_headings(place, masked(statement.text, [mention]))
    return fact(place, mention.start, mention.end, mention.value, entity, relation, context, _CONFIDENCE)


def _known(reading: Reading, index: int, start: int, end: int) -> Fact | None:
    """The embedded extractor's fact whose value stands there: of several the one that covers most."""
    base = reading.said[index].start

    def shared(one: Fact) -> int:
        return min(one.value_end - base, end) - max(one.value_start - base, start)

    near = [one for one in facts_of(reading.document, reading.said, index, reading.around) if shared(one) > 0]
    return max(near, key=lambda one: (shared(one), -one.value_start), default=None)


def _mention(statement: Statement, start: int, end: int) -> Mention:
    """A typed value of the statement that stands there, or what was told as a name or a class."""
    typed = list(_overlapping(scan(statement.text, statement.language), start, end))
    if typed:
        return max(typed, key=lambda one: one.end - one.start)
    return Mention(start, end, _worded(statement.text[start:end]))


def _overlapping(mentions: Sequence[Mention], start: int, end: int) -> Iterator[Mention]:
    return (one for one in mentions if one.start < end and start < one.end)


def _worded(text: str) -> Value:
    return name(text) if text[:1].isupper() else category(text)
