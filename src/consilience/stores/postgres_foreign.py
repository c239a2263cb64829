"""A table of another program with a column of pgvector's, in a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from consilience.stores.contract import StoreError
from consilience.stores.foreign import only
from consilience.stores.postgres_address import Address, parsed
from consilience.stores.postgres_connect import Connection, reach
from consilience.stores.postgres_errors import plain_errors

_PAGE = 500  # rows that are fetched at once

_WITH_VECTORS = """
SELECT DISTINCT n.nspname::text, c.relname::text
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_type t ON t.oid = a.atttypid
WHERE t.typname IN ('vector', 'halfvec', 'sparsevec') AND a.attnum > 0 AND NOT a.attisdropped
AND c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
AND (%(schema)s::text IS NULL OR n.nspname = %(schema)s) AND has_table_privilege(c.oid, 'SELECT')
AND NOT (c.relname = 'chunks' AND to_regclass(format('%%I.knowledge_base', n.nspname)) IS NOT NULL)
"""

_COLUMNS = """
SELECT attname::text FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped
AND t.typcategory <> 'A' AND typname NOT IN ('vector', 'halfvec', 'sparsevec', 'bytea', 'tsvector', 'bit', 'varbit')
ORDER BY attnum
"""


@contextmanager
def opened(kb: str, table: str) -> Iterator[PostgresForeign | None]:
    """The table, in the schema that the address names, or in any when it names none and there is no knowledge base."""
    address = parsed(kb)
    conn = reach(address)
    try:
        with plain_errors(address):
            conn.isolation_level, conn.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
            found = None if _ours(conn, address) else _found(conn, address, table)
        yield None if found is None else PostgresForeign(conn, address, *found)
    finally:
        conn.close()


class PostgresForeign:
    """One table, in a transaction that writes nothing."""

    def __init__(self, conn: Connection, address: Address, schema: str, table: str) -> None:
        self._conn, self._address, self._table = conn, address, sql.Identifier(schema, table)
        self.name = f"the table '{schema}.{table}'"
        with plain_errors(address):
            columns = conn.execute(_COLUMNS, [self._table.as_string(conn)]).fetchall()
        if not columns:
            raise StoreError(f"{self.name[:1].upper()}{self.name[1:]} has no column beside its vectors.")
        self._columns = sql.SQL(", ").join(sql.Identifier(name) for (name,) in columns)

    def rows(self) -> Iterator[Mapping[str, Any]]:
        query = sql.SQL("SELECT {} FROM {}").format(self._columns, self._table)
        with plain_errors(self._address), self._conn.cursor(name="foreign", row_factory=dict_row) as cursor:
            cursor.execute(query)
            while page := cursor.fetchmany(_PAGE):
                yield from page


def _ours(conn: Connection, address: Address) -> bool:
    found = conn.execute("SELECT to_regclass(format('%%I.knowledge_base', %s::text))", [address.schema]).fetchone()
    return found != (None,)


def _found(conn: Connection, address: Address, table: str) -> tuple[str, str] | None:
    """Schema and name of the table that is meant; `table` may name the schema as well."""
    rows = conn.execute(_WITH_VECTORS, {"schema": address.schema if address.named else None}).fetchall()
    names = {f"{schema}.{name}": (schema, name) for schema, name in rows}
    within = [full for full, (_, name) in names.items() if name == table]
    if not names:
        return None
    return names[only(list(names), within[0] if len(within) == 1 else table, f"the {address.place}")]
