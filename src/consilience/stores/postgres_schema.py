"""Tables of a knowledge base in PostgreSQL, and who may read their rows: row-level security.

The table `chunks` is under the policy `readers` for every database user: a row is read by whoever has one of its roles
in the setting `consilience.roles` (an array as text: SET consilience.roles = '{hr,staff}'), and rows for everyone ('*')
by all. Without the setting only those for everyone are read, and as long as no document declares roles, all.

The policy `owner` lets the user that made the table read and write everything once `consilience.auditor` is 'on': that
is how documents are indexed and audited. For anybody else the setting means nothing. FORCE ROW LEVEL SECURITY puts the
owner under the policies too. Superusers, and users with BYPASSRLS, are above them: for these a role without login is
made, `SCHEMA_reader_...`, to which reading for a user switches first (`postgres_access.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from psycopg import errors, sql

from consilience.stores.contract import SCHEMA, KbInfo, StoreError
from consilience.stores.postgres_address import Address
from consilience.stores.postgres_connect import Connection

_TABLES = """
CREATE TABLE knowledge_base (
    "schema" int NOT NULL, encoder text NOT NULL, dimension int NOT NULL, chunking text NOT NULL,
    roles text[] NOT NULL, configurations text[] NOT NULL, reader text NOT NULL,
    declared boolean NOT NULL GENERATED ALWAYS AS (cardinality(roles) > 0) STORED
);
CREATE TABLE chunks (
    id text COLLATE "C" PRIMARY KEY, doc text COLLATE "C" NOT NULL, ordinal int NOT NULL,
    "start" bigint NOT NULL, "end" bigint NOT NULL, text text NOT NULL, section text NOT NULL, title text NOT NULL,
    language text NOT NULL, roles text[] NOT NULL, digest text NOT NULL, fingerprint text NOT NULL, rest text NOT NULL,
    words tsvector NOT NULL, vector vector({dimension}) NOT NULL
);
CREATE INDEX chunks_place ON chunks (doc, ordinal);
CREATE INDEX chunks_roles ON chunks USING gin (roles);
CREATE INDEX chunks_words ON chunks USING gin (words);
"""

# The sub-selects are evaluated once for a query, not for every row.
_POLICIES = """
ALTER TABLE chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY readers ON chunks FOR SELECT USING (
    (SELECT NOT declared FROM knowledge_base) OR roles && (SELECT array_append(
        coalesce(nullif(current_setting('consilience.roles', true), ''), '{}')::text[], '*'
    ))
);
CREATE POLICY owner ON chunks TO CURRENT_USER
    USING ((SELECT current_setting('consilience.auditor', true) = 'on'))
    WITH CHECK (current_setting('consilience.auditor', true) = 'on');
"""


@dataclass(frozen=True, slots=True)
class Head:
    """What holds for a knowledge base, and for the connected user in it.

    `configurations` are those of full-text search that its documents need, `switch` the role that reads for users when
    the connected user is above the policies, `audits` whether that user may read everything.
    """

    info: KbInfo
    configurations: tuple[str, ...]
    reader: str
    switch: str
    audits: bool
    indexed: bool


def exists(conn: Connection, address: Address) -> bool:
    """Whether the schema is a knowledge base. Raises StoreError where it holds something else."""
    found = conn.execute(
        "SELECT relname::text FROM pg_class WHERE relnamespace = to_regnamespace(%s) "
        "AND relkind IN ('r', 'v', 'm', 'f', 'p') ORDER BY relname",
        [address.schema],
    ).fetchall()
    names = [name for (name,) in found]
    if "knowledge_base" in names and "chunks" not in names:
        raise StoreError(f"The knowledge base {address} is damaged: its chunks are gone; index into another schema.")
    if names and "knowledge_base" not in names:
        raise StoreError(
            f"The schema {address} is no knowledge base and not empty ({names[0]} is in it); give another one: "
            "?schema=NAME."
        )
    return bool(names)


def head(conn: Connection, address: Address) -> Head:
    """Raises StoreError for a knowledge base that another version wrote."""
    table = sql.Identifier(address.schema, "knowledge_base")
    stored = conn.execute(sql.SQL('SELECT "schema" FROM {}').format(table)).fetchone()
    if stored is None or stored[0] != SCHEMA:
        raise StoreError(
            f"The knowledge base {address} was written by another version of consilience; index it anew into another "
            "schema: ?schema=NAME."
        )
    row = conn.execute(
        "SELECT encoder, dimension, chunking, roles, configurations, reader, row_security_active(oid), "
        "pg_get_userbyid(relowner)::text, pg_has_role(relowner, 'USAGE'), to_regclass(%s) IS NOT NULL "
        "FROM knowledge_base, pg_class WHERE oid = to_regclass(%s)",
        [f"{address.schema}.chunks_vector", f"{address.schema}.chunks"],
    ).fetchone()
    encoder, dimension, chunking, roles, configurations, reader, active, owner, owns, indexed = row or ()
    return Head(
        info=KbInfo(encoder, dimension, chunking, tuple(roles)),
        configurations=tuple(configurations),
        reader=reader,
        switch="" if active else reader or owner,
        audits=owns or not active,
        indexed=indexed,
    )


def create(conn: Connection, address: Address, dimension: int) -> None:
    """Make the tables, empty. Raises StoreError for a database that cannot hold every text."""
    encoding = conn.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError(f"The {address.place} holds text as {encoding}; one in UTF8 is needed.")
    conn.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(address.schema)))
    conn.execute(sql.SQL(_TABLES).format(dimension=sql.Literal(dimension)))
    conn.execute(_POLICIES)


def make_reader(conn: Connection, address: Address) -> str:
    """The role that reads for users, where the connected user is above the policies; else an empty string."""
    row = conn.execute(
        "SELECT rolsuper, rolsuper OR rolbypassrls, current_database()::text FROM pg_roles WHERE rolname = current_user"
    ).fetchone()
    above, passes, database = row or (False, False, "")
    if not passes:
        return ""
    name = address.reader(database)
    role = sql.Identifier(name)
    try:
        if not conn.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone():
            conn.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(role))
            if not above:
                conn.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(role))
        _let_read(conn, address, name)
    except errors.InsufficientPrivilege as error:
        raise StoreError(
            f"The database user is above row-level security, so a role is needed that reads for users; have it made "
            f"with: CREATE ROLE {name}; GRANT {name} TO the user."
        ) from error
    return name


def _let_read(conn: Connection, address: Address, name: str) -> None:
    role, schema = sql.Identifier(name), sql.Identifier(address.schema)
    conn.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, role))
    conn.execute(sql.SQL("GRANT SELECT ON knowledge_base, chunks TO {}").format(role))
    place = conn.execute(
        "SELECT nspname::text FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace "
        "WHERE extname = 'vector' AND NOT has_schema_privilege(%s, n.oid, 'USAGE')",
        [name],
    ).fetchone()
    if place:
        conn.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(sql.Identifier(place[0]), role))
