"""The documents of a user, read and ready to be changed: files at the edge, everything after this is pure.

Markdown and plain text are edited as they stand. Every other format is edited as Markdown made from its extracted
text, and the copy gets the ending ".md" behind its name. Files of records (JSONL) are left out: a record is no file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from consilience import sources
from consilience.model import Document, Skipped
from consilience.settings import ReadSettings
from consilience.study.errors import StudyError
from consilience.study.markdown import Rendered, as_written, render

IN_PLACE = ("markdown", "text")


@dataclass(frozen=True, slots=True)
class Material:
    """One document to be changed.

    `original` is the document as an audit reads it, `document` the text that is edited with its structure (the same
    for Markdown and plain text), `name` the path that a copy of it is written to and `data` the bytes of the file.
    """

    original: Document
    document: Document
    rendered: Rendered
    name: str
    data: bytes

    @property
    def in_place(self) -> bool:
        """Whether a copy has the format of the original."""
        return self.original.format in IN_PLACE


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents in the order of their ids, and the inputs that were left out, with the reason."""

    materials: tuple[Material, ...]
    skipped: tuple[Skipped, ...]


def collect(paths: Sequence[Path], settings: ReadSettings, told: Callable[[int], None] | None = None) -> Collection:
    """Read files and folders; `told` hears how many files are done.

    Raises SourceError where a path does not exist and StudyError where no document is left.
    """
    found = sources.discover(paths, settings)
    materials: list[Material] = []
    skipped = list(found.skipped)
    for number, file in enumerate(found.files, 1):
        read = _materials(file, settings)
        materials += [one for one in read if isinstance(one, Material)]
        skipped += [one for one in read if isinstance(one, Skipped)]
        if told:
            told(number)
    if not materials:
        reasons = "; ".join(f"{one.path}: {one.reason}" for one in skipped[:3])
        raise StudyError(
            f"There is no document to change in {', '.join(map(str, paths))}{f' ({reasons})' if reasons else ''}."
        )
    return Collection(tuple(materials), tuple(sorted(skipped, key=lambda one: (one.path, one.reason))))


def _materials(file: sources.SourceFile, settings: ReadSettings) -> list[Material | Skipped]:
    if file.format == "jsonl":
        return [Skipped(file.id, "a file of records, which are not changed; give documents")]
    try:
        with Path(file.path).open("rb") as stream:
            data = stream.read(settings.max_bytes + 1)
    except OSError as error:
        return [Skipped(file.id, f"cannot be opened: {(error.strerror or 'unknown error').lower()}")]
    read = sources.read_bytes(data, file.id, file.format, settings)
    return [_material(one, data, settings) if isinstance(one, Document) else one for one in read]


def _material(document: Document, data: bytes, settings: ReadSettings) -> Material | Skipped:
    if document.format in IN_PLACE:
        return Material(document, document, as_written(document.text), document.id, data)
    rendered, name = render(document), f"{document.id}.md"
    read = reread(rendered.text, name, "markdown", settings)
    if isinstance(read, Skipped):
        return read
    # The title stays what the document said, not what its first heading happens to be in Markdown.
    return Material(document, replace(read, title=document.title or read.title), rendered, name, data)


def reread(text: str, name: str, format: str, settings: ReadSettings) -> Document | Skipped:
    """A text as an audit would read it from a file."""
    return sources.read_bytes(text.encode("utf-8", "replace"), name, format, settings)[0]
