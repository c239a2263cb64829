"""What was computed from a source file, kept by content: a re-audit touches only what changed (DESIGN section 2).

One file per source file, and one per block of matched facts (`matched.py`). Its name is a digest of everything the
content depends on: the bytes and the id of the source, the settings of the reader, name, version and settings of Q, F
and the encoder, and the code that turns bytes into records. So an entry is never stale, only unused; unused ones go
when the folder grows beyond `LIMIT_BYTES`, those not read for the longest time first.

An entry is a header line, one line of JSON per record, then the vectors as raw little-endian float16: no pickle. It
is written under a temporary name and renamed, so a killed run leaves no half-written entry, and two runs may share a
folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

LIMIT_BYTES = 4 * 1024**3
"""Size of the cache folder above which the least recently used entries are removed at the end of a run."""

_FORMAT = "consilience-cache-1"
_SUFFIX = ".entry"
_ABANDONED = 3600.0  # seconds after which a temporary file is the rest of a killed run
RECORDS = ("documents", "skipped", "quality", "facts")
"""The kinds of lines of an entry, in order."""

EXTRACTING = (
    "model", "sources", "text", "values", "corpus/records.py", "corpus/facts", "corpus/quality", "corpus/qualify.py",
    "corpus/qualifying",
)  # fmt: skip
"""Code and tables that decide what is read; operators are named by their own version as well."""


class DamagedEntry(ValueError):
    """A cache entry is truncated or altered; it is to be computed again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Everything computed from one source file. Records are lines of `corpus.records`; `quality` has one line a
    document; `vectors` holds one float16 row a fact, in the order of `facts`.
    """

    documents: tuple[str, ...]
    skipped: tuple[str, ...]
    quality: tuple[str, ...]
    facts: tuple[str, ...]
    vectors: bytes

    def pack(self) -> bytes:
        """The entry as bytes, with its lengths and a checksum in the first line."""
        parts = (self.documents, self.skipped, self.quality, self.facts)
        body = "".join(line + "\n" for part in parts for line in part).encode("ascii") + self.vectors
        lengths = [len(body), len(self.vectors), *map(len, parts)]
        return json.dumps([_FORMAT, _checksum(lengths, body), *lengths]).encode("ascii") + b"\n" + body

    @classmethod
    def unpack(cls, data: bytes) -> Entry:
        """The entry that `pack` made. Raises DamagedEntry for any other bytes."""
        header, _, body = data.partition(b"\n")
        checksum, *lengths = _header(header)
        if len(body) != lengths[0] or _checksum(lengths, body) != checksum:
            raise DamagedEntry("the content does not fit its checksum")
        size, width, *counts = lengths
        lines = iter(body[: size - width].decode("ascii").split("\n"))
        parts = [[next(lines) for _ in range(count)] for count in counts]
        return cls.of(dict(zip(RECORDS, parts, strict=True)), body[size - width :])

    @classmethod
    def of(cls, lines: Mapping[str, Sequence[str]], vectors: bytes) -> Entry:
        """From the lines of each kind in `RECORDS`."""
        documents, skipped, quality, facts = (tuple(lines[name]) for name in RECORDS)
        return cls(documents, skipped, quality, facts, vectors)


def _header(line: bytes) -> list[int]:
    try:
        name, *numbers = json.loads(line)
    except (ValueError, TypeError) as error:
        raise DamagedEntry("the header cannot be read") from error
    if name != _FORMAT or len(numbers) != 3 + len(RECORDS) or not all(isinstance(number, int) for number in numbers):
        raise DamagedEntry("the header is of another format")
    return [int(number) for number in numbers]


def _checksum(lengths: Sequence[int], body: bytes) -> int:
    """Covers the lengths as well: they decide where a record ends."""
    return zlib.crc32(body, zlib.crc32(json.dumps(list(lengths)).encode("ascii")))


def folder(configured: str) -> Path:
    """Where entries lie: the folder of the settings, else `consilience` in `$XDG_CACHE_HOME` or `~/.cache`."""
    if configured:
        return Path(configured).expanduser()
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "consilience"


def key(data: bytes, identity: str, recipe: str) -> str:
    """Name of the entry for a source file: its bytes, its id and the recipe (see `recipe`), as 40 hex digits."""
    digest = hashlib.sha256()
    for part in (recipe.encode(), identity.encode("utf-8", "surrogatepass"), data):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()[:40]


def recipe(*parts: str, code: tuple[str, ...] = EXTRACTING) -> str:
    """One string for all that decides what is computed from the same bytes: settings, operators and the code itself."""
    return json.dumps([_FORMAT, _code_digest(code), *parts])


@lru_cache
def _code_digest(code: tuple[str, ...]) -> str:
    """Digest of files and folders of the package: a version number that nobody can forget to raise."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for name in code:
        path = root / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".py", ".toml", ".json"):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def read(root: Path, name: str) -> bytes | None:
    """The packed entry, or None where there is none; reading it marks it as used."""
    path = _place(root, name)
    try:
        data = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):  # a read-only cache still serves
        os.utime(path)
    return data


def write(root: Path, name: str, data: bytes) -> None:
    """Keep a packed entry: written beside its place, then renamed. Raises OSError where that is not possible."""
    path = _place(root, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f".{name}.{os.getpid()}.{uuid4().hex[:8]}.tmp"
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def prune(root: Path, limit: int = LIMIT_BYTES) -> int:
    """Remove entries, least recently used first, until the folder holds `limit` bytes; returns how many went.

    Temporary files that a killed run left behind an hour ago or earlier go as well. Safe beside other runs: whoever
    misses an entry computes it again.
    """
    entries = sorted(_entries(root))
    excess = sum(size for _, size, _ in entries) - limit
    removed = 0
    for _, size, path in entries:
        if excess <= 0:
            break
        with suppress(OSError):
            path.unlink()
            removed += 1
        excess -= size
    return removed


def _entries(root: Path) -> Iterator[tuple[float, int, Path]]:
    """(last use, bytes, path) of every entry; clears abandoned temporary files on the way."""
    oldest = time.time() - _ABANDONED
    for path in root.glob("??/*"):
        with suppress(OSError):  # another run may remove it meanwhile
            status = path.stat()
            if path.suffix == _SUFFIX:
                yield status.st_mtime, status.st_size, path
            elif path.suffix == ".tmp" and status.st_mtime < oldest:
                path.unlink()


def _place(root: Path, name: str) -> Path:
    return root / name[:2] / f"{name}{_SUFFIX}"
