"""Which files there are to read, and which are left out and why.

Left out without a word: hidden files and folders, `__pycache__`, `node_modules`, lock files of office programs
(`~$...`) and folders that hold a run or a knowledge base of ours (`audit.json`, `eval.json` with `answers.jsonl`, or
`chunks.lance` in them). Everything else that is not read is listed with a reason.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from consilience.model import Skipped
from consilience.settings import ReadSettings
from consilience.sources.decode import decode
from consilience.sources.extract import Unreadable

FORMATS = {
    "markdown": (".md", ".markdown", ".mdown", ".mkd"),
    "text": (".txt", ".text", ".rst", ".adoc", ".org", ".log"),
    "html": (".html", ".htm", ".xhtml"),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "pptx": (".pptx",),
    "xlsx": (".xlsx", ".xlsm"),
    "csv": (".csv",),
    "tsv": (".tsv",),
    "jsonl": (".jsonl", ".ndjson"),
}
_FORMAT_OF = {suffix: name for name, suffixes in FORMATS.items() for suffix in suffixes}
_OLD_OFFICE = {".doc": ".docx", ".ppt": ".pptx", ".xls": ".xlsx"}
_FOLDERS_LEFT_OUT = frozenset({"__pycache__", "node_modules"})
_OF_OURS = (("audit.json",), ("eval.json", "answers.jsonl"), ("chunks.lance",))  # what our folders hold, all of one
_SNIFFED = 4096  # bytes


class SourceError(Exception):
    """The input as a whole cannot be read; the message is one plain sentence for the user."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to be read. `id` is its POSIX path relative to the folder that was given; `size` is in bytes."""

    path: str
    id: str
    format: str
    size: int


@dataclass(frozen=True, slots=True)
class Discovery:
    """Files to read and inputs left out, both sorted."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


def discover(paths: Sequence[Path], settings: ReadSettings) -> Discovery:
    """Every readable file below the given files and folders.

    When two given folders would give the same id, ids are prefixed with the name of the folder, then with its whole
    path. A file reached twice is read once. Raises SourceError when a path does not exist or may not be looked at.
    """
    found: list[tuple[Path, SourceFile]] = []
    skipped: list[Skipped] = []
    seen: set[str] = set()
    for given in paths:
        _check(given)
        files, left_out = _below(given, settings)
        skipped += left_out
        for file in files:
            if file.path not in seen:
                seen.add(file.path)
                found.append((given, file))
    distinct = sorted(_distinct(found), key=lambda file: file.id)
    return Discovery(tuple(distinct), tuple(sorted(set(skipped), key=lambda skip: (skip.path, skip.reason))))


def _check(given: Path) -> None:
    try:
        given.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise SourceError(f"There is no file or folder '{given}'.") from error
    except OSError as error:
        raise SourceError(f"'{given}' {_cannot_open(error)}.") from error


def _below(given: Path, settings: ReadSettings) -> tuple[list[SourceFile], list[Skipped]]:
    """Files of one given path, those that stand in it before those that links in it lead to."""
    root = given.resolve()
    walk = _Walk(root, settings)
    entries = list(walk.folder(root, "")) if root.is_dir() else [_file(root, _text(root.name), settings)]
    files = [entry for entry in entries if isinstance(entry, SourceFile)]
    files.sort(key=lambda file: file.path != str(root / file.id))
    return files, [entry for entry in entries if isinstance(entry, Skipped)]


class _Walk:
    """One walk through a folder. Links are followed only if the settings say so and they stay inside."""

    def __init__(self, root: Path, settings: ReadSettings) -> None:
        self._root = root
        self._settings = settings
        self._linked: set[Path] = set()  # folders that a link has led to

    def folder(self, folder: Path, prefix: str) -> Iterator[SourceFile | Skipped]:
        """Everything below a folder; ids begin with `prefix`."""
        try:
            entries = sorted(folder.iterdir())
        except OSError as error:
            yield Skipped(prefix.rstrip("/") or folder.name, _cannot_open(error))
            return
        for entry in entries:
            name = _text(entry.name)
            if name.startswith((".", "~$")):
                continue
            # The methods of Path raise where an entry may not be looked at; these say no.
            if os.path.islink(entry):  # noqa: PTH114
                yield from self._link(entry, prefix + name)
            elif os.path.isdir(entry):  # noqa: PTH112
                yield from self._subfolder(entry, prefix + name)
            else:
                yield _file(entry, prefix + name, self._settings)

    def _subfolder(self, folder: Path, id: str) -> Iterator[SourceFile | Skipped]:
        ours = any(all(os.path.lexists(folder / name) for name in names) for names in _OF_OURS)
        if folder.name not in _FOLDERS_LEFT_OUT and not ours:
            yield from self.folder(folder, f"{id}/")

    def _link(self, entry: Path, id: str) -> Iterator[SourceFile | Skipped]:
        if not self._settings.follow_symlinks:
            yield Skipped(id, "symbolic link, not followed")
            return
        try:
            target = entry.resolve(strict=True)
        except (OSError, RuntimeError):
            yield Skipped(id, "symbolic link that leads nowhere or in a circle")
            return
        if not target.is_relative_to(self._root):
            yield Skipped(id, "symbolic link out of the folder")
        elif not target.is_dir():
            yield _file(target, id, self._settings)
        elif target in self._linked or entry.parent.resolve().is_relative_to(target):
            yield Skipped(id, "symbolic link in a circle, or to a folder already read")
        else:
            self._linked.add(target)
            yield from self._subfolder(target, id)


def _text(name: str) -> str:
    """A file name as text: bytes that are none are spelled out, so that the id can be written anywhere."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _cannot_open(error: OSError) -> str:
    return f"cannot be opened: {(error.strerror or 'unknown error').lower()}"


