"""A knowledge base in PostgreSQL with pgvector, in which row-level security enforces the roles.

A run of the indexer is one transaction: readers see the last version until it is committed, and a run that was killed
leaves nothing. A reader is one transaction too, so it sees one version however long it reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np
import psycopg
from numpy.typing import NDArray
from psycopg import sql

from consilience.operators import Vectors
from consilience.stores import postgres_schema, postgres_search
from consilience.stores.contract import SCHEMA, Access, Entry, Hit, KbInfo, Stats, Stored, StoreError
from consilience.stores.postgres_access import Session
from consilience.stores.postgres_address import Address, parsed
from consilience.stores.postgres_connect import Connection, add_extension, connect, enter
from consilience.stores.postgres_errors import plain_errors
from consilience.stores.postgres_schema import Head
from consilience.stores.postgres_search import SHOWN, STORED, columns, entry
from consilience.stores.postgres_text import configuration

_PAGE = 500  # rows of a scan that are fetched at once


def open_at(kb: str) -> PostgresStore:
    """The store at postgresql://USER@HOST/DATABASE[?schema=NAME]. Raises StoreError for an address of another form."""
    return PostgresStore(parsed(kb))


class PostgresStore:
    """A schema of a database."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def __repr__(self) -> str:
        return f"PostgresStore({self._address})"

    @contextmanager
    def read(self) -> Iterator[PostgresReader]:
        conn = connect(self._address)
        try:
            with plain_errors(self._address):
                conn.isolation_level, conn.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
                enter(conn, self._address)
                if not postgres_schema.exists(conn, self._address):
                    raise StoreError(
                        f"There is no knowledge base {self._address}; make one with: consilience index PATH --kb ..."
                    )
                head = postgres_schema.head(conn, self._address)
            yield PostgresReader(conn, head, self._address)
        finally:
            conn.close()

    @contextmanager
    def write(self, dimension: int) -> Iterator[PostgresWriter]:
        conn = connect(self._address)
        try:
            with plain_errors(self._address):
                writer = PostgresWriter(conn, self._address, dimension)
            yield writer
        finally:
            conn.close()  # what is not committed is rolled back


class PostgresReader:
    """One committed version, in a transaction that writes nothing."""

    def __init__(self, conn: Connection, head: Head, address: Address) -> None:
        self._conn, self._head, self._address = conn, head, address
        self._session = Session(conn, head, address)
        self._scans = count()
        self.info = head.info

    def search(self, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        with self._reading(access):
            return postgres_search.nearest(self._conn, vector, k, indexed=self._head.indexed)

    def keyword(self, words: str, vector: NDArray[np.float32], k: int, access: Access) -> list[Hit]:
        with self._reading(access):
            return postgres_search.matching(self._conn, words, vector, k, self._head.configurations)

    def readable(self, ids: Sequence[str], access: Access) -> frozenset[str]:
        with self._reading(access):
            rows = self._conn.execute("SELECT id FROM chunks WHERE id = ANY(%s::text[])", [list(ids)]).fetchall()
        return frozenset(row[0] for row in rows)

    def scan(self, access: Access) -> Iterator[Entry]:
        query = sql.SQL("SELECT {} FROM chunks ORDER BY doc, ordinal").format(columns(STORED))
        with self._conn.cursor(name=f"scan_{next(self._scans)}") as cursor:
            # The server decides who reads when the first rows are asked for, so both are done at once.
            with self._reading(access):
                rows = cursor.execute(query).fetchmany(_PAGE)
            while rows:
                yield from map(entry, rows)
                with plain_errors(self._address):
                    rows = cursor.fetchmany(_PAGE)

    def stats(self, access: Access) -> Stats:
        with self._reading(access):
            row = self._conn.execute("SELECT count(DISTINCT doc), count(*) FROM chunks").fetchone()
        return Stats(*(row or (0, 0)))

    @contextmanager
    def _reading(self, access: Access) -> Iterator[None]:
        with plain_errors(self._address):
            self._session.become(access)
            yield


class PostgresWriter:
    """One transaction that holds the advisory lock of the knowledge base; `commit` ends it."""

    def __init__(self, conn: Connection, address: Address, dimension: int) -> None:
        self._conn, self._address = conn, address
        self._lock()
        add_extension(conn)
        enter(conn, address)
        # Building an index takes minutes, as long as a dump, which sets no limit either.
        conn.execute("SELECT set_config('consilience.auditor', 'on', true), set_config('statement_timeout', '0', true)")
        known = postgres_schema.head(conn, address) if postgres_schema.exists(conn, address) else None
        if known is None:
            postgres_schema.create(conn, address, dimension)
        self.info = known.info if known else None
        self._reader = postgres_schema.make_reader(conn, address) or (known.reader if known else "")
        found = conn.execute("SELECT cfgname::text FROM pg_ts_config").fetchall()
        self._configurations = frozenset(name for (name,) in found)

    def _lock(self) -> None:
        if self._conn.execute("SELECT pg_try_advisory_xact_lock(%s)", [self._address.lock]).fetchone() != (True,):
            raise StoreError(
                f"Another process is writing to the knowledge base {self._address}; try again when it is done."
            )

    def documents(self) -> Mapping[str, Stored]:
        with plain_errors(self._address):
            rows = self._conn.execute("SELECT doc, fingerprint, roles FROM chunks WHERE ordinal = 0").fetchall()
        return {doc: Stored(fingerprint, tuple(roles)) for doc, fingerprint, roles in rows}

    def vectors(self, docs: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        query = "SELECT digest, vector FROM chunks WHERE doc = ANY(%s::text[])"
        with plain_errors(self._address):
            rows = self._conn.cursor(binary=True).execute(query, [list(docs)]).fetchall()
        return {digest: vector.to_numpy() for digest, vector in rows}

    def upsert(self, entries: Sequence[Entry], vectors: Vectors) -> None:
        self.delete(sorted({one.chunk.doc for one in entries}))
        query = sql.SQL(
            "INSERT INTO chunks ({}, words, vector) VALUES ({}, to_tsvector(%s::regconfig, %s), %b)"
        ).format(columns(STORED), sql.SQL(", ").join([sql.Placeholder()] * len(STORED)))
        with plain_errors(self._address):
            self._conn.cursor().executemany(query, map(self._row, entries, vectors))

    def _row(self, entry: Entry, vector: NDArray[np.float32]) -> tuple[Any, ...]:
        chunk = entry.chunk
        told = [getattr(chunk, name) for name in SHOWN[:-1]]
        words = (configuration(chunk.language, self._configurations), chunk.text)
        return (*told, list(chunk.roles), entry.digest, entry.fingerprint, entry.rest, *words, vector)

    def assign(self, roles: Mapping[str, tuple[str, ...]]) -> None:
        with plain_errors(self._address):
            self._conn.cursor().executemany(
                "UPDATE chunks SET roles = %s::text[] WHERE doc = %s",
                [(list(given), doc) for doc, given in sorted(roles.items())],
            )

    def delete(self, docs: Sequence[str]) -> None:
        with plain_errors(self._address):
            self._conn.execute("DELETE FROM chunks WHERE doc = ANY(%s::text[])", [list(docs)])

    def commit(self, info: KbInfo) -> None:
        with plain_errors(self._address):
            postgres_search.build(self._conn, info.dimension)
            self._conn.execute("DELETE FROM knowledge_base")
            self._conn.execute(
                'INSERT INTO knowledge_base ("schema", encoder, dimension, chunking, roles, reader, configurations) '
                "VALUES (%s, %s, %s, %s, %s, %s, %s)",
                [SCHEMA, info.encoder, info.dimension, info.chunking, list(info.roles), self._reader, self._needed()],
            )
            self._conn.commit()
        self.info = info

    def _needed(self) -> list[str]:
        """The full-text configurations of the languages that are stored."""
        rows = self._conn.execute("SELECT DISTINCT language FROM chunks").fetchall()
        return sorted({configuration(language, self._configurations) for (language,) in rows})
