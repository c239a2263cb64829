"""Broken cross-references: sections, tables and links that the text points to and that are not there."""

from __future__ import annotations

import re
from random import Random

from consilience.model import Block, Document
from consilience.study.degrade.operator import PROSE, WRAPPED, Operator, Plan, Step, line_width, paragraphs
from consilience.study.edits import Edit

_LATE = 30  # characters of a paragraph that are left alone
_ROOM = 22  # characters of a reference
_EACH = 150  # words of the document to one inserted reference at strength 1
_NOUNS = {
    "en": ("section", "table", "figure", "appendix", "annex", "chapter"),
    "de": ("Abschnitt", "Tabelle", "Abbildung", "Anhang", "Kapitel"),
    "fr": ("section", "tableau", "figure", "annexe", "chapitre"),
    "es": ("sección", "tabla", "figura", "anexo", "capítulo"),
    "nl": ("paragraaf", "tabel", "figuur", "bijlage", "hoofdstuk"),
    "it": ("sezione", "tabella", "figura", "allegato", "capitolo"),
    "pt": ("seção", "tabela", "figura", "anexo", "capítulo"),
}
_SEE = {"en": "see", "de": "siehe", "fr": "voir", "es": "véase", "nl": "zie", "it": "vedi", "pt": "ver"}
_ANY = "|".join(sorted({noun for nouns in _NOUNS.values() for noun in nouns}))
_REFERENCE = re.compile(rf"\b(?:{_ANY})\s(\d{{1,2}})(?![\w.%-])", re.IGNORECASE)
_LINK = re.compile(r"\]\((#?)([\w./-]{1,120})\)")
_END = re.compile(r"(?=[.!?](?:\s|$))")


def plan(document: Document, random: Random) -> Plan:
    """References and links that are there lead elsewhere; then new ones are put in that lead nowhere."""
    beyond = _beyond(document, random)
    spoilt = [*_renumbered(document, beyond), *_relinked(document)]
    random.shuffle(spoilt)
    return (*spoilt, *_inserted(document, random, beyond + len(spoilt)))


def _beyond(document: Document, random: Random) -> int:
    """A number above every number of a heading, list or reference, so that no part of the document has it."""
    known = [int(number) for number in re.findall(r"(?<![\d.,])\d{1,2}(?![\d,])", document.text)]
    return min(max(known, default=0), 60) + random.randint(3, 9)


def _renumbered(document: Document, beyond: int) -> list[Step]:
    found = [
        match for block in _prose(document) for match in _REFERENCE.finditer(document.text, block.start, block.end)
    ]
    return [(Edit(match.start(1), match.end(1), str(beyond + number)),) for number, match in enumerate(found)]


def _relinked(document: Document) -> list[Step]:
    """Links to headings and to files beside this one; addresses of the web cannot be told from broken ones."""
    steps: list[Step] = []
    for block in _prose(document):
        for match in _LINK.finditer(document.text, block.start, block.end):
            steps.append((Edit(match.start(2), match.end(2), f"old-{match[2].lstrip('./')}"),))
    return steps


def _inserted(document: Document, random: Random, beyond: int) -> list[Step]:
    """ "(see table 71)" before the full stop of a sentence."""
    width = line_width(document) if document.format == "text" else WRAPPED
    places = [
        (match.start(), block.language or document.language)
        for block in paragraphs(document)
        for match in _END.finditer(document.text, block.start + _LATE, block.end)
        if document.text[match.start() - 1].isalpha() and _has_room(document, match.start(), width)
    ]
    random.shuffle(places)
    count = max(2, len(document.text.split()) // _EACH)
    return [
        (Edit(place, place, _reference(language, beyond + number, random)),)
        for number, (place, language) in enumerate(places[:count])
    ]


def _reference(language: str, number: int, random: Random) -> str:
    noun = random.choice(_NOUNS.get(language, _NOUNS["en"]))
    return f" ({_SEE.get(language, _SEE['en'])} {noun} {number})"


def _has_room(document: Document, place: int, width: int) -> bool:
    """Whether the line with a reference more is still read as part of its paragraph.

    A plain text shows its paragraphs by the width of its lines; in Markdown a line that is very long and ends in a full
    stop is a paragraph.
    """
    text = document.text
    begin, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    length = (end if end >= 0 else len(text)) - begin
    if document.format != "text" and (length > WRAPPED or place + 1 < end):
        return True
    return not width or length + _ROOM <= width


def _prose(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.kind in PROSE]


REFERENCES = Operator("references", "makes references and links lead nowhere", plan)
