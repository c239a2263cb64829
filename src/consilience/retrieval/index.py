"""Documents into a knowledge base: only what changed is embedded, and what vanished is removed.

files -> documents -> roles -> chunks -> vectors -> store; streamed, so that memory holds a batch and not the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from consilience import sources
from consilience.encoders import load_encoder
from consilience.model import Chunk, Skipped
from consilience.operators import Encoder, Vectors
from consilience.retrieval.pages import Page, digest, embedded_text, encoder_name, entries, fingerprint
from consilience.retrieval.roles import RolesFile, roles_of
from consilience.settings import Settings
from consilience.sources import SourceFile
from consilience.stores import KbInfo, Store, StoreError, Writer
from consilience.text import chunks as cutting

_BATCH = 2_000  # chunks that are embedded and written at once
_LEFT_OUT = "symbolic link"  # how the reason begins where the settings say that something is not to be read


@dataclass(frozen=True, slots=True)
class Indexed:
    """What a run did. `embedded` counts chunks, the others documents; `idle` are globs that match no document."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    embedded: int
    roles: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    idle: tuple[str, ...] = ()


def index(paths: Sequence[Path], store: Store, settings: Settings, rules: RolesFile = RolesFile()) -> Indexed:  # noqa: B008
    """Make the knowledge base hold exactly the documents of `paths`.

    A document that is there but cannot be read today keeps its last version. Raises SourceError when there is nothing
    to read, StoreError for the store, OperatorError for the encoder.
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
        self._roles: dict[str, tuple[str, ...]] = {}  # of every document that the knowledge base will hold
        self._embedded = 0

    def over(self, files: Sequence[SourceFile], skipped: Sequence[Skipped]) -> Indexed:
        for one in skipped:
            self._skip(one, one.path)
        added: list[str] = []
        changed: list[str] = []
        for batch in _batches(self._wanted(files), self._settings.retrieval.chunk_words):
            for page, _ in batch:
                (changed if page.document.id in self._stored else added).append(page.document.id)
            self._write(batch)
        moved = self._moved({*changed})
        self._writer.assign(moved)
        removed = sorted(doc for doc in self._stored if doc not in self._roles)
        self._writer.delete(removed)
        return self._told(tuple(added), tuple(sorted({*changed, *moved})), tuple(removed))

    def _told(self, added: tuple[str, ...], changed: tuple[str, ...], removed: tuple[str, ...]) -> Indexed:
        roles = tuple(sorted({role for given in self._roles.values() for role in given}))
        unchanged = len(self._roles) - len(added) - len(changed)
        skipped, idle = tuple(self._skipped), self._rules.idle(self._roles)
        return Indexed(added, changed, removed, unchanged, self._embedded, roles, skipped, idle)

    def _wanted(self, files: Sequence[SourceFile]) -> Iterator[Page]:
        """The pages that have to be cut and embedded."""
        for page in self._pages(files):
            doc = page.document.id
            self._roles[doc] = page.roles
            known = self._stored.get(doc)
            if known is None or known.fingerprint != page.fingerprint:
                yield page

    def _moved(self, written: set[str]) -> dict[str, tuple[str, ...]]:
        """New roles of the documents of which nothing else changed."""
        return {
            doc: self._roles[doc]
            for doc, stored in self._stored.items()
            if doc in self._roles and doc not in written and self._roles[doc] != stored.roles
        }

    def _pages(self, files: Sequence[SourceFile]) -> Iterator[Page]:
        for file in files:
            for one in sources.read(file, self._settings.read):
                if isinstance(one, Skipped):
                    self._skip(one, file.id)
                elif not one.blocks:  # markup alone
                    self._skipped.append(Skipped(one.id, "no text in it"))
                else:
                    roles = roles_of(one, self._rules)
                    if isinstance(roles, Skipped):
                        self._skip(roles, one.id)
                    else:
                        yield Page(one, roles, fingerprint(one, self._settings))

    def _skip(self, skip: Skipped, place: str) -> None:
        """Note what was not read. What is stored of it stays, unless the settings leave it out: a file that is damaged
        or locked today has not vanished.
        """
        left_out = skip.reason.startswith(_LEFT_OUT)
        kept = [] if left_out else [doc for doc in self._stored if doc == place or doc.startswith(_within(place))]
        for doc in kept:
            ruled = self._rules.of(doc)  # a roles file that changed holds for it too
            self._roles.setdefault(doc, self._stored[doc].roles if ruled is None else ruled)
        self._skipped.append(replace(skip, reason=f"{skip.reason}; what was indexed of it stays") if kept else skip)

    def _write(self, batch: Sequence[tuple[Page, tuple[Chunk, ...]]]) -> None:
        told = [entry for page, cut in batch for entry in entries(page, cut)]
        known = self._writer.vectors([page.document.id for page, _ in batch if page.document.id in self._stored])
        texts = {digest(text): text for text in (embedded_text(one.chunk) for one in told)}
        new = [one for one in texts if one not in known]
        made = dict(zip(new, self._encoder.encode([texts[one] for one in new]), strict=True))
        self._embedded += len(new)
        vectors: Vectors = np.stack([made[e.digest] if e.digest in made else known[e.digest] for e in told])
        self._writer.upsert(told, vectors.astype(np.float32))


def _batches(pages: Iterable[Page], words: int) -> Iterator[list[tuple[Page, tuple[Chunk, ...]]]]:
    """Pages with their chunks, as many as make a batch; a document is never torn apart."""
    batch: list[tuple[Page, tuple[Chunk, ...]]] = []
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


def _within(place: str) -> tuple[str, str]:
    """How the ids of records in a file, or of files in a folder, begin."""
    return (f"{place}#", f"{place}/")


def _info(encoder: Encoder, settings: Settings) -> KbInfo:
    return KbInfo(
        encoder=encoder_name(encoder),
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
