"""Documents that are no files, laid down as files, so that the plan of an audit reads them as it reads any other.

A document of a knowledge base is rebuilt, written as one line of `corpus.records` and forgotten: the driver never holds
the corpus. The folder is only this user's, and goes when the audit ends. On a Ray cluster TMPDIR must be a folder that
all its machines share, as the documents' own folder must be.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from consilience.corpus import records
from consilience.model import Document, Skipped
from consilience.settings import ReadSettings
from consilience.sources import Discovery, SourceError, SourceFile

FORMAT = "document"  # of such a file; no format of `sources`, so that a user's file is never taken for one
_open: set[Path] = set()
_writing = threading.Lock()


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder that is removed at the end. Raises SourceError where there is no room for one."""
    try:
        path = Path(tempfile.mkdtemp(prefix="consilience-"))
    except OSError as error:
        raise _no_room(tempfile.gettempdir(), error) from error
    _open.add(path)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        _open.discard(path)


def clear() -> None:
    """Remove every folder at once, for a process that ends without unwinding.

    The lock is not given back: a thread that would lay down or read another document waits for the end.
    """
    _writing.acquire(timeout=5.0)
    for path in sorted(_open):
        shutil.rmtree(path, ignore_errors=True)


def lay_down(documents: Iterable[Document | Skipped], folder: Path) -> Discovery:
    """Write every document into `folder`, in the order in which files of the same ids would be read.

    What `documents` raises goes through. Raises SourceError where a document cannot be written.
    """
    files: list[SourceFile] = []
    skipped: list[Skipped] = []
    for one in documents:
        if isinstance(one, Skipped):
            skipped.append(one)
        else:
            files.append(_write(one, folder / f"{len(files)}.json"))
    return Discovery(tuple(sorted(files, key=lambda file: (file.id.partition("#")[0], file.id))), tuple(skipped))


def read(file: SourceFile, settings: ReadSettings) -> tuple[Document | Skipped, ...]:
    """The document that was laid down; `max_characters` holds for it as for any other."""
    try:
        line = Path(file.path).read_text("ascii")
    except OSError:
        with _writing:
            raise
    document = records.load(Document, line)
    if len(document.text) > settings.max_characters:
        return (Skipped(document.id, f"more than {settings.max_characters:,} characters of text"),)
    return (document,)


def _write(document: Document, path: Path) -> SourceFile:
    line = records.dump(document)
    try:
        with _writing:
            path.write_text(line, "ascii")
    except OSError as error:
        raise _no_room(str(path.parent), error) from error
    return SourceFile(str(path), document.id, FORMAT, len(line))


def _no_room(place: str, error: OSError) -> SourceError:
    said = (error.strerror or "unknown error").lower()
    return SourceError(f"The documents of the knowledge base cannot be laid down in {place}: {said}.")
