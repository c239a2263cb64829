"""Slot families (shared/data/README.md): statements over three or four questions that look alike, as labelled pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from matcher_data import Labelled, equal_values, label_pairs, says

from consilience import sources
from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.facts.context import plain
from consilience.corpus.matching.pairnet_view import ANYTHING
from consilience.model import Document, Fact, Value
from consilience.settings import ReadSettings

# Of our own families, those from this file on are for the pair network alone: the trees, which see only features, grew
# better inside families by them and worse on corpora, and lost three of seven contradicting assertion pairs.
_FOR_THE_NETWORK = "fk"


def slot_families(shared: Path, *, for_trees: bool = False) -> list[dict[str, Any]]:
    """The shared families, then those that were written to train on (training/families)."""
    own = sorted((Path(__file__).parent / "families").glob("*.jsonl"))
    chosen = [path for path in own if not for_trees or path.stem < _FOR_THE_NETWORK]
    paths = [shared / "data" / "slot_families.jsonl", *chosen]
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def held_back_domains(shared: Path) -> frozenset[str]:
    """The domains of the shared families that no model is trained on: one in five."""
    path = shared / "data" / "slot_families.jsonl"
    domains = {json.loads(line)["domain"] for line in path.read_text("utf-8").splitlines()}
    return frozenset(sorted(domains)[::5])


def slot_pairs(shared: Path, *, for_trees: bool = False) -> Iterator[Labelled]:
    """One labelled group per domain; every statement is a document of its own."""
    families = slot_families(shared, for_trees=for_trees)
    for domain in sorted({family["domain"] for family in families}):
        yield _domain(domain, [family for family in families if family["domain"] == domain])


def _domain(domain: str, families: Sequence[Mapping[str, Any]]) -> Labelled:
    meant: dict[str, tuple[str, str, str]] = {}
    facts: list[Fact] = []
    for family in families:
        for index, statement in enumerate(family["statements"]):
            document = slot_document(f"{family['id']}-{index}.md", statement)
            meant[document.id] = (family["id"], statement["slot"], statement["value"])
            facts.extend(EmbeddedFacts().extract(document))

    def decide(a: Fact, b: Fact) -> tuple[int, str]:
        (family_a, slot_a, value_a), (family_b, slot_b, value_b) = meant[a.doc], meant[b.doc]
        same = family_a == family_b and slot_a == slot_b
        stated = says(a, value_a) and says(b, value_b)
        if same:
            return (1, f"{family_a}/{slot_a}") if stated else (-1, "")
        return (-1, "") if equal_values(a, b) and family_a == family_b and not stated else (0, "")

    return label_pairs(domain, facts, decide)


def slot_document(name: str, statement: Mapping[str, str]) -> Document:
    """A statement of a family as a document: its heading path as headings, a row under its column heads."""
    heading, text = statement["heading"], statement["text"]
    path, *columns = [part.strip() for part in heading.split(" | ")]
    lines = [
        f"{'#' * min(level, 6)} {part.strip()}\n" for level, part in enumerate(path.split(" > "), 1) if part.strip()
    ]
    if text.lstrip().startswith("|"):
        width = text.strip().strip("|").count("|") + 1
        head = (columns + [""] * width)[:width]
        lines.append(f"| {' | '.join(head)} |\n|{'---|' * width}\n{text.strip()}")
    else:
        lines.append(text)
    read = sources.read_bytes("\n".join(lines).encode("utf-8"), name, "markdown", ReadSettings())
    document = next(one for one in read if isinstance(one, Document))
    return replace(document, title="") if not path else document


def statement_fact(statement: Mapping[str, str], doc: str) -> Fact:
    """The fact that states the value of a statement; where none was found, the statement with its value taken as a
    category: methods, reasons and other values in free words are no facts (yet), but their statements are compared."""
    facts = EmbeddedFacts().extract(slot_document(doc, statement))
    stating = [fact for fact in facts if says(fact, statement["value"])]
    return stating[0] if stating else _in_free_words(statement, doc)


def _in_free_words(statement: Mapping[str, str], doc: str) -> Fact:
    path, *columns = (part.strip() for part in statement["heading"].split(" | "))
    quote = row_text(statement["text"], columns)
    start, end = value_span(quote, statement["value"])
    head = path.rsplit(" > ", 1)[-1].strip()
    before, after = plain(quote[:start]), plain(quote[end:])
    context = " ".join(part for part in (f"{head}:" if head else "", before, ANYTHING, after) if part)
    told = quote[start:end]
    value = Value("category", told, told.casefold())
    return Fact(doc, doc, 0, len(quote), quote, "", "", value, start, end, context, path)


def row_text(text: str, columns: Sequence[str]) -> str:
    """A text as it stands; a table row as its cells, each after the head of its column."""
    if not columns:
        return text
    cells = (cell.strip() for cell in text.strip().strip("|").split("|"))
    return ", ".join(f"{head}: {cell}" for head, cell in zip(columns, cells, strict=False))


def value_span(quote: str, value: str) -> tuple[int, int]:
    """Where a value stands word for word; an empty span at the end where it does not."""
    told = value.split(",")[0].split(" (")[0]
    start = quote.lower().find(told.lower()) if told else -1
    return (start, start + len(told)) if start >= 0 else (len(quote), len(quote))
