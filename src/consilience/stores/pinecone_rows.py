"""Chunks as records of a Pinecone index: ids, metadata, and conditions in its filter language.

A record is one chunk in one version. `from` is the generation in which it becomes visible, `until` the one in which it
no longer is; a reader of generation G sees what has from <= G < until. Metadata may have 40 KB, and a string, number
or list of strings as a value; numbers come back as floats.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consilience.model import Chunk
from consilience.operators import Vectors
from consilience.stores.contract import Entry, StoreError

Record = dict[str, Any]  # {"id", "values", "metadata"}, as the client takes it
Filter = dict[str, Any]

FOREVER = 2.0**31  # `until` of what is still current
MANIFEST, LOCK = "manifest", "lock"  # ids of the two records that are no chunk; without `from`, no query finds them

_MOST_METADATA = 40_000  # bytes; the limit is 40 KB, of which nobody says how it is counted
_MOST_REQUEST = 1_500_000  # bytes of an upsert; the limit is 2 MB
_MOST_RECORDS = 200  # of an upsert; the limit is 1,000
_DIGITS = 12  # bytes of one number of a vector, about
_MOST_UNPACKED = 64_000_000  # bytes; a record cannot ask for more memory than this
_PACKED = "_packed"  # ending of a field that holds zlib data in base64
_OURS = re.compile(r"[0-9a-f]{32}-\d{7}-\d{1,10}")
_TEXTS = ("id", "doc", "text", "section", "title", "language")
_PLACES = ("ordinal", "start", "end")


def key(doc: str) -> str:
    """A document's id as 32 characters of ASCII, whatever it is made of."""
    return sha256(doc.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def record_ids(doc: str, generation: int, ordinals: Iterable[int]) -> list[str]:
    """Ids of a document's chunks as they were written in a generation."""
    return [f"{key(doc)}-{ordinal:07d}-{generation}" for ordinal in ordinals]


def ours(record: str) -> bool:
    """Whether a record can be one of a knowledge base of ours, by its id."""
    return record in (MANIFEST, LOCK) or _OURS.fullmatch(record) is not None


def records(entries: Sequence[Entry], vectors: Vectors, generation: int, run: str) -> list[Record]:
    """One document's chunks as records; `vectors` has shape (len(entries), dimension).

    Raises StoreError for a chunk that does not fit into a record.
    """
    extra = {"from": generation, "until": FOREVER, "run": run, "chunks": len(entries)}
    return [
        {
            "id": record_ids(entry.chunk.doc, generation, [entry.chunk.ordinal])[0],
            "values": numbers(vector),
            "metadata": _fitted(_metadata(entry) | extra, entry.chunk.doc),
        }
        for entry, vector in zip(entries, vectors, strict=True)
    ]


def again(record: Record, roles: tuple[str, ...], generation: int, run: str) -> Record:
    """A stored record as one of another generation and with other roles."""
    told = {name: value for name, value in record["metadata"].items() if name != "roles"}
    told |= {"from": generation, "until": FOREVER, "run": run} | ({"roles": list(roles)} if roles else {})
    ids = record_ids(told["doc"], generation, [int(told["ordinal"])])
    return {"id": ids[0], "values": record["values"], "metadata": _fitted(told, told["doc"])}


def batches(found: Iterable[Record]) -> Iterator[list[Record]]:
    """Records in requests that are small enough."""
    batch: list[Record] = []
    size = 0
    for record in found:
        weight = _size(record["metadata"]) + _DIGITS * len(record["values"])
        if batch and (size + weight > _MOST_REQUEST or len(batch) == _MOST_RECORDS):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += weight
    if batch:
        yield batch


def chunk(told: Mapping[str, Any]) -> Chunk:
    """The chunk of a record's metadata."""
    fields: dict[str, Any] = {name: text(told, name) for name in _TEXTS} | {name: int(told[name]) for name in _PLACES}
    return Chunk(**fields, roles=tuple(told.get("roles", ())))


def entry(told: Mapping[str, Any]) -> Entry:
    return Entry(chunk(told), told["digest"], told["fingerprint"], text(told, "rest"))


def numbers(vector: NDArray[np.float32]) -> list[float]:
    """A vector with as few digits as name its 32-bit numbers: half the length of a request."""
    return [float(str(value)) for value in np.asarray(vector, np.float32)]


def within(generation: int) -> list[Filter]:
    """The conditions that a chunk is seen by readers of a generation."""
    return [{"from": {"$lte": generation}}, {"until": {"$gt": generation}}]


def left(generation: int, run: str) -> list[Filter]:
    """The condition that a chunk was written after a generation by another run than this."""
    return [{"from": {"$gt": generation}}, {"run": {"$ne": run}}]


def current(generation: int) -> list[Filter]:
    """The conditions that a chunk is in a generation and stays."""
    return [{"from": {"$lte": generation}}, {"until": {"$eq": FOREVER}}]


def ending(generation: int) -> list[Filter]:
    """The conditions that a chunk is in a generation and was to end after it, in a commit that did not come."""
    return [{"until": {"$gt": generation}}, {"until": {"$lt": FOREVER}}]


def ended(generation: int) -> list[Filter]:
    """The condition that a chunk is seen by no reader of this or a later generation."""
    return [{"until": {"$lte": generation}}]


def having(roles: tuple[str, ...] | None) -> list[Filter]:
    """The condition that a chunk has one of the roles; none where any chunk may be read."""
    return [] if roles is None else [{"roles": {"$in": list(roles)}}]


def every(conditions: Sequence[Filter]) -> Filter:
    return {"$and": list(conditions)}


def packed(name: str, text: str) -> dict[str, str]:
    """A field with its text compressed."""
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    return {name + _PACKED: base64.b64encode(data).decode("ascii")}


def text(told: Mapping[str, Any], name: str) -> str:
    """A field, unpacked where it was packed. Raises ValueError when it is damaged."""
    if name in told:
        return str(told[name])
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(base64.b64decode(told[name + _PACKED]), _MOST_UNPACKED)
    except zlib.error as error:
        raise ValueError(f"the field {name} is damaged") from error
    return data.decode("utf-8", "surrogatepass")


def _metadata(one: Entry) -> dict[str, Any]:
    told: dict[str, Any] = {name: getattr(one.chunk, name) for name in (*_TEXTS, *_PLACES)}
    told |= {"key": key(one.chunk.doc), "digest": one.digest, "fingerprint": one.fingerprint, "rest": one.rest}
    return told | ({"roles": list(one.chunk.roles)} if one.chunk.roles else {})


def _fitted(told: dict[str, Any], doc: str) -> dict[str, Any]:
    """Metadata within the limit: the two long fields are compressed one after the other, if they have to be."""
    for name in ("rest", "text"):
        if name in told and _size(told) > _MOST_METADATA:
            told = {field: value for field, value in told.items() if field != name} | packed(name, told[name])
    if _size(told) > _MOST_METADATA:
        raise StoreError(
            f"A chunk of '{doc}' is too large for Pinecone, which takes {_MOST_METADATA:,} bytes; index with fewer "
            "words to a chunk (retrieval.chunk_words)."
        )
    return told


def _size(told: Mapping[str, Any]) -> int:
    return len(json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass"))
