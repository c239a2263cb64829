"""The evidence of a question as statements, with the facts and the vector of each (DESIGN section 2: R(q) -> J).

What is read here does not depend on the order of the passages or on which other passages there are. Facts and vectors
are made when somebody asks for them: most statements are never looked at closely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import NamedTuple

from consilience.answer.passages import Reading, reading
from consilience.answer.vectors import vectors_of
from consilience.corpus.facts import facts_of
from consilience.corpus.facts.asked import ANY, Kinds
from consilience.corpus.facts.context import plain
from consilience.model import Fact, Passage, Quote
from consilience.operators import Vectors

_LONGEST = 1_000  # characters of a statement that are encoded; the bundled encoder reads about as many


class Said(NamedTuple):
    """A statement of the evidence, where it stands. `vector` is its row in `Evidence.vectors`.

    `kind` tells prose from rows, headings and code; the last two assert nothing by themselves and have no facts, but
    may complete what a statement says. `copies` are the same statement in other passages of the same text.
    """

    quote: Quote
    passage: int
    vector: int
    kind: str
    section: str
    language: str
    source: Passage
    line: int  # its place among the lines of its passage
    copies: tuple[Quote, ...] = ()

    @property
    def text(self) -> str:
        return self.quote.text

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Its facts, with offsets in the document of the passage and an id that is the same in any evidence."""
        return _facts(self.source, self.line)

    def facts_of(self, kinds: Kinds, most: int) -> tuple[Fact, ...]:
        """The first of those whose value is of one of the kinds; of all, if there are none."""
        return _facts(self.source, self.line, kinds, most)


@dataclass(frozen=True)
class Evidence:
    """Passages as given, and their statements in an order of their own: by text of the passage, then as they stand."""

    passages: tuple[Passage, ...]
    statements: tuple[Said, ...]
    encoder: str = "embedded"

    def __hash__(self) -> int:
        """By the passages, which decide all else."""
        return hash((self.passages, self.encoder))

    @cached_property
    def vectors(self) -> Vectors:
        """Unit vectors of the statements, shape (statements, dimension). Raises OperatorError."""
        return self.encode([one.text for one in self.statements])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of other texts by the same encoder: claims, a question. Raises OperatorError."""
        return vectors_of(list(map(_encoded, texts)), self.encoder)

    @property
    def empty(self) -> bool:
        """Whether no passage has a word in it."""
        return not self.statements


def read(passages: Sequence[Passage], encoder: str = "embedded") -> Evidence:
    """The evidence that the passages make up. Pure; a passage without a word has no statements."""
    given = tuple(passages)
    return Evidence(given, tuple(_statements(given)), encoder)


def _statements(passages: Sequence[Passage]) -> Iterator[Said]:
    seen: set[tuple[str, int, int, str]] = set()
    row = 0
    for places in _distinct(passages):
        first = passages[places[0]]
        quoted, *others = (_quotes(passages[place], place) for place in places)
        for number, line in enumerate(reading(first.text, first.title, first.section).lines):
            quote = quoted[number]
            mark = (quote.doc, quote.start, quote.end, line.text)
            if mark in seen:  # passages that overlap
                continue
            seen.add(mark)
            copies = tuple(one[number] for one in others if (one[number].doc, one[number].start) != mark[:2])
            yield Said(quote, places[0], row, line.kind, line.section, line.language, first, number, copies)
            row += 1


def _distinct(passages: Sequence[Passage]) -> list[list[int]]:
    """Places of the passages, those of equal content together, in an order that content alone decides."""
    groups: dict[tuple[str, str, str], list[int]] = {}
    for place, one in enumerate(passages):
        groups.setdefault((one.text, one.title, one.section), []).append(place)
    ordered = sorted(groups)
    return [sorted(groups[key], key=lambda place: _where(passages[place])) for key in ordered]


def _where(passage: Passage) -> tuple[str, int, str]:
    return passage.doc, passage.start, passage.chunk


@lru_cache(maxsize=5_000)
def _quotes(passage: Passage, place: int) -> tuple[Quote, ...]:
    """The lines of a passage as they stand in its document."""
    doc, start = passage.doc, passage.start
    lines = reading(passage.text, passage.title, passage.section).lines
    return tuple(Quote(doc, start + line.start, start + line.end, line.text, place) for line in lines)


@lru_cache(maxsize=50_000)
def _encoded(text: str) -> str:
    """What an encoder is shown of a text."""
    return plain(text)[:_LONGEST]


@lru_cache(maxsize=50_000)
def _facts(passage: Passage, line: int, kinds: Kinds = ANY, most: int | None = None) -> tuple[Fact, ...]:
    read_once: Reading = reading(passage.text, passage.title, passage.section)
    index = read_once.lines[line].statement
    if index is None:
        return ()
    found = facts_of(read_once.document, read_once.statements, index, read_once.around, kinds, most)
    return tuple(_placed(fact, passage) for fact in found)


def _placed(fact: Fact, passage: Passage) -> Fact:
    """The fact with the offsets of its document."""
    at = passage.start
    told = f"{passage.text}\0{at}\0{fact.id}"
    moved = at if fact.phrase_end else 0  # an empty span is one that is not there
    return replace(
        fact,
        id=blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest(),
        doc=passage.doc,
        start=fact.start + at,
        end=fact.end + at,
        value_start=fact.value_start + at,
        value_end=fact.value_end + at,
        title=fact.title or passage.title,
        phrase_start=fact.phrase_start + moved,
        phrase_end=fact.phrase_end + moved,
    )
