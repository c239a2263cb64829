"""The stages of the plan with one row a source file: read, measure, encode.

A stage is a pure function of another module as a Daft function: columns in, columns out, one line of `corpus.records` a
record. A crash of an operator becomes a failure of its document. Operators are loaded once a process (`Crew.operator`)
and never pickled.

Import this module where it is needed, not at the top of another: it imports Daft.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from consilience import sources
from consilience.corpus import cache, engine, records, spool
from consilience.corpus.cache import DamagedEntry, Entry
from consilience.corpus.crew import Crew, attempt
from consilience.llm.abreast import abreast
from consilience.model import Document, Fact, NotMeasured, Quality, Skipped
from consilience.operators import FactAwareQuality, OperatorError
from consilience.settings import ReadSettings
from consilience.sources import SourceFile

if TYPE_CHECKING:
    from daft import Series

daft: Any = engine.load_daft()
DataType = daft.DataType
batch: engine.Decorator = daft.method.batch

_FILES_A_CALL = 4  # of `read` and `measure`: small, so that encoding starts early and threads share the work

_TEXT, _TEXTS, _BYTES = DataType.string(), DataType.list(DataType.string()), DataType.binary()
_OPENED = {"key": _TEXT, "origin": _TEXT, "documents": _TEXTS, "skipped": _TEXTS, "entry": _BYTES}
_MEASURED = {"quality": _TEXTS, "facts": _TEXTS, "failures": _TEXTS}
_ENCODED = {"vectors": _BYTES, "failures": _TEXTS, "kept": DataType.bool()}
_Row = dict[str, Any]
_Both = tuple[Document, Any, Any]


@daft.cls
class Reader:
    """A source file -> its documents, or its entry in the cache."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    @batch(return_dtype=DataType.struct(_OPENED), unnest=True, batch_size=_FILES_A_CALL)
    def read(self, files: Series) -> list[_Row]:
        """`files` are JSON lists of the fields of `SourceFile`."""
        return [self._open(SourceFile(*json.loads(line))) for line in files.to_pylist()]

    def _open(self, file: SourceFile) -> _Row:
        key, origin = self._key(file), "computed"
        root = self.crew.root()
        packed = cache.read(root, key) if root and key else None
        if packed is not None:
            try:
                kept = Entry.unpack(packed)
                return _opened(key, "cache", kept.documents, kept.skipped, packed)
            except DamagedEntry:
                origin = "damaged"
        return _opened(key, origin, *_read(file, self.crew.read), None)

    def _key(self, file: SourceFile) -> str:
        """Name of the cache entry; empty without a cache, and for a file that cannot be read: `_read` says why."""
        # The bytes of a document that was laid down are not those of its file, and must never be taken for them.
        recipe = self.crew.recipe + (spool.FORMAT if file.format == spool.FORMAT else "")
        try:
            return cache.key(Path(file.path).read_bytes(), file.id, recipe) if self.crew.cache else ""
        except OSError:
            return ""


def _opened(key: str, origin: str, documents: Sequence[str], skipped: Sequence[str], entry: bytes | None) -> _Row:
    return {"key": key, "origin": origin, "documents": list(documents), "skipped": list(skipped), "entry": entry}


def _read(file: SourceFile, settings: ReadSettings) -> tuple[list[str], list[str]]:
    reader = spool.read if file.format == spool.FORMAT else sources.read
    read = attempt("reader", lambda: reader(file, settings))
    if isinstance(read, NotMeasured):
        return [], [records.dump(Skipped(file.id, read.reason))]
    # By id, as a knowledge base gives the records of a file, which it does not keep in the order of the file.
    documents = sorted((one for one in read if isinstance(one, Document)), key=lambda one: one.id)
    return _lines(documents), _lines([one for one in read if isinstance(one, Skipped)])


