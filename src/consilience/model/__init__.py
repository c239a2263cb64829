"""The frozen records that travel between the stages (DESIGN section 1 and 2), a file a level.

Everything here is immutable and made of plain values, so that a record can be cached, sent to another process and
compared byte for byte. All offsets count Unicode code points of `Document.text`; a span is `text[start:end]`.
"""

from __future__ import annotations

from consilience.model.answers import (
    Answer,
    AnswerAudit,
    AnswerStatus,
    Claim,
    ContestedValue,
    EvidenceConflict,
    Parts,
    Verdict,
)
from consilience.model.documents import Block, BlockKind, Document, Skipped, Statement
from consilience.model.evidence import Chunk, Passage, Quote, Retrieved
from consilience.model.facts import Assertion, Conflict, Fact, Key, SetAside, ValueClass
from consilience.model.measured import NotMeasured
from consilience.model.operator_spec import OperatorSpec
from consilience.model.quality import DIMENSIONS, Dimension, Finding, Quality, Severity
from consilience.model.values import Bound, Comparison, Mention, Value, ValueKind

__all__ = [
    "DIMENSIONS",
    "Answer",
    "AnswerAudit",
    "AnswerStatus",
    "Assertion",
    "Block",
    "BlockKind",
    "Bound",
    "Chunk",
    "Claim",
    "Comparison",
    "Conflict",
    "ContestedValue",
    "Dimension",
    "Document",
    "EvidenceConflict",
    "Fact",
    "Finding",
    "Key",
    "Mention",
    "NotMeasured",
    "OperatorSpec",
    "Parts",
    "Passage",
    "Quality",
    "Quote",
    "Retrieved",
    "SetAside",
    "Severity",
    "Skipped",
    "Statement",
    "Value",
    "ValueClass",
    "ValueKind",
    "Verdict",
]
