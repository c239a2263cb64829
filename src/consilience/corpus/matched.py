"""Matches of a block, kept by content: a second audit matches only the blocks that a changed document touches.

The matches of a block depend on its facts, their vectors, the settings and the code of matching, and on nothing else;
the name of an entry is a digest of these. An entry is a header line with a checksum, then a line of JSON a match.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from contextlib import suppress

from consilience.corpus import cache
from consilience.corpus.crew import Crew
from consilience.corpus.keys import Match

_MATCHING = (
    "model", "text", "values", "corpus/records.py", "corpus/facts", "corpus/keys.py", "corpus/matching",
    "corpus/qualify.py", "corpus/qualifying",
)  # fmt: skip
_LEAST = 32  # facts of a block below which matching is as quick as reading


def recall(crew: Crew, lines: Sequence[str], vectors: bytes) -> tuple[Match, ...] | None:
    """The matches kept for exactly these facts (lines of records) and vectors (float16); None where there are none."""
    root = crew.root()
    packed = cache.read(root, _name(crew, lines, vectors)) if root and len(lines) >= _LEAST else None
    return unpack(packed) if packed is not None else None


def keep(crew: Crew, lines: Sequence[str], vectors: bytes, found: Sequence[Match]) -> None:
    """Keep the matches of a block. A cache that cannot be written costs the next run time, not this one its result."""
    root = crew.root()
    if root and len(lines) >= _LEAST:
        with suppress(OSError):
            cache.write(root, _name(crew, lines, vectors), pack(found))


def _name(crew: Crew, lines: Sequence[str], vectors: bytes) -> str:
    recipe = cache.recipe(crew.matching.model_dump_json(), code=_MATCHING)
    return cache.key("\n".join(lines).encode("ascii") + b"\n" + vectors, "block", recipe)


def pack(found: Sequence[Match]) -> bytes:
    """Matches as bytes: a checksum, then a line each."""
    body = "".join(json.dumps([one.a, one.b, one.probability]) + "\n" for one in found).encode("ascii")
    return json.dumps([len(body), zlib.crc32(body)]).encode("ascii") + b"\n" + body


def unpack(packed: bytes) -> tuple[Match, ...] | None:
    """The matches that `pack` wrote; None for other bytes: the block is matched again."""
    header, ends, body = packed.partition(b"\n")
    if not ends or header != json.dumps([len(body), zlib.crc32(body)]).encode("ascii"):
        return None
    return tuple(Match(*json.loads(line)) for line in body.splitlines())