@daft.cls
class Measurer:
    """Documents -> quality and facts, by the operators Q and F."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    @batch(return_dtype=DataType.struct(_MEASURED), unnest=True, batch_size=_FILES_A_CALL)
    def measure(self, documents: Series, entries: Series) -> list[_Row]:
        rows = list(zip(documents.to_pylist(), entries.to_pylist(), strict=True))
        fresh = [records.load(Document, line) for lines, entry in rows if entry is None for line in lines]
        measured = self._both(fresh)
        return [
            self._measured(list(islice(measured, len(lines)))) if entry is None else _kept_records(entry)
            for lines, entry in rows
        ]

    def _both(self, documents: Sequence[Document]) -> Iterator[_Both]:
        """What Q and F say of each document. With a model, all that is asked about them is asked at once."""
        asked = ((ask, document) for document in documents for ask in (self._assess, self._extract))
        said = abreast(lambda one: one[0](one[1]), asked, self.crew.threads)
        return ((document, next(said), next(said)) for document in documents)

    def _measured(self, documents: Iterable[_Both]) -> _Row:
        quality: list[Quality] = []
        facts: list[Fact] = []
        failures: list[Skipped] = []
        for document, assessed, extracted in documents:
            if isinstance(assessed, Quality) and not isinstance(extracted, NotMeasured):
                assessed = self._compare(document, assessed, extracted)
            if isinstance(assessed, NotMeasured):
                failures.append(Skipped(document.id, assessed.reason))
                assessed = Quality(not_measured=assessed)
            quality.append(assessed)
            if isinstance(extracted, NotMeasured):
                failures.append(Skipped(document.id, extracted.reason))
            else:
                facts.extend(extracted)
        return {"quality": _lines(quality), "facts": _lines(facts), "failures": _lines(failures)}

    def _assess(self, document: Document) -> Quality | NotMeasured:
        run: Quality | NotMeasured = attempt("quality operator", lambda: self.crew.operator("quality").assess(document))
        return run

    def _compare(self, document: Document, quality: Quality, facts: tuple[Fact, ...]) -> Quality | NotMeasured:
        q = self.crew.operator("quality")
        if not isinstance(q, FactAwareQuality):
            return quality
        run: Quality | NotMeasured = attempt("quality operator", lambda: q.compare_facts(document, quality, facts))
        return run

    def _extract(self, document: Document) -> tuple[Fact, ...] | NotMeasured:
        run: tuple[Fact, ...] | NotMeasured = attempt(
            "facts operator", lambda: self.crew.operator("facts").extract(document)
        )
        return run


def _kept_records(packed: bytes) -> _Row:
    entry = Entry.unpack(packed)
    return {"quality": list(entry.quality), "facts": list(entry.facts), "failures": []}


@daft.cls
class Encoding:
    """Contexts of facts -> vectors, many files in one call; what was computed without a failure goes into the cache."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    @batch(return_dtype=DataType.struct(_ENCODED), unnest=True)
    def encode(self, stored: Series, failures: Series, keys_: Series, entries: Series) -> list[_Row]:
        """`stored` are structs of the four kinds of lines; `entries` the packed cache entries of files that had one."""
        rows = list(zip(*[series.to_pylist() for series in (stored, failures, keys_, entries)], strict=True))
        vectors = iter(self._vectors([lines["facts"] for lines, _, _, entry in rows if entry is None]))
        return [
            self._finish(lines, failed, key, next(vectors)) if entry is None else _kept_vectors(entry)
            for lines, failed, key, entry in rows
        ]

    def _vectors(self, files: Sequence[Sequence[str]]) -> list[NDArray[np.float16] | NotMeasured]:
        """The vectors of each file's facts. After a crash, file by file, so that the failure is pinned on its cause."""
        contexts = [[records.fact_context(line) for line in facts] for facts in files]
        together = attempt("encoder", lambda: self._encode([text for texts in contexts for text in texts]))
        if not isinstance(together, NotMeasured):
            ends = np.cumsum([len(texts) for texts in contexts], dtype=int)
            return [together[end - len(texts) : end] for texts, end in zip(contexts, ends.tolist(), strict=True)]
        if len(files) == 1:
            return [together]
        return [one for facts in files for one in self._vectors([facts])]

    def _encode(self, contexts: Sequence[str]) -> NDArray[np.float16]:
        """Equal contexts are encoded once."""
        place = {text: index for index, text in enumerate(dict.fromkeys(contexts))}
        if not place:
            return np.zeros((0, 0), dtype="<f2")
        vectors: NDArray[np.float16] = self.crew.operator("encoder").encode(list(place)).astype("<f2")
        if len(vectors) != len(place):
            raise OperatorError(f"The encoder gave {len(vectors)} vectors for {len(place)} texts.")
        return vectors[[place[text] for text in contexts]]

    def _finish(
        self, lines: dict[str, list[str]], failures: list[str], key: str, vectors: NDArray[np.float16] | NotMeasured
    ) -> _Row:
        if isinstance(vectors, NotMeasured):
            touched = sorted({records.load(Fact, line).doc for line in lines["facts"]})
            failures = failures + _lines([Skipped(doc, vectors.reason) for doc in touched])
            return {"vectors": b"", "failures": failures, "kept": True}
        entry = Entry.of(lines, vectors.tobytes())
        kept = self._keep(key, entry) if key and not failures else True
        return {"vectors": entry.vectors, "failures": failures, "kept": kept}

    def _keep(self, key: str, entry: Entry) -> bool:
        """False where the cache cannot be written: a full disk costs the next run time, not this one its result."""
        try:
            cache.write(Path(self.crew.cache), key, entry.pack())
        except OSError:
            return False
        return True


def _kept_vectors(packed: bytes) -> _Row:
    return {"vectors": Entry.unpack(packed).vectors, "failures": [], "kept": True}


def _lines(made: Sequence[Any]) -> list[str]:
    return [records.dump(one) for one in made]
