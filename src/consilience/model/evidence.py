"""Level 2: chunks, what is retrieved of them, and what is quoted."""

from __future__ import annotations

from dataclasses import dataclass


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
