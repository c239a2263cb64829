"""A file's bytes to documents. Everything that can be wrong with a file becomes a `Skipped` with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from consilience.model import Document, Skipped
from consilience.settings import ReadSettings
from consilience.sources import delimited, docx, html, markdown, pdf, plain, pptx, records, xlsx
from consilience.sources.decode import decode
from consilience.sources.discover import SourceFile
from consilience.sources.extract import Extract, Unreadable
from consilience.sources.finish import finish

_Binary = Callable[[bytes, int], Extract]
_Text = Callable[[str, int], Extract]

_BINARY: dict[str, _Binary] = {"pdf": pdf.extract, "docx": docx.extract, "pptx": pptx.extract, "xlsx": xlsx.extract}
_TEXT: dict[str, _Text] = {
    "markdown": lambda text, _: markdown.extract(text),
    "text": lambda text, _: plain.extract(text),
    "html": html.extract,
    "csv": lambda text, _: delimited.extract(text),
    "tsv": lambda text, _: delimited.extract(text, "\t"),
}


def read(file: SourceFile, settings: ReadSettings) -> tuple[Document | Skipped, ...]:
    """Documents of a file (one; for JSONL one a record), and what was left out of it with the reason."""
    try:
        with Path(file.path).open("rb") as stream:
            data = stream.read(settings.max_bytes + 1)
    except OSError as error:
        return (Skipped(file.id, f"cannot be opened: {(error.strerror or 'unknown error').lower()}"),)
    return read_bytes(data, file.id, file.format, settings)


def read_bytes(data: bytes, id: str, format: str, settings: ReadSettings) -> tuple[Document | Skipped, ...]:
    """The same from bytes: pure, never raises for what the bytes hold. `format` is one of `discover.FORMATS`."""
    try:
        if not data:
            raise Unreadable("empty file")
        if len(data) > settings.max_bytes:
            raise Unreadable(f"larger than {settings.max_bytes:,} bytes")
        if format in _BINARY:
            return _one(_binary(data, format, settings.max_characters), id, format)
        return _read_text(data, id, format, settings.max_characters)
    except Unreadable as error:
        return (Skipped(id, str(error)),)


def document_of_text(text: str, id: str, title: str = "", metadata: Mapping[str, str] | None = None) -> Document:
    """A document of which only the text is there, as in an index of another program."""
    return finish(records.of_text(text, title or None, dict(metadata or {})), id, "text")


def _binary(data: bytes, format: str, limit: int) -> Extract:
    try:
        extract = _BINARY[format](data, limit)
    except Unreadable:
        raise
    except Exception as error:
        raise Unreadable(f"damaged: the {format.upper()} reader stopped with {type(error).__name__}") from error
    if not extract.blocks:
        raise Unreadable("no text in it; it may be a scan" if format == "pdf" else "no text in it")
    return extract


def _read_text(data: bytes, id: str, format: str, limit: int) -> tuple[Document | Skipped, ...]:
    text, encoding = decode(data, html=format == "html")
    if format == "jsonl":
        return _read_records(text, id, encoding, limit)
    if len(text) > limit and format != "html":
        raise Unreadable(f"more than {limit:,} characters of text")
    extract = _TEXT[format](text, limit)
    if not any(map(str.isalnum, extract.text)):
        raise Unreadable("no text in it")
    return _one(extract, id, format, encoding)


def _read_records(text: str, id: str, encoding: str, limit: int) -> tuple[Document | Skipped, ...]:
    found: list[Document | Skipped] = []
    for name, extract in records.extract(text, limit):
        if isinstance(extract, Unreadable):
            found.append(Skipped(id, str(extract)))
        else:
            found.append(finish(extract, f"{id}#{name}", "jsonl", encoding))
    return tuple(found) or (Skipped(id, "no records in it"),)


def _one(extract: Extract, id: str, format: str, encoding: str = "") -> tuple[Document | Skipped, ...]:
    kind = "csv" if format == "tsv" else format
    return (finish(extract, id, kind, encoding), *(Skipped(id, note) for note in extract.notes))
