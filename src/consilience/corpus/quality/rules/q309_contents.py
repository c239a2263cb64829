from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import WORD, Page, Piece

_CONTENTS = re.compile(
    r"\W*(?:\d+\W+)?(?:table\s+of\s+contents|contents|in\s+this\s+(?:document|guide|manual|handbook)|on\s+this\s+page|inhalt"
    r"|inhaltsverzeichnis|inhaltsübersicht|sommaire|table\s+des\s+matières|índice|contenido|inhoud|inhoudsopgave|sommario"
    r"|indice)\W*",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"[\W_]*(?:(?:section|chapter|part|kapitel|abschnitt|chapitre|hoofdstuk)\s)?((?:\d{1,2}\.?){1,4})\W*", re.I
)
_LEADER = re.compile(r"(?:[ .·…_\t]{3,}|\s)\d{1,4}\s*$")  # "Fees ........ 12"
_ANCHOR = re.compile(r"\]\(#")  # a link into the document is checked by Q207
LEAST = 3  # entries of a table of contents
OWN = 0.5  # part of the entries that are headings of this document; with fewer it is the contents of something else


class MissingSection(Detector):
    """A table of contents that names a section which the document does not have.

    The section was lost, cut off or renamed; a reader who looks for it finds nothing. Entries are compared with the
    headings by their words, or by their number where only the words were changed. The contents of another document, of
    which less than half stand here, are left alone, and so are documents whose headings are not marked as such.

    **Bad**

        ## Contents

        - Scope
        - Fees
        - Complaints

        ## Scope ... ## Fees ... (end of the document)

    **Good**

        ## Scope ... ## Fees ... ## Complaints ...
    """

    code = "Q309"
    dimension = "completeness"
    title = "Section of the contents is missing"
    severity = "warning"
    weight = 0.3
    message = "The contents name '{entry}', and there is no such section."
    advice = "Restore the section from the original, or correct the contents."
    per_document = True
    also = (("internal_consistency", 0.3),)

    def find(self, page: Page) -> Iterable[Hit]:
        if page.guessed:
            return
        for entries in _contents(page):
            missing = [entry for entry in entries if not _stands(entry, page)]
            if len(entries) >= LEAST and len(missing) <= (1 - OWN) * len(entries):
                for start, end, text in missing:
                    yield Hit(start, end, 1.0, (("entry", text),))


def _contents(page: Page) -> Iterator[list[tuple[int, int, str]]]:
    """The entries (start, end, text) of each table of contents: lines and list items under a heading that says so."""
    for section in page.sections:
        if section.heading is not None and _CONTENTS.fullmatch(section.heading.text):
            yield [entry for piece in section.body for entry in _entries(piece)]
        else:
            yield [
                entry
                for piece in section.body
                if _CONTENTS.fullmatch(piece.block.lead or " ")
                for entry in _entries(piece)
            ]


def _entries(piece: Piece) -> Iterator[tuple[int, int, str]]:
    if piece.kind not in ("paragraph", "list_item"):
        return
    for line in re.finditer(r"\S[^\n]*", piece.text):
        text = _LEADER.sub("", line.group()).strip(" -*•")
        if piece.block.ordinal is not None:
            text = f"{piece.block.ordinal} {text}"
        if WORD.search(text) and not _ANCHOR.search(text):
            yield piece.start + line.start(), piece.start + line.end(), text


def _stands(entry: tuple[int, int, str], page: Page) -> bool:
    """Whether a heading has the words of an entry, all words of it among its own, or its number."""
    number, words = _parts(entry[2])
    for heading in page.headings:
        own_number, own = _parts(heading.text)
        if words == own or (number and number == own_number) or (len(words) > 1 and set(words) <= set(own)):
            return True
    return False


def _parts(text: str) -> tuple[str, tuple[str, ...]]:
    """The number and the words, in lower case, of a heading or of an entry."""
    match = _NUMBER.match(text)
    number = match[1].rstrip(".") if match else ""
    rest = text[match.end() :] if match else text
    return number, tuple(word.lower() for word in WORD.findall(rest))
