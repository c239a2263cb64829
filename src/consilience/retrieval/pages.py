"""A document on its way into a knowledge base: its chunks as entries, and the marks by which a change is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from consilience.model import Chunk, Document
from consilience.operators import Encoder
from consilience.retrieval.rebuild import rests
from consilience.settings import Settings
from consilience.stores import Entry
from consilience.text import chunks as cutting

_IDENTITY = {"model": 80, "fingerprint": 12, "sha256": 12}  # settings that say which network it is: characters told


@dataclass(frozen=True, slots=True)
class Page:
    """A document with who may read it and the mark by which a change is known."""

    document: Document
    roles: tuple[str, ...]
    fingerprint: str


def embedded_text(chunk: Chunk) -> str:
    """What is embedded of a chunk: where it stands, which often names its subject, then what it says."""
    head = " > ".join(part for part in (_new(chunk.title, chunk.section), chunk.section) if part)
    return f"{head}\n{chunk.text}" if head else chunk.text


def _new(title: str, section: str) -> str:
    """The title, unless the section begins with it."""
    return "" if section.partition(" > ")[0].casefold() == title.casefold() else title


def entries(page: Page, cut: Sequence[Chunk]) -> list[Entry]:
    return [
        Entry(replace(chunk, roles=page.roles), digest(embedded_text(chunk)), page.fingerprint, rest)
        for chunk, rest in zip(cut, rests(page.document, cut), strict=True)
    ]


def encoder_name(encoder: Encoder) -> str:
    """Name, version and network of an encoder: vectors of two that differ in it cannot be compared."""
    told = dict(encoder.spec.settings)
    which = ", ".join(told[name][:most] for name, most in _IDENTITY.items() if told.get(name))
    return f"{encoder.spec.name} {encoder.spec.version}" + (f" ({which})" if which else "")


def fingerprint(document: Document, settings: Settings) -> str:
    """The mark of a document and of how it is cut: another mark, and it is cut and embedded again."""
    made = repr((cutting.VERSION, settings.retrieval.chunk_words, document))
    return sha256(made.encode("utf-8", "surrogatepass")).hexdigest()


def digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
