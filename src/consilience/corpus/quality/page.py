"""The view of a document that every detector reads: blocks with their words, sections, tables, sentences. Frozen.

Computed once per document, so that no detector tokenises again; everything in it is in document order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from consilience.corpus.quality.lexicon import FUNCTION_WORDS, stem
from consilience.model import Block, Document

_TITLE = 120  # characters of a heading: what goes beyond is no title
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Piece:
    """One block with its exact text, its words in lower case and its `terms`: stems of words that carry content.

    `running` is false for records: lines of a log, an invoice or a bank statement, which follow rules of their own.
    """

    index: int
    block: Block
    text: str
    words: tuple[str, ...]
    terms: frozenset[str]
    running: bool

    @property
    def start(self) -> int:
        return self.block.start

    @property
    def end(self) -> int:
        return self.block.end

    @property
    def kind(self) -> str:
        return self.block.kind

    @property
    def headed(self) -> frozenset[str]:
        """The terms that its headings and the sentence that leads its list lend it."""
        above = " ".join((*(heading[:_TITLE] for heading in self.block.path), self.block.lead[:_TITLE]))
        return content_terms(tuple(word.lower() for word in WORD.findall(above)))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement of running text with its words as written."""

    start: int
    end: int
    text: str
    piece: int
    words: tuple[str, ...]
    running: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph as its author meant it: a prose block, or one line of it where lines are whole paragraphs."""

    start: int
    end: int
    piece: int
    words: tuple[str, ...]
    terms: frozenset[str]
    running: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A heading (None before the first one) and the pieces up to the next heading of any level."""

    heading: Piece | None
    body: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A document as the detectors see it. `prose` are its paragraphs, list items and quotations, without code and
    tables."""

    document: Document
    pieces: tuple[Piece, ...]
    sentences: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    tables: tuple[tuple[Piece, ...], ...]
    prose: tuple[Piece, ...]
    passages: tuple[Passage, ...]
    words: int

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def guessed(self) -> bool:
        """Whether headings are no marks of the author but guessed from capitals, lines and sizes."""
        return self.document.format in ("text", "pdf")

    @property
    def headings(self) -> tuple[Piece, ...]:
        return tuple(section.heading for section in self.sections if section.heading is not None)


def content_terms(words: tuple[str, ...]) -> frozenset[str]:
    """Stems of the words that carry content: no function words, no bare numbers, nothing under three letters."""
    return frozenset(
        stem(word) for word in words if len(word) > 2 and word not in FUNCTION_WORDS and not word[0].isdigit()
    )