def _file(path: Path, id: str, settings: ReadSettings) -> SourceFile | Skipped:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return Skipped(id, "not a regular file")
        if not status.st_size:
            return Skipped(id, "empty file")
        if status.st_size > settings.max_bytes:
            return Skipped(id, f"larger than {settings.max_bytes:,} bytes")
        if not os.access(path, os.R_OK):
            return Skipped(id, "cannot be opened: permission denied")
        return SourceFile(str(path), id, _format(path), status.st_size)
    except Unreadable as error:
        return Skipped(id, str(error))
    except OSError as error:
        return Skipped(id, _cannot_open(error))


def _format(path: Path) -> str:
    """Format by extension; a file without a known one is looked into. Raises Unreadable."""
    suffix = path.suffix.lower()
    if suffix in _FORMAT_OF:
        return _FORMAT_OF[suffix]
    if suffix in _OLD_OFFICE:
        raise Unreadable(f"old binary Office format; save it as {_OLD_OFFICE[suffix]}")
    if suffix and not suffix[1:].isdigit():
        raise Unreadable(f"files of type {suffix} are not read")
    with path.open("rb") as stream:
        return _sniff(stream.read(_SNIFFED))


def _sniff(head: bytes) -> str:
    if head.startswith(b"%PDF-"):
        return "pdf"
    text = decode(head[: head.rfind(b"\n") + 1] or head)[0].lstrip().lower()
    return "html" if text.startswith(("<!doctype html", "<html")) else "text"


def _distinct(found: Sequence[tuple[Path, SourceFile]]) -> Iterator[SourceFile]:
    """Files whose ids all differ: prefixed, if need be, with the folder's name, then with its path."""
    ids = [file.id for _, file in found]
    for naming in (_folder_name, _folder_path):
        twice = {id for id, count in Counter(ids).items() if count > 1}
        affected = {given for (given, _), id in zip(found, ids, strict=True) if id in twice}
        ids = [
            f"{naming(given)}/{file.id}" if given in affected else id
            for (given, file), id in zip(found, ids, strict=True)
        ]
    for (_, file), id in zip(found, ids, strict=True):
        yield SourceFile(file.path, id, file.format, file.size)


def _folder_name(given: Path) -> str:
    path = given.resolve()
    return path.name if path.is_dir() else path.parent.name


def _folder_path(given: Path) -> str:
    path = given.resolve()
    return (path if path.is_dir() else path.parent).as_posix().lstrip("/")
