"""Corpus A as it ships: five documents that agree, what is true in them, and the questions (study/data/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

import yaml

from consilience.retrieval.queries import Query


@dataclass(frozen=True, slots=True)
class SourceText:
    """A document of corpus A; every copy of it may be read by the same `roles`."""

    id: str
    domain: str
    title: str
    text: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrueKey:
    """(entity, relation, value) as the document `doc` states it in `quote`, which stands there exactly once."""

    id: str
    doc: str
    entity: str
    relation: str
    value: str
    kind: str
    quote: str


@dataclass(frozen=True, slots=True)
class ReferenceFact:
    """A fact whose recovery is counted (Table III)."""

    id: str
    key: TrueKey
    statement: str


@dataclass(frozen=True, slots=True)
class Manipulated:
    """A relation that the counterpart of a document answers with `injected` instead of `canonical`."""

    id: str
    key: TrueKey
    canonical: str
    injected: str
    quote: str


@dataclass(frozen=True, slots=True)
class StudyQuery:
    """A question with the keys that its reference answer gives."""

    query: Query
    documents: tuple[str, ...]
    keys: tuple[TrueKey, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Everything the study starts from."""

    documents: tuple[SourceText, ...]
    keys: tuple[TrueKey, ...]
    references: tuple[ReferenceFact, ...]
    manipulated: tuple[Manipulated, ...]
    queries: tuple[StudyQuery, ...]

    def domain(self, doc: str) -> str:
        """The domain of a document of corpus A."""
        return next(one.domain for one in self.documents if one.id == doc)

    def only(self, documents: Iterable[str], queries: Iterable[str]) -> Baseline:
        """A smaller study: these documents with their truth, and these questions. KeyError for an unknown id."""
        docs, asked = set(documents), set(queries)
        unknown = docs - {one.id for one in self.documents} | asked - {one.query.id for one in self.queries}
        if unknown:
            raise KeyError(f"The study has no {', '.join(sorted(unknown))}.")
        return replace(
            self,
            documents=tuple(one for one in self.documents if one.id in docs),
            keys=tuple(one for one in self.keys if one.doc in docs),
            references=tuple(one for one in self.references if one.key.doc in docs),
            manipulated=tuple(one for one in self.manipulated if one.key.doc in docs),
            queries=tuple(one for one in self.queries if one.query.id in asked),
        )


def load() -> Baseline:
    """The material in the package."""
    keys = {row["id"]: TrueKey(**row) for row in _lines("keys.jsonl")}
    return Baseline(
        documents=tuple(_document(row) for row in _listed("documents.yaml")),
        keys=tuple(keys.values()),
        references=tuple(
            ReferenceFact(row["id"], keys[row["key"]], row["statement"]) for row in _lines("reference_facts.jsonl")
        ),
        manipulated=tuple(_manipulated(row, keys) for row in _lines("manipulated.jsonl")),
        queries=tuple(_query(row, keys) for row in _listed("queries.yaml")),
    )


def _document(row: Mapping[str, Any]) -> SourceText:
    return SourceText(row["id"], row["domain"], row["title"], _text(row["file"]), tuple(row["roles"]))


def _manipulated(row: Mapping[str, Any], keys: Mapping[str, TrueKey]) -> Manipulated:
    return Manipulated(row["id"], keys[row["key"]], row["canonical"], row["injected"], row["quote"])


def _query(row: Mapping[str, Any], keys: Mapping[str, TrueKey]) -> StudyQuery:
    reference = " ".join(row["reference"].split())
    query = Query(row["id"], row["question"], reference, row["type"], tuple(sorted(row["roles"])))
    return StudyQuery(query, tuple(row["documents"]), tuple(keys[name] for name in row["keys"]))


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _text(name).splitlines()]


def _listed(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = yaml.safe_load(_text(name))
    return rows


def _text(name: str) -> str:
    return (files("consilience.study") / "data" / name).read_text("utf-8")
