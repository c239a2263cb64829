"""One place where a `Fact` is made from a statement, a value and the names for entity and relation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from consilience.corpus.facts.defined import defined_terms
from consilience.corpus.facts.labels import topics_of
from consilience.corpus.facts.qualifiers import qualifiers
from consilience.model import Block, Document, Fact, Statement, Value
from consilience.text import section

_TEMPLATE = 4  # headings that documents of one template share at least
_PRICES_IN = re.compile(
    r"\b(?:prices?|fees?|amounts?|charges?|fares?|preise|prix|precios)\b[^.;:]{0,40}?\b(?:in|en)\s+"
    r"(pounds|euros?|dollars|francs|kroner|GBP|EUR|USD|CHF|[£€$])",
    re.IGNORECASE,
)
_BEFORE = 3  # statements that a statement may refer to
_SMALL = re.compile(r"\b[a-zà-ÿ]{3,}\b")


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a document says throughout, which no single statement shows.

    `topics`: folded words of names that many statements hold. `repeated`: (headings, head) of table rows whose head
    stands in several rows of a table, so that the next cell is part of what a row is about. `title`: its top heading;
    `template`: a hash of its first headings below, which documents that are filled-in forms have in common. `common`:
    words that it also writes small, and which are no names therefore. `currency`: what "All prices in pounds" names.
    `terms`: short forms that it defines, with what they stand for.
    """

    topics: frozenset[str] = frozenset()
    repeated: frozenset[tuple[tuple[str, ...], str]] = frozenset()
    title: str = ""
    template: str = ""
    common: frozenset[str] = frozenset()
    currency: str = ""
    terms: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, document: Document, said: Sequence[Statement]) -> Surroundings:
        rows = (document.blocks[one.block] for one in said if one.kind == "table_row")
        heads = Counter((row.path, document.text[slice(*row.cells[0])]) for row in rows if row.cells)
        repeated = frozenset(head for head, count in heads.items() if count > 1)
        headings = [block for block in document.blocks if block.kind == "heading"]
        titles = [document.text[slice(block.start, block.end)] for block in headings if block.level == 1][:1]
        below = [document.text[slice(block.start, block.end)] for block in headings if block.level > 1][:_TEMPLATE]
        template = _hash("\n".join(below)) if len(below) == _TEMPLATE else ""
        texts = [one.text for one in said]
        return cls(
            topics_of(texts),
            repeated,
            " ".join(titles),
            template,
            common_words(texts),
            _currency(texts),
            tuple(defined_terms(texts).items()),
        )


def _currency(texts: Sequence[str]) -> str:
    """The currency in which a document says that its prices are, "" if it does not."""
    found = (match for match in (_PRICES_IN.search(text) for text in texts) if match)
    return next((match.group(1) for match in found), "")


def common_words(texts: Sequence[str]) -> frozenset[str]:
    """The words of more than two letters that texts write with a small letter."""
    return frozenset(word for text in texts for word in _SMALL.findall(text))


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
