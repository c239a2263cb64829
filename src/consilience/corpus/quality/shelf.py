"""A corpus as the corpus-wide detectors see it: a small glance at each document, and what all of them have in common.

A glance holds hashes instead of words, a few kilobytes a document, so that thousands stay in memory; taking it costs a
small part of reading the document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from consilience.corpus.quality.lexicon import fluency, speaks
from consilience.corpus.quality.page import WORD, content_terms
from consilience.corpus.quality.terms import Term, terms
from consilience.model import Block, Document

SHINGLE = 4  # words of a sequence; long enough that unrelated documents share hardly any
PARAGRAPH = 12  # words of a paragraph worth comparing between documents
Hashes = NDArray[np.uint32]

_HEAD, _TAIL = 1500, 400  # characters at the beginning and end where a document says when it was made
_LANGUAGE = 2000  # words that tell the language of a document
_NATIVE = 0.15  # share of function words from which a paragraph is in it
_PROSE = frozenset({"paragraph", "quote", "list_item"})
_DATED_FIELD = re.compile(r"date|version|updated|modified|revision|edition|valid|stand", re.IGNORECASE)
_DATE = re.compile(
    r"\b(?:19|20)\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
    r"|\b(?:version|revision|rev\.?|edition|issue|release|ausgabe|stand|fassung|versión|édition|versie)\s*:?\s*v?\d"
    r"|\bv?\d{1,3}\.\d{1,3}\.\d{1,3}\b",
    re.IGNORECASE,
)
_LINK = re.compile(r"(?<!!)\[[^\[\]\n]{0,200}\]\((?!#|/|[a-z][a-z0-9+.-]*:)([^\s()]{1,200})\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """A paragraph at `text[start:end]` with a hash of all its words, its content terms, and whether it is in the
    language of the document."""

    start: int
    end: int
    words: int
    key: int
    opening: str
    terms: Hashes
    native: bool


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What the corpus-wide detectors keep of one document. `opening` is the span of its first line; `terms` are the
    hashes of its content terms, `common` of those that stand in two of its blocks; `links` are (start, end, target);
    `named` are its terms of two words, each once."""

    id: str
    words: int
    opening: tuple[int, int]
    dated: bool
    language: str
    terms: Hashes
    common: Hashes
    passages: tuple[Passage, ...]
    shingles: Hashes
    links: tuple[tuple[int, int, str], ...]
    named: tuple[Term, ...]


@dataclass(frozen=True)
class Shelf:
    """The glances of all documents in the order of the corpus; `hollow` are the spans of each that say nothing."""

    glances: tuple[Glance, ...]
    hollow: tuple[tuple[tuple[int, int], ...], ...]

    @cached_property
    def shared(self) -> Hashes:
        """Content terms that stand in two documents or more."""
        return _repeated([one.terms for one in self.glances])

    def is_hollow(self, position: int, start: int, end: int) -> bool:
        """Whether the span of a document overlaps text of it that says nothing."""
        return any(first < end and start < last for first, last in self.hollow[position])


def glance(document: Document) -> Glance:
    """A glance at a document; its blocks are read once and not kept."""
    text = document.text
    blocks = [(block, WORD.findall(text[block.start : block.end].lower())) for block in document.blocks]
    words = [word for _, own in blocks for word in own]
    language = speaks(words[:_LANGUAGE])
    stems = [_terms(own) for _, own in blocks]
    counts = Counter(term for own in stems for term in own)
    return Glance(
        id=document.id,
        words=len(words),
        opening=_opening(text),
        dated=_dated(document),
        language=language,
        terms=_sorted(counts),
        common=_sorted(term for term, count in counts.items() if count > 1),
        passages=tuple(
            _passage(block, own, text, hashes, language)
            for (block, own), hashes in zip(blocks, stems, strict=True)
            if block.kind in _PROSE and len(own) >= PARAGRAPH
        ),
        shingles=_shingles(words),
        links=tuple((match.start(), match.end(), match[1]) for match in _LINK.finditer(text)),
        named=_named(document),
    )


def _named(document: Document) -> tuple[Term, ...]:
    """The terms of running text, each at its first use."""
    found: dict[tuple[str, str], Term] = {}
    for block in document.blocks:
        if block.kind in _PROSE:
            for term in terms(document.text[block.start : block.end], block.start):
                found.setdefault((term.modifier, term.noun), term)
    return tuple(found.values())


def _passage(block: Block, words: Sequence[str], text: str, terms: frozenset[int], language: str) -> Passage:
    opening = " ".join(text[block.start : block.start + 200].split()[:6])
    native = not block.language and fluency(words, language) >= _NATIVE
    return Passage(block.start, block.end, len(words), crc32(" ".join(words).encode()), opening, _sorted(terms), native)


@lru_cache(maxsize=200_000)
def _term(word: str) -> int:
    """The hash of a word's content term; -1 for a word without one."""
    found = content_terms((word,))
    return crc32(next(iter(found)).encode()) if found else -1


def _terms(words: Sequence[str]) -> frozenset[int]:
    return frozenset(map(_term, words)) - {-1}


def _sorted(hashes: Iterable[int]) -> Hashes:
    return np.array(sorted(hashes), dtype=np.uint32)


def _opening(text: str) -> tuple[int, int]:
    """The first line, up to 200 characters."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    return start, min(end if end >= 0 else len(text), start + 200)


def _dated(document: Document) -> bool:
    """Whether the document says of which date or version it is, at its beginning, its end or in its metadata."""
    if any(_DATED_FIELD.search(key) and value for key, value in document.metadata):
        return True
    text = document.text
    return _DATE.search(text[:_HEAD]) is not None or _DATE.search(text[-_TAIL:]) is not None


@lru_cache(maxsize=200_000)
def _hash(word: str) -> int:
    return crc32(word.encode())


def _repeated(sets: Sequence[Hashes]) -> Hashes:
    """Members of two sets or more, sorted."""
    if not sets:
        return np.empty(0, dtype=np.uint32)
    members, counts = np.unique(np.concatenate(sets), return_counts=True)
    return np.asarray(members[counts > 1], dtype=np.uint32)


def _shingles(words: Sequence[str]) -> Hashes:
    """Sorted distinct hashes of the sequences of SHINGLE words."""
    count = len(words) - SHINGLE + 1
    if count < 1:
        return np.empty(0, dtype=np.uint32)
    hashes = np.fromiter(map(_hash, words), dtype=np.uint64, count=len(words))
    mixed = np.zeros(count, dtype=np.uint64)
    for offset in range(SHINGLE):
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15) + hashes[offset : offset + count]  # wraps, as a hash may
    return np.unique((mixed >> np.uint64(32)).astype(np.uint32))


def members(part: Hashes, known: Hashes) -> NDArray[np.bool_]:
    """Which of some hashes are in a sorted set."""
    if not len(known):
        return np.zeros(len(part), dtype=bool)
    places = np.minimum(np.searchsorted(known, part), len(known) - 1)
    return np.asarray(known[places] == part)
