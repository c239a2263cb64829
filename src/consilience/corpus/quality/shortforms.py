"""Short forms of names, and the names they may stand for: by their letters and numbers, without any dictionary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from consilience.corpus.quality.lexicon import FUNCTION_WORDS
from consilience.corpus.quality.page import Page

_CODE = re.compile(r"(?<![\w.-])([A-Z]{2,4})[ -]?(\d{1,4})(?![\w.,%-]*\w)")
_LETTER = re.compile(r"(?<![\w.-])([A-Z])-([A-Z][a-z]{3,})(?![\w-])")
_DOTTED = re.compile(r"(?<![\w.-])([A-Z])\.\s([A-Z][a-z]{3,})(?![\w-])")
_INITIALS = re.compile(r"(?<![\w./-])([A-Z]{2,5})(?![\w/-]|\.\w)")
_NUMBERED = re.compile(r"(?<![\w.-])([A-Z][a-z]{3,})[ -](\d{1,4})(?![\w.,%-]*\w)")
_NAME = re.compile(r"(?<![\w-])[A-Z][a-z]{2,}(?:\s(?:of\s|for\s|and\s)?[A-Z][a-z]{2,}){1,4}(?![\w-])")
_TERM = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Aa]n?|[Ee]ach|[Ee]very|[Nn]o|[Aa]ny)\s([a-z]{4,15}(?:\s[a-z]{4,15}){1,2})(?![\w'’-])"
)
_ARTICLES = (" the", " our", " The", " Our", " a", " der", " die", " das", " la", " le", " el", " de", " het")
MOST = 400  # names and terms of a document that are looked at


@dataclass(frozen=True, slots=True)
class LongName:
    """A name or term as written: its words in lower case, and its number if it has one. `definite` where it stands
    behind an article, as no person's name does; `common` where it is a term of common words ("the relief valve")."""

    text: str
    words: tuple[str, ...]
    number: str
    definite: bool = False
    common: bool = False


@dataclass(frozen=True, slots=True)
class ShortForm:
    """A short form at `text[start:end]`: letters, and a number or a whole last word beside them."""

    text: str
    letters: str
    number: str
    last: str
    start: int
    end: int
    definite: bool = False

    def stands_for(self, name: LongName) -> bool:
        """Whether the letters and the number or last word of the short form are those of the name."""
        if self.last:
            return (
                not name.number and len(name.words) > 1 and name.words[-1] == self.last and name.text[0] == self.letters
            )
        if self.number:
            return self.number == name.number and _shortens(self.letters.lower(), name.words[0])
        # "PA" is hardly Piet Ansgar, and any "RV" hardly the relief valve.
        known = self.definite if name.common else name.definite or len(self.letters) > 2
        return known and not name.number and "".join(word[0] for word in name.words) == self.letters.lower()


def long_names(page: Page) -> tuple[LongName, ...]:
    """Names of two to five words, and words with a number, each once in order of the text."""
    found: dict[str, LongName] = {}
    for piece in page.pieces:
        if piece.kind == "code" or len(found) >= MOST:
            continue
        for match in _NUMBERED.finditer(piece.text):
            found.setdefault(match.group(), LongName(match.group(), (match[1].lower(),), match[2]))
        for match in _NAME.finditer(piece.text):
            name = _named(match.group().split(), piece.text[: match.start()])
            found.setdefault(f"{name.text} {name.definite}", name)
        for match in _TERM.finditer(piece.text) if piece.kind != "heading" else ():
            for name in _terms(match[1]):
                found.setdefault(name.text, name)
    return tuple(found.values())


def _terms(text: str) -> Iterator[LongName]:
    """The first two words behind an article, and the three, where none of them is a function word."""
    written = text.split()
    for count in range(2, len(written) + 1):
        if FUNCTION_WORDS.isdisjoint(written[:count]):
            yield LongName(" ".join(written[:count]), tuple(written[:count]), "", definite=True, common=True)


def _named(written: list[str], before: str) -> LongName:
    """The name without an article at the head of its sentence."""
    led = written[0].lower() in FUNCTION_WORDS
    written = written[led:]
    words = tuple(word.lower() for word in written if word[0].isupper())
    return LongName(" ".join(written), words, "", definite=led or before.rstrip().endswith(_ARTICLES))


def short_forms(page: Page) -> Iterator[ShortForm]:
    """What may be a short form in running text, each once, at its first use."""
    seen: set[str] = set()
    for piece in page.prose:
        for pattern in (_CODE, _LETTER, _DOTTED, _INITIALS):
            for match in pattern.finditer(piece.text):
                if match.group() in seen:
                    continue
                seen.add(match.group())
                rest = match[2] if pattern is not _INITIALS else ""
                number, last = (rest, "") if pattern is _CODE else ("", rest.lower())
                start = piece.start + match.start()
                definite = piece.text[: match.start()].rstrip().endswith(_ARTICLES)
                yield ShortForm(match.group(), match[1], number, last, start, start + len(match.group()), definite)


def _shortens(letters: str, word: str) -> bool:
    """Whether the letters stand in the word together ("av" in "oravelt"), or begin it and go on in its order."""
    position = 0
    for letter in letters:
        position = word.find(letter, position) + 1
        if not position:
            return False
    return word[0] == letters[0] or letters in word
