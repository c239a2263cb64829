"""One place where a `Fact` is made from a statement, a value and the names for entity and relation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from consilience.corpus.facts.defined import defined_terms
from consilience.corpus.facts.labels import topics_of
from consilience.corpus.facts.qualifiers import qualifiers
from consilience.model import Block, Document, Fact, Statement, Value
from consilience.text import section
from consilience.text.guarded import Guarded

_TEMPLATE = 4  # headings that documents of one template share at least
_PRICES_IN = Guarded(
    r"\b(?:prices?|fees?|amounts?|charges?|fares?|preise|prix|precios)\b[^.;:]{0,40}?\b(?:in|en)\s+"
    r"(pounds|euros?|dollars|francs|kroner|GBP|EUR|USD|CHF|[£€$])",
    re.IGNORECASE,
)
_BEFORE = 3  # statements that a statement may refer to
_SMALL = re.compile(r"\b[a-zà-ÿ]{3,}\b")


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What a document says throughout, which no single statement shows; each is read when a fact asks for it."""

    document: Document
    said: Sequence[Statement]

    @cached_property
    def topics(self) -> frozenset[str]:
        """Folded words of names that many statements hold."""
        return topics_of(one.text for one in self.said)

    @cached_property
    def common(self) -> frozenset[str]:
        """Words that it also writes small, and which are no names therefore."""
        return frozenset(word for one in self.said for word in _SMALL.findall(one.text))

    @cached_property
    def repeated(self) -> frozenset[tuple[tuple[str, ...], str]]:
        """(headings, head) of table rows whose head stands in several rows of a table, so that the next cell is part of
        what a row is about."""
        rows = (self.document.blocks[one.block] for one in self.said if one.kind == "table_row")
        heads = Counter((row.path, self.document.text[slice(*row.cells[0])]) for row in rows if row.cells)
        return frozenset(head for head, count in heads.items() if count > 1)

    @cached_property
    def title(self) -> str:
        """Its top heading."""
        return " ".join([text for level, text in self._headings if level == 1][:1])

    @cached_property
    def template(self) -> str:
        """A hash of its first headings below, which documents that are filled-in forms have in common."""
        below = [text for level, text in self._headings if level > 1][:_TEMPLATE]
        return _hash("\n".join(below)) if len(below) == _TEMPLATE else ""

    @cached_property
    def currency(self) -> str:
        """The currency in which it says that its prices are ("All prices in pounds"), "" if it does not."""
        found = (match for match in (_PRICES_IN.search(one.text) for one in self.said) if match)
        return next((match.group(1) for match in found), "")

    @cached_property
    def terms(self) -> Mapping[str, str]:
        """Short forms that it defines, with what they stand for."""
        return defined_terms(one.text for one in self.said)

    @property
    def _headings(self) -> Iterator[tuple[int, str]]:
        blocks = (block for block in self.document.blocks if block.kind == "heading")
        return ((block.level, self.document.text[block.start : block.end]) for block in blocks)


@dataclass(frozen=True, slots=True)
class Place:
    """Where facts are read: a statement with its document and block, and the heading nearest to it.

    `before` are the statements that go before it under the same heading, at most three: what pronouns speak of.
    """

    document: Document
    statement: Statement
    block: Block
    section: str
    above: str
    around: Surroundings
    before: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, document: Document, statement: Statement, around: Surroundings, earlier: Sequence[Statement] = ()
    ) -> Place:
        block = document.blocks[statement.block]
        above = block.path[-1] if block.path else document.title
        before = tuple(one.text for one in earlier[-_BEFORE:] if document.blocks[one.block].path == block.path)
        return cls(document, statement, block, section(document, statement.block), above, around, before)


def fact(
    place: Place, start: int, end: int, value: Value, entity: str, relation: str, context: str, confidence: float,
    phrase: tuple[int, int] | None = None,
) -> Fact:  # fmt: skip
    """A fact whose value stands at statement.text[start:end], and what a reader would quote at `phrase`.

    The id is a hash of document, span, value and entity.
    """
    statement = place.statement
    header = place.block.header if statement.kind == "table_row" else None
    value_start, value_end = statement.start + start, statement.start + end
    identity = f"{place.document.id}\0{value_start}\0{value_end}\0{value.kind}\0{value.normalized}\0{entity}"
    said = phrase if phrase is not None and phrase != (start, end) else None
    return Fact(
        id=_hash(identity),
        doc=place.document.id,
        start=statement.start,
        end=statement.end,
        quote=statement.text,
        entity=entity or place.above or "this document",
        relation=relation,
        value=value,
        value_start=value_start,
        value_end=value_end,
        context=context,
        section=place.section,
        confidence=confidence,
        qualifiers=qualifiers(statement.text, start, end, place.section, header),
        language=statement.language,
        row=statement.kind == "table_row",
        title=place.around.title,
        template=place.around.template,
        phrase_start=statement.start + said[0] if said else 0,
        phrase_end=statement.start + said[1] if said else 0,
    )
