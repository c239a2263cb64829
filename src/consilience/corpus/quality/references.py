"""References to numbered parts ("see Table 4", "Anhang B") and the labels a document really has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from consilience.corpus.quality.page import Page, Piece

_WORDS = {
    "section": "section sections abschnitt sección seccion paragraaf sezione",
    "chapter": "chapter chapters kapitel chapitre capítulo capitulo hoofdstuk capitolo",
    "table": "table tables tabelle tableau tabla tabel tabella",
    "figure": """figure figures fig diagram chart graph abbildung abb figura figuur schéma gráfico grafico
        illustration""",
    "appendix": "appendix annex appendices schedule exhibit attachment anhang anlage annexe anexo bijlage allegato",
    "article": "article articles clause clauses artikel artículo articolo ziffer",
    "part": "part parts teil partie parte deel",
    "step": "step steps schritt étape paso stap",
    "slide": "slide slides folie folien diapositive",
    "lesson": "lesson exercise module unit lektion übung",
    "rule": "rule rules regel principle question",
}
# Parts that only some documents number: a reference counts as one only where the document labels at least two.
_BARE = frozenset({"section", "chapter", "article", "part", "appendix", "step"})  # "3 Fees" may be any of these
_SOMETIMES = frozenset({"slide", "lesson", "rule"})
_KIND = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_NUMBER = r"(?:\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?|[A-Z](?:\.?\d{1,2})?|[IVX]{1,6})(?![\w]|-\d|[.,]\d)"
_REFERENCE = re.compile(
    rf"(?<![\w-])({'|'.join(sorted(_KIND, key=len, reverse=True))})\.?[ \u00a0\n]({_NUMBER})", re.IGNORECASE
)
_STRICT_NUMBER = re.compile(_NUMBER)
_HEADING_NUMBER = re.compile(rf"(?:§\s*)?({_NUMBER})[.):]?(?=\s|$)")
_LABEL = re.compile(
    rf"(?:[*_]{{1,3}})?({'|'.join(sorted(_KIND, key=len, reverse=True))})\.?\s({_NUMBER})", re.IGNORECASE
)

# Words after a reference that put it into another document, and words before it that name one.
_ELSEWHERE_AFTER = re.compile(
    r"\s*,?\s*(?:\([^()]{0,40}\)\s*)?(?:of|to|in|from|under|der|des|du|de la|del)\s+"
    r"(?!this\b|these\b|the\s+present\b|dieser\b|dieses\b|ce\b|cette\b|este\b|esta\b)"
    r"|\s+(?:[A-Z]{2,}\b|§)"
)
_DOCUMENT = re.compile(
    r"\b(?:manual|handbook|guide|guideline|policy|standard|regulation|directive|act|law|code|book|report|leaflet|"
    r"contract|agreement|permit|licence|specification|treaty|convention|edition|protocol|minutes|iso|iec|en|din|rfc|eu|gdpr|"
    r"handbuch|verordnung|gesetz|norm)\b|(?-i:\b[A-Z]{2,}[- ]?\d{2,})",
    re.IGNORECASE,
)
_BEFORE = 60  # characters in which a named document claims the reference


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference as written at `text[start:end]`, with the kind of part and its number in lower case."""

    kind: str
    number: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Labels:
    """The numbered parts that a document has, as (kind, number), and how many tables it has without a label."""

    parts: frozenset[tuple[str, str]]
    tables: int
    steps: int

    def has(self, kind: str, number: str) -> bool:
        """Whether the part exists; parts of text may be numbered by bare headings, tables and steps by their order."""
        if (kind, number) in self.parts or (kind in _BARE and ("", number) in self.parts):
            return True
        if kind in _SOMETIMES and not self.numbers(kind, least=2):
            return True
        if kind == "table" and number.isdigit():
            return 1 <= int(number) <= self.tables
        return kind == "step" and number.isdigit() and 1 <= int(number) <= self.steps

    def numbers(self, kind: str, least: int = 1) -> bool:
        """Whether the document numbers at least so many parts of this kind, or any parts without naming the kind."""
        own = sum(kind == label for label, _ in self.parts)
        return own >= least or (kind in _BARE and any(not label for label, _ in self.parts))


def references(page: Page) -> Iterator[Reference]:
    """References in running text and tables to parts of this very document, in order."""
    for piece in page.pieces:
        if piece.kind in ("heading", "code"):
            continue
        for match in _REFERENCE.finditer(piece.text):
            if _is_reference(match, piece):
                kind = _kind(match[1])
                yield Reference(
                    kind, _plain(match[2]), match.group(), piece.start + match.start(), piece.start + match.end()
                )


def labels(page: Page) -> Labels:
    """Numbers of headings, captions ("Table 2: ...") and numbered paragraphs or list items."""
    parts: set[tuple[str, str]] = set()
    for piece in page.pieces:
        if piece.kind == "code":
            continue
        head = piece.text.lstrip("#* _>[!(")
        label = _LABEL.match(head)
        if label and (piece.kind == "heading" or _captions(head, label.end())):
            parts.add((_kind(label[1]), _plain(label[2])))
        number = _HEADING_NUMBER.match(head)
        if number and piece.kind in ("heading", "paragraph", "list_item"):
            parts.update(("", prefix) for prefix in _prefixes(_plain(number[1])))
        if piece.block.ordinal is not None:
            parts.add(("", str(piece.block.ordinal)))
    steps = max((piece.block.ordinal or 0 for piece in page.pieces), default=0)
    return Labels(frozenset(parts), len(page.tables), steps)


def _captions(text: str, end: int) -> bool:
    """A caption goes on with punctuation or ends; "Table 3 shows ..." is a reference."""
    return text[end : end + 1] in (":", ".", "", "\n", ")", "|", "*") or text[end : end + 2] in (" –", " -", " —", " |")


def _is_reference(match: re.Match[str], piece: Piece) -> bool:
    at, end = match.span()
    if _captions(piece.text, end) and not piece.text[:at].strip(" *_>[!("):
        return False
    if not _STRICT_NUMBER.fullmatch(match[2]) or (match[2].isalpha() and match[2].islower()):
        return False
    if match[2] == "I" or (_kind(match[1]) == "step" and not match[2].isdigit()):
        return False
    if match[2].isalpha() and _kind(match[1]) not in ("appendix", "part", "section", "chapter", "article"):
        return False
    before = piece.text[max(0, at - _BEFORE) : at]
    before = re.split(r"[.!?]\s", before)[-1]
    return _ELSEWHERE_AFTER.match(piece.text, end) is None and _DOCUMENT.search(before) is None


def _kind(word: str) -> str:
    """The kind of a word that matched; letters that only look the same in another case ("ſection") are folded."""
    return _KIND.get(word.lower(), _KIND.get(word.casefold().replace("ı", "i"), ""))


def _plain(number: str) -> str:
    return number.rstrip(".").lower()


def _prefixes(number: str) -> list[str]:
    parts = number.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]
