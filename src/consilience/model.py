"""The frozen records that travel between the stages (DESIGN section 1 and 2).

Everything here is immutable and made of plain values, so that a record can be cached, sent to another process and
compared byte for byte. All offsets count Unicode code points of `Document.text`; a span is `text[start:end]`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]
Dimension = Literal["clarity", "internal_consistency", "completeness", "information_density", "coherence"]
DIMENSIONS: tuple[Dimension, ...] = (
    "clarity",
    "internal_consistency",
    "completeness",
    "information_density",
    "coherence",
)

BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "code", "quote"]

ValueKind = Literal[
    "quantity",  # number with a unit: 27 inch, 40 mJ/cm2
    "money",  # number with a currency
    "percentage",
    "date",  # a day, month, quarter or year: an interval of days
    "time",  # time of day: minutes since midnight
    "duration",  # a length of time: seconds
    "count",  # a bare number, or a number of counted things
    "version",  # 5.4, v2.1.0
    "identifier",  # KV-220-S7, an e-mail address, a telephone number, a URL
    "name",  # a person, organisation, place or product
    "yes_no",  # polarity or permission of a whole statement
    "order",  # which step comes first
    "category",  # "is classed as X"
]

# How tightly a value binds: "at least 4" is a bound, "about 4" is hedged, "5-8" is a range.
Bound = Literal["exact", "about", "at_least", "at_most", "range"]


@dataclass(frozen=True, slots=True)
class Block:
    """One structural piece of a document: a heading, paragraph, list item, table row, code block or quotation.

    `path` are the headings above the block, outermost first. For a table row, `cells` are the spans of its cells and
    `header` the column heads (empty for the header row itself, which has `is_header`). For a list item or a row, `lead`
    is the sentence that introduces the list or table ("They must not:"). `ordinal` is an item's number, from 1.
    """

    kind: BlockKind
    start: int
    end: int
    path: tuple[str, ...] = ()
    level: int = 0  # heading level 1-6, list depth from 1, else 0
    cells: tuple[tuple[int, int], ...] = ()
    header: tuple[str, ...] = ()
    is_header: bool = False
    lead: str = ""
    ordinal: int | None = None
    language: str = ""  # ISO 639-1; empty: as the document


@dataclass(frozen=True, slots=True)
class Document:
    """A document as extracted text with its structure.

    `id` is the relative path; for a JSONL record `path#record-id`.
    """

    id: str
    text: str
    title: str = ""
    language: str = "en"
    format: str = "text"  # markdown, text, html, pdf, docx, pptx, xlsx, csv, jsonl
    blocks: tuple[Block, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()  # front matter or record metadata, sorted by key


@dataclass(frozen=True, slots=True)
class Skipped:
    """An input that could not be read, and why, in words a person understands."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The unit of assertion and of quotation: a sentence, a list item that is not split further, or a table row."""

    start: int
    end: int
    text: str  # exactly Document.text[start:end]
    kind: Literal["sentence", "table_row"]
    block: int  # index into Document.blocks
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value. Where the kind has a magnitude, [low, high] is its interval in base units of `dimension`.

    `dimension` names what may be compared: "length", "money:GBP", "day", "time", "duration", "percentage", ...
    `per` is the denominator of a rate that is not part of the unit: "month", "person", "" when there is none.
    `tokens` are the folded words by which a name, category or identifier is compared.
    """

    kind: ValueKind
    text: str  # as written
    normalized: str  # canonical text: "690 mm", "2025-10-13", "GBP 38"
    low: float | None = None
    high: float | None = None
    dimension: str = ""
    bound: Bound = "exact"
    per: str = ""
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A value found in a text, at `text[start:end]`."""

    start: int
    end: int
    value: Value


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `values.compare` says of two values, with the reason in words."""

    relation: Literal["same", "compatible", "different", "incomparable"]
    reason: str


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
class Finding:
    """One thing a quality detector found, where it stands and what to do about it."""

    code: str
    dimension: Dimension
    severity: Severity
    start: int
    end: int
    quote: str
    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A score that could not be measured, with the reason. Never a number made up in its place."""

    reason: str


