"""Level 1: facts, and the keys, conflicts and set-aside pairs that they make."""

from __future__ import annotations

from dataclasses import dataclass

from consilience.model.values import Value, ValueKind


@dataclass(frozen=True, slots=True)
class Fact:
    """(entity, relation, value) with its source span: one element of F(d).

    `start`/`end` delimit the quote (the statement); `value_start`/`value_end` the value inside the document.
    `context` is the statement with the value masked, preceded by headings, row and column heads: what the value
    answers. `phrase` is what a reader would quote as the value, with the words that complete it: "12 characters",
    "35 minutes before departure"; its span is empty where the value itself says it all.
    """

    id: str
    doc: str
    start: int
    end: int
    quote: str
    entity: str
    relation: str
    value: Value
    value_start: int
    value_end: int
    context: str
    section: str = ""
    confidence: float = 1.0
    qualifiers: tuple[tuple[str, str], ...] = ()  # (kind, word): ("period", "2024"), ("superseded", "until")
    language: str = "en"  # of the statement, ISO 639-1
    row: bool = False  # the statement is a table row
    title: str = ""  # of the document, where it declares one
    template: str = ""  # the same for documents whose first headings are the same; "" without enough headings
    phrase_start: int = 0
    phrase_end: int = 0

    def __hash__(self) -> int:
        """By the id, which is a hash of what a fact says and where."""
        return hash(self.id)

    @property
    def phrase(self) -> str:
        """The value as a reader would quote it, as it stands in the document."""
        return self.quote[self.phrase_start - self.start : self.phrase_end - self.start] or self.value.text


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place that asserts a value: the quote with a little of what stands around it, for a reader."""

    doc: str
    start: int
    end: int
    quote: str
    section: str
    value: str
    value_start: int
    value_end: int
    before: str = ""
    after: str = ""
    fact: str = ""


@dataclass(frozen=True, slots=True)
class ValueClass:
    """Values of one key that mean the same, and every assertion of them: one entry of the provenance map Pi(e, r)."""

    value: str
    assertions: tuple[Assertion, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """(e, r): facts of two or more documents that answer the same question, grouped into value classes."""

    id: str
    entity: str
    relation: str
    kind: ValueKind
    classes: tuple[ValueClass, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A flagged key: its value classes cannot all be true."""

    id: str
    entity: str
    relation: str
    kind: ValueKind
    confidence: float
    explanation: str
    values: tuple[ValueClass, ...]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A pair that looks like a conflict and was not flagged, with the qualifier that decided."""

    entity: str
    relation: str
    reason: str
    explanation: str
    assertions: tuple[Assertion, ...]
