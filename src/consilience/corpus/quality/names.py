"""Names as a page writes them: capitalised words inside sentences, and designations made of letters and digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from consilience.corpus.quality.page import WORD, Page

_DESIGNATION = re.compile(r"(?<![\w/.-])([A-Z][A-Za-z]{0,5})([ -]?)(\d{2,4})(?![\w%.,/-]*\d)(?![%\w])")
_PAIR = re.compile(r"(?<![\w-])([A-Z][a-z]{2,})([ -])([A-Z]?[a-z]{3,})(?![\w-])")
_COMPOUND = re.compile(r"(?<![\w-])([a-z]{2,12})-([a-z]{2,12})(?![\w-])")
_CAPITALS = re.compile(r"(?<![\w./-])[A-Z]{5,20}(?![\w/-]|\.\w)")
_POSSESSIVE = re.compile(r"['’]s?$")
_SHOUTED = re.compile(r"(?<![A-Z])(?:[A-Z]{2,40}\W{1,5}){1,200}[A-Z]{2,40}")
_JOINED = re.compile(r"(?<![\w-])[A-Z][a-z]{2,}[A-Z]?[a-z]{3,}(?![\w-])")
# "April 2026", "Table 12", "Section 14" are words with a number and not designations.
_NOT_A_NAME = re.compile(r"[A-Z][a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Name:
    """A name at `text[start:end]`; names with one `key` differ in `form` by spaces and hyphens only."""

    key: str
    form: str
    text: str
    start: int
    end: int


def names(page: Page) -> Iterator[Name]:
    """Designations ("T190", "T-190") and two-part names ("Nord Gate", "Nordgate") of the running text."""
    for piece in page.prose:
        for match in _DESIGNATION.finditer(piece.text):
            if not _NOT_A_NAME.fullmatch(match[1]):
                yield _name(match.group(), piece.start + match.start())
        for pattern in (_PAIR, _JOINED):
            for match in pattern.finditer(piece.text):
                if not _opens(piece.text, match.start()):
                    yield _name(match.group(), piece.start + match.start())


def compounds(page: Page) -> Iterator[Name]:
    """Hyphenated words in lower case ("roll-out"), and the same written as one ("rollout")."""
    forms = {match[1] + match[2] for piece in page.prose for match in _COMPOUND.finditer(piece.text)}
    for piece in page.prose:
        if not forms.isdisjoint(word.replace("-", "") for word in piece.words):
            for match in WORD.finditer(piece.text):
                word = match.group()
                if word.islower() and word.replace("-", "", 1) in forms and word.count("-") < 2:
                    yield _name(word, piece.start + match.start())


def capitals(page: Page) -> Iterator[Name]:
    """Names in capitals ("HALLBACH") beside the same in ordinary letters; words in a shouted line are no names."""
    shouted = list(_capitals(page))
    if not shouted:
        return
    proper = list(proper_words(page))
    known = {word.lower() for word, _, _ in proper}
    for word, start in (*[(word, start) for word, start, _ in proper], *shouted):
        if word.lower() in known:
            yield Name(word.lower(), word, word, start, start + len(word))


def _capitals(page: Page) -> Iterator[tuple[str, int]]:
    """Words in capitals inside sentences of ordinary letters, with where they begin."""
    for piece in page.prose:
        spans = [match.span() for match in _SHOUTED.finditer(piece.text)]
        for match in _CAPITALS.finditer(piece.text):
            at = match.start()
            if not _opens(piece.text, at) and not any(start <= at < end for start, end in spans):
                yield match.group(), piece.start + at


def proper_words(page: Page) -> Iterator[tuple[str, int, int]]:
    """Capitalised words that do not open a sentence, without possessive endings: (word, start, end)."""
    for piece in page.prose:
        for match in WORD.finditer(piece.text):
            word = match.group()
            if not word[0].isupper():
                continue
            word = _POSSESSIVE.sub("", word)
            if word[1:].islower() and word.isalpha() and not _opens(piece.text, match.start()):
                yield word, piece.start + match.start(), piece.start + match.start() + len(word)


def _name(text: str, start: int) -> Name:
    return Name(re.sub(r"[\s-]", "", text).lower(), text.lower(), text, start, start + len(text))


def _opens(text: str, at: int) -> bool:
    """Whether the position begins a sentence, line or quotation, where a capital means nothing."""
    before = text[max(0, at - 3) : at].rstrip(" *_")
    return not before or before[-1] in ".!?:\n\"“”'‘(>•|-–—;" or (len(before) < 2 and at < 3)
