"""Office files are zip archives of XML: opened here with bounds, so that a small file cannot unpack into gigabytes.

XML is parsed by expat without external entities; a document type declaration, which Office never writes and every
entity bomb needs, is refused before that.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from xml.etree import ElementTree

from consilience.sources.extract import Unreadable

_MOST_UNPACKED = 400_000_000  # bytes, all members together
_MOST_XML = 100_000_000  # bytes, one part
_MOST_RATIO = 300  # of a member that unpacks to more than _SMALL; ordinary sheets stay below 60
_SMALL = 10_000_000
_MOST_MEMBERS = 20_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def open_archive(data: bytes) -> zipfile.ZipFile:
    """The archive, its sizes checked. Raises Unreadable when it is damaged, encrypted or unpacks to too much."""
    if data.startswith(_OLE):
        raise Unreadable("encrypted, or in the old binary Office format")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
        raise Unreadable("damaged: not a readable Office file") from error
    members = archive.infolist()
    if any(member.flag_bits & 1 for member in members):
        raise Unreadable("encrypted")
    bomb = any(m.file_size > _SMALL and m.file_size > _MOST_RATIO * max(m.compress_size, 1) for m in members)
    if bomb or len(members) > _MOST_MEMBERS or sum(m.file_size for m in members) > _MOST_UNPACKED:
        raise Unreadable("unpacks to far more than its size")
    return archive


def part(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """A member's bytes, None if there is none of that name."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        return None
    if info.file_size > _MOST_XML:
        raise Unreadable("unpacks to far more than its size")
    try:
        return archive.read(info)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise Unreadable("damaged: not a readable Office file") from error


def xml(archive: zipfile.ZipFile, name: str) -> ElementTree.Element | None:
    """A member as parsed XML, None if there is none of that name."""
    data = part(archive, name)
    if data is None:
        return None
    refuse_declarations(data)
    try:
        return ElementTree.fromstring(data)  # noqa: S314 - declarations, and so entities, are refused above
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise Unreadable("damaged: its XML is broken") from error


def refuse_declarations(data: bytes) -> None:
    """Raise Unreadable for a document type declaration, in any encoding that expat reads."""
    if b"<!DOCTYPE" in data or b"<!\0D\0O\0C\0T\0Y\0P\0E" in data or b"<\0!\0D\0O\0C\0T\0Y\0P\0E" in data:
        raise Unreadable("its XML declares entities, which is not allowed")


def relations(archive: zipfile.ZipFile, name: str) -> dict[str, tuple[str, str]]:
    """Relationships of a part: id -> (kind, path of the target in the archive). External targets are left out."""
    folder, _, file = name.rpartition("/")
    root = xml(archive, f"{folder}/_rels/{file}.rels")
    found = {}
    for relation in () if root is None else root:
        if relation.get("TargetMode") != "External":
            kind = relation.get("Type", "").rpartition("/")[2]
            found[relation.get("Id", "")] = (kind, _resolve(folder, relation.get("Target", "")))
    return found


def _resolve(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target[1:]
    parts = folder.split("/") if folder else []
    for piece in target.split("/"):
        if piece == "..":
            del parts[-1:]
        elif piece != ".":
            parts.append(piece)
    return "/".join(parts)


def core_properties(archive: zipfile.ZipFile) -> dict[str, str]:
    """Title, author, dates and language from the archive's properties."""
    root = xml(archive, "docProps/core.xml")
    wanted = {"title": "title", "creator": "author", "modified": "date", "language": "language"}
    found = {}
    for element in () if root is None else root:
        name = wanted.get(element.tag.rpartition("}")[2])
        if name and element.text and element.text.strip():
            found[name] = " ".join(element.text.split())
    return found
