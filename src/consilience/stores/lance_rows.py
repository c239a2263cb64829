"""Chunks as rows of a Lance table, and conditions on them in its SQL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa

from consilience.model import Chunk
from consilience.operators import Vectors
from consilience.stores.contract import Entry

# Every column that a search fetches costs it as much as a tenth of the search itself, so what is not asked for in
# conditions is one column, `place`, as a JSON list.
_PLACE = ("doc", "ordinal", "start", "end", "section", "title", "language")
SHOWN = ("id", "text", "place", "roles")
STORED = (*SHOWN, "doc", "ordinal", "digest", "fingerprint", "rest")


def schema(dimension: int) -> pa.Schema:
    kinds = {name: pa.string() for name in STORED} | {"ordinal": pa.int64(), "roles": pa.list_(pa.string())}
    return pa.schema([*kinds.items(), ("vector", pa.list_(pa.float32(), dimension))])


def rows(entries: Sequence[Entry], vectors: Vectors) -> pa.Table:
    """A batch of rows; `vectors` has shape (len(entries), dimension)."""
    dimension = vectors.shape[1]
    told = [_row(one) for one in entries]
    flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).ravel())
    columns = pa.Table.from_pylist(told, schema=schema(dimension).remove(len(STORED)))
    return columns.append_column(schema(dimension).field("vector"), pa.FixedSizeListArray.from_arrays(flat, dimension))


def chunk(row: dict[str, Any]) -> Chunk:
    """The chunk of a row with the columns SHOWN. Raises ValueError when it is damaged."""
    told = json.loads(row["place"])
    if not isinstance(told, list):
        raise ValueError("a place is no list")
    place: dict[str, Any] = dict(zip(_PLACE, told, strict=True))
    return Chunk(id=row["id"], text=row["text"], roles=tuple(row["roles"]), **place)


def entry(row: dict[str, Any]) -> Entry:
    return Entry(chunk(row), row["digest"], row["fingerprint"], row["rest"])


def _row(one: Entry) -> dict[str, Any]:
    chunk = one.chunk
    place = json.dumps([getattr(chunk, name) for name in _PLACE], ensure_ascii=False, separators=(",", ":"))
    return {
        "id": chunk.id, "text": chunk.text, "place": place, "roles": list(chunk.roles), "doc": chunk.doc,
        "ordinal": chunk.ordinal, "digest": one.digest, "fingerprint": one.fingerprint, "rest": one.rest,
    }  # fmt: skip


def among(column: str, values: Sequence[str]) -> str:
    return f"{column} IN ({', '.join(map(_quoted, values))})"


def among_ids(ids: Sequence[str]) -> str:
    """The condition on ids of chunks that the user perhaps may not read: as hashes, since Lance may log a condition."""
    return among("encode(sha256(id), 'hex')", [sha256(one.encode("utf-8")).hexdigest() for one in ids])


def having(roles: tuple[str, ...] | None) -> str | None:
    """The condition that a chunk has one of the roles; None where any chunk may be read."""
    return None if roles is None else f"array_has_any(roles, [{', '.join(map(_quoted, roles))}])"


def listed(roles: Sequence[str]) -> str:
    """Roles as a list of SQL; an empty one has to say of what."""
    return f"make_array({', '.join(map(_quoted, roles))})" if roles else "arrow_cast(make_array(), 'List(Utf8)')"


def _quoted(text: str) -> str:
    """A literal of SQL: what stands between quotes is text, whatever it holds."""
    return "'" + text.replace("'", "''") + "'"
