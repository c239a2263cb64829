"""Documents into a knowledge base: only what changed is embedded, and what vanished is removed.

files -> documents -> roles -> chunks -> vectors -> store; streamed, so that memory holds a batch and not the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from consilience import sources
from consilience.encoders import load_encoder
from consilience.model import Chunk, Document, Skipped
from consilience.operators import Encoder, Vectors
from consilience.retrieval.rebuild import rests
from consilience.retrieval.roles import RolesFile, roles_of
from consilience.settings import Settings
from consilience.sources import SourceFile
from consilience.stores import Entry, KbInfo, Store, StoreError, Writer
from consilience.text import chunks as cutting

_BATCH = 2_000  # chunks that are embedded and written at once


@dataclass(frozen=True, slots=True)
class Indexed:
    """What a run did. `embedded` counts chunks, the others documents."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    embedded: int
    roles: tuple[str, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    """A document with who may read it and the mark by which a change is known."""

    document: Document
    roles: tuple[str, ...]
    fingerprint: str


def index(paths: Sequence[Path], store: Store, settings: Settings, rules: RolesFile = RolesFile()) -> Indexed:  # noqa: B008
    """Make the knowledge base hold exactly the documents of `paths`.

    A document that is there but cannot be read today keeps its last version. Raises SourceError when there is nothing
    to read, StoreError for the store, OperatorError for the encoder, RolesError for roles without a possible name.
    """
    found = sources.discover(paths, settings.read)
    if not found.files:
        raise sources.SourceError(f"There is no document in {', '.join(map(str, paths))}.")
    encoder = load_encoder(settings.operators.encoder)
    with store.write(encoder.dimension) as writer:
        info = _info(encoder, settings)
        _check(writer.info, info)
        run = _Run(writer, encoder, settings, rules)
        result = run.over(found.files, found.skipped)
        writer.commit(replace(info, roles=result.roles))
    return result


class _Run:
    """One run over the files; it owns what it counts, and is thrown away after."""

    def __init__(self, writer: Writer, encoder: Encoder, settings: Settings, rules: RolesFile) -> None:
        self._writer, self._encoder, self._settings, self._rules = writer, encoder, settings, rules
        self._stored = dict(writer.documents())
        self._skipped: list[Skipped] = []
        self._roles: dict[str, tuple[str, ...]] = {}
        self._embedded = 0

    def over(self, files: Sequence[SourceFile], skipped: Sequence[Skipped]) -> Indexed:
        self._skipped = list(skipped)
        added: list[str] = []
        changed: list[str] = []
        moved: dict[str, tuple[str, ...]] = {}
        for batch in _batches(self._wanted(files, moved), self._settings.retrieval.chunk_words):
            for page, _ in batch:
                (changed if page.document.id in self._stored else added).append(page.document.id)
            self._write(batch)
        self._writer.assign(moved)
        removed = sorted(doc for doc in self._stored if doc not in self._roles)
        self._writer.delete(removed)
        return self._told(tuple(added), tuple(sorted({*changed, *moved})), tuple(removed))

    def _told(self, added: tuple[str, ...], changed: tuple[str, ...], removed: tuple[str, ...]) -> Indexed:
        roles = tuple(sorted({role for given in self._roles.values() for role in given}))
        unchanged = len(self._roles) - len(added) - len(changed)
        return Indexed(added, changed, removed, unchanged, self._embedded, roles, tuple(self._skipped))

    def _wanted(self, files: Sequence[SourceFile], moved: dict[str, tuple[str, ...]]) -> Iterator[_Page]:
        """The pages that have to be cut and embedded; `moved` gains those of which only the roles changed."""
        for page in self._pages(files):
            doc = page.document.id
            self._roles[doc] = page.roles
            known = self._stored.get(doc)
            if known is None or known.fingerprint != page.fingerprint:
                yield page
            elif known.roles != page.roles:
                moved[doc] = page.roles

    def _pages(self, files: Sequence[SourceFile]) -> Iterator[_Page]:
        for file in files:
            for one in sources.read(file, self._settings.read):
                if isinstance(one, Skipped):
                    self._skipped.append(one)
                    self._keep(file.id)
                else:
                    roles = roles_of(one, self._rules)
                    yield _Page(one, roles, _fingerprint(one, self._settings))

    def _keep(self, file: str) -> None:
        """What is stored of a file that cannot be read today stays, with the roles it had."""
        for doc, stored in self._stored.items():
            if doc.partition("#")[0] == file:
                self._roles.setdefault(doc, stored.roles)

    def _write(self, batch: Sequence[tuple[_Page, tuple[Chunk, ...]]]) -> None:
        entries = [entry for page, cut in batch for entry in _entries(page, cut)]
        known = self._writer.vectors([page.document.id for page, _ in batch if page.document.id in self._stored])
        texts = {_digest(text): text for text in (embedded_text(one.chunk) for one in entries)}
        new = [digest for digest in texts if digest not in known]
        made = dict(zip(new, self._encoder.encode([texts[digest] for digest in new]), strict=True))
        self._embedded += len(new)
        self._writer.upsert(entries, _stacked([made.get(e.digest, known.get(e.digest)) for e in entries]))


def embedded_text(chunk: Chunk) -> str:
    """What is embedded of a chunk: where it stands, which often names its subject, then what it says."""
    head = " > ".join(part for part in (_new(chunk.title, chunk.section), chunk.section) if part)
    return f"{head}\n{chunk.text}" if head else chunk.text


def _new(title: str, section: str) -> str:
    """The title, unless the section begins with it."""
    return "" if section.partition(" > ")[0].casefold() == title.casefold() else title


def _entries(page: _Page, cut: Sequence[Chunk]) -> list[Entry]:
    return [
        Entry(replace(chunk, roles=page.roles), _digest(embedded_text(chunk)), page.fingerprint, rest)
        for chunk, rest in zip(cut, rests(page.document, cut), strict=True)
    ]


def _batches(pages: Iterable[_Page], words: int) -> Iterator[list[tuple[_Page, tuple[Chunk, ...]]]]:
    """Pages with their chunks, as many as make a batch; a document is never torn apart."""
    batch: list[tuple[_Page, tuple[Chunk, ...]]] = []
    size = 0
    for page in pages:
        cut = cutting.chunks(page.document, words)
        batch.append((page, cut))
        size += len(cut)
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _info(encoder: Encoder, settings: Settings) -> KbInfo:
    spec = encoder.spec
    return KbInfo(
        encoder=f"{spec.name} {spec.version}",
        dimension=encoder.dimension,
        chunking=f"{cutting.VERSION}, {settings.retrieval.chunk_words} words",
    )


def _check(known: KbInfo | None, info: KbInfo) -> None:
    """Vectors of two encoders cannot be compared: a search would rank noise."""
    if known and (known.encoder, known.dimension) != (info.encoder, info.dimension):
        raise StoreError(
            f"The knowledge base was made with the encoder {known.encoder} ({known.dimension} dimensions), not "
            f"{info.encoder} ({info.dimension}); index with that one, or into a new --kb."
        )


def _fingerprint(document: Document, settings: Settings) -> str:
    """The mark of a document and of how it is cut: another mark, and it is cut and embedded again."""
    made = repr((cutting.VERSION, settings.retrieval.chunk_words, document))
    return sha256(made.encode("utf-8", "surrogatepass")).hexdigest()


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _stacked(rows: Sequence[np.ndarray | None]) -> Vectors:
    return np.stack([row for row in rows if row is not None]).astype(np.float32)