@dataclass(frozen=True, slots=True)
class Quality:
    """Q(d): five scores in [0,1], or why they were not measured, with the findings behind them."""

    dimensions: tuple[tuple[Dimension, float], ...] = ()
    findings: tuple[Finding, ...] = ()
    not_measured: NotMeasured | None = None


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


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document, the unit of retrieval: `text` is exactly `Document.text[start:end]`.

    `id` is unique in a knowledge base. `section` is where the passage stands ("Chapter > Section"), `roles` who may
    read it (empty: not declared; see `retrieval/roles.py`).
    """

    id: str
    doc: str
    ordinal: int  # from 0, in the order of the document
    start: int
    end: int
    text: str
    section: str = ""
    title: str = ""
    language: str = "en"
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A chunk of R(q): its rank from 1, the retriever's own similarity in [0, 1], and what the reranker said (None
    without one), which is on a scale of its own.
    """

    rank: int
    chunk: Chunk
    similarity: float
    rerank: float | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of evidence as a judge sees it: `doc` names where it is from (a document id, or "context 3" in a log).

    `start` is where `text` begins in that document; 0 where nobody knows.
    """

    doc: str
    text: str
    start: int = 0
    title: str = ""
    section: str = ""
    chunk: str = ""  # id of the chunk in the knowledge base


@dataclass(frozen=True, slots=True)
class Quote:
    """A statement of the evidence, as it stands there: `text` is what stands from `start` to `end` in `doc`."""

    doc: str
    start: int
    end: int
    text: str
    passage: int = 0  # place of the passage in the evidence, from 0


Verdict = Literal["supported", "contradicted", "unsupported"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing an answer claims, `answer[start:end]`, and what the evidence says of it.

    `support` and `against` are the statements that decided, best first; `contested` holds when a supported claim is
    also contradicted by a part of the evidence.
    """

    text: str
    start: int
    end: int
    verdict: Verdict
    confidence: float = 1.0
    support: tuple[Quote, ...] = ()
    against: tuple[Quote, ...] = ()
    reason: str = ""

    @property
    def contested(self) -> bool:
        return self.verdict == "supported" and bool(self.against)


@dataclass(frozen=True, slots=True)
class ContestedValue:
    """One side of a conflict inside the evidence."""

    value: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class EvidenceConflict:
    """Statements of the evidence that cannot all be true and bear on what was asked.

    `conflict_id` names the conflict of the corpus that it comes from, None where no audit knows it. `touches` holds
    when the answer itself relies on one of the sides.
    """

    entity: str
    relation: str
    values: tuple[ContestedValue, ...]
    explanation: str = ""
    confidence: float = 1.0
    conflict_id: str | None = None
    touches: bool = True


AnswerStatus = Literal["scored", "abstained", "no_evidence", "judge_failed"]


@dataclass(frozen=True, slots=True)
class Parts:
    """The three parts of ACS, each in [0, 1]: does the answer address the question, how much of it is supported, and
    how far it is free of contradiction, in itself, against the evidence and inside the evidence.
    """

    alignment: float
    support: float
    contradiction: float


@dataclass(frozen=True, slots=True)
class AnswerAudit:
    """J(q, a, R(q)): what a judge says of an answer. Without `parts` there is no score, and `status` says why."""

    status: AnswerStatus
    justification: str
    parts: Parts | None = None
    claims: tuple[Claim, ...] = ()
    conflicts: tuple[EvidenceConflict, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """a: what a generator answered, with the statements that it cites. `abstained` says that it gave no answer."""

    text: str
    citations: tuple[Quote, ...] = ()
    abstained: bool = False


@dataclass(frozen=True, slots=True)
class OperatorSpec:
    """Who made a result: role (Q, F, encoder, ...), registered name, version and settings."""

    role: str
    name: str
    version: str
    settings: tuple[tuple[str, str], ...] = field(default=())
