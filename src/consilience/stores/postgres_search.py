"""Queries of a knowledge base in PostgreSQL: nearest vectors, full text, and the index that makes the first fast.

A small table is searched exactly. From `_INDEXED` rows on there is an HNSW graph, which goes on until it has k rows
that may be read (pgvector's iterative scan); should it find fewer, the table is searched exactly.
"""

from __future__ import annotations

from typing import Any, LiteralString

import numpy as np
from numpy.typing import NDArray
from psycopg import sql

from consilience.model import Chunk
from consilience.stores.contract import Entry, Hit, from_cosine
from consilience.stores.postgres_connect import Connection
from consilience.stores.postgres_text import any_of

SHOWN: tuple[LiteralString, ...] = (
    "id", "doc", "ordinal", "start", "end", "text", "section", "title", "language", "roles",
)  # fmt: skip
STORED: tuple[LiteralString, ...] = (*SHOWN, "digest", "fingerprint", "rest")

_INDEXED = 10_000  # rows
_WHOLE = 2_000  # dimensions up to which pgvector indexes vectors as they are; beyond, halved in precision
_MOST = 4_000  # dimensions that it indexes at all
_WIDTH = 100  # least candidates that a search of the graph keeps
_VISITS = 5_000  # rows at which a search of the graph gives up: so few may be read that an exact one is faster
_MEMORY = "512MB"  # for building the graph, which is many times slower when it does not fit
_WORDS = 64  # of a question that full-text search looks at


def columns(names: tuple[LiteralString, ...]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))


def chunk(row: tuple[Any, ...]) -> Chunk:
    """The chunk of a row that begins with the columns SHOWN."""
    told: dict[str, Any] = dict(zip(SHOWN, row, strict=False))
    return Chunk(**told | {"roles": tuple(told["roles"])})


def entry(row: tuple[Any, ...]) -> Entry:
    """The entry of a row of the columns STORED."""
    return Entry(chunk(row), *row[len(SHOWN) :])


def nearest(conn: Connection, vector: NDArray[np.float32], k: int, *, indexed: bool) -> list[Hit]:
    """The k chunks nearest to a unit vector that the session may read, nearest first."""
    found = _nearest(conn, vector, k, exact=not indexed)
    return found if len(found) == k or not indexed else _nearest(conn, vector, k, exact=True)


def _nearest(conn: Connection, vector: NDArray[np.float32], k: int, *, exact: bool) -> list[Hit]:
    dimension = len(vector)
    conn.execute(
        "SELECT set_config('enable_indexscan', %s, true), set_config('hnsw.iterative_scan', 'strict_order', true), "
        "set_config('hnsw.ef_search', %s, true), set_config('hnsw.max_scan_tuples', %s, true)",
        ["off" if exact else "on", str(min(1_000, max(_WIDTH, 2 * k))), str(max(_VISITS, 10 * k))],
    )
    form = _EXACTLY if exact or dimension <= _WHOLE else _HALVED
    query = sql.SQL(form).format(columns=columns(SHOWN), dimension=sql.Literal(dimension))
    rows = conn.execute(query, {"vector": vector, "k": k, "more": 2 * k}).fetchall()
    hits = [Hit(chunk(row), from_cosine(1.0 - row[-1])) for row in rows]
    return sorted(hits, key=lambda one: (-one.similarity, one.chunk.id))


_EXACTLY: LiteralString = (
    "SELECT {columns}, vector <=> %(vector)s AS distance FROM chunks ORDER BY distance, id LIMIT %(k)s"
)
_HALVED: LiteralString = """
SELECT {columns}, vector <=> %(vector)s AS distance FROM (
    SELECT * FROM chunks
    ORDER BY vector::halfvec({dimension}) <=> %(vector)s::vector::halfvec({dimension}) LIMIT %(more)s
) AS near ORDER BY distance, id LIMIT %(k)s"""


def matching(
    conn: Connection, words: str, vector: NDArray[np.float32], k: int, configurations: tuple[str, ...]
) -> list[Hit]:
    """The k chunks with the most of the words, best first by `ts_rank_cd`, with their similarity to `vector`."""
    asked = " ".join(words.split()[:_WORDS])
    found = conn.execute(
        "SELECT DISTINCT unnest(tsvector_to_array(to_tsvector(name::regconfig, %s))) FROM unnest(%s::text[]) AS name",
        [asked, list(configurations)],
    ).fetchall()
    query = sql.SQL(
        "SELECT {}, vector <=> %(vector)s FROM ("
        "SELECT *, ts_rank_cd(words, %(query)s::tsquery, 1) AS score FROM chunks WHERE words @@ %(query)s::tsquery "
        "ORDER BY score DESC, id LIMIT %(k)s) AS best ORDER BY score DESC, id"
    ).format(columns(SHOWN))
    if not found:
        return []
    rows = conn.execute(query, {"vector": vector, "query": any_of(one for (one,) in found), "k": k}).fetchall()
    return [Hit(chunk(row), from_cosine(1.0 - row[-1])) for row in rows]


def build(conn: Connection, dimension: int) -> None:
    """The graph of the vectors, once there are enough, and fresh statistics for the planner."""
    row = conn.execute("SELECT count(*), to_regclass('chunks_vector') IS NOT NULL FROM chunks").fetchone()
    count, there = row or (0, True)
    if count >= _INDEXED and not there and dimension <= _MOST:
        conn.execute("SELECT set_config('maintenance_work_mem', %s, true)", [_MEMORY])
        form: LiteralString = (
            "(vector vector_cosine_ops)" if dimension <= _WHOLE else "((vector::halfvec({})) halfvec_cosine_ops)"
        )
        kind = sql.SQL(form).format(sql.Literal(dimension))
        conn.execute(sql.SQL("CREATE INDEX chunks_vector ON chunks USING hnsw {}").format(kind))
    conn.execute("ANALYZE chunks")
