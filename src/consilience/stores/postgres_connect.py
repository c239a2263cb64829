"""A connection to a database that has pgvector."""

from __future__ import annotations

from typing import Any

import psycopg
from pgvector.psycopg import register_vector
from psycopg import errors

from consilience.stores import postgres_text
from consilience.stores.contract import StoreError
from consilience.stores.postgres_address import Address
from consilience.stores.postgres_errors import unreachable

Connection = psycopg.Connection[tuple[Any, ...]]

_VECTOR = (0, 8)  # pgvector from which a search with a filter goes on until it has enough rows


def connect(address: Address) -> Connection:
    """A connection on which nothing has been asked yet; text is written and read as ours is. Raises StoreError."""
    conn = reach(address)
    postgres_text.register(conn)
    return conn


def reach(address: Address) -> Connection:
    """The same for text of other programs. Raises StoreError."""
    parameters: dict[str, Any] = address.parameters | {"client_encoding": "UTF8", "application_name": "consilience"}
    try:
        # Prepared statements do not live well behind a connection pooler.
        return psycopg.connect(**parameters, prepare_threshold=None)
    except (psycopg.Error, UnicodeError) as error:
        raise unreachable(error, address) from error


def enter(conn: Connection, address: Address) -> None:
    """Names without a schema are ours or pgvector's until the transaction ends. Raises StoreError: no pgvector."""
    found = conn.execute(
        "SELECT extversion, set_config('search_path', concat_ws(', ', quote_ident(%s), quote_ident(nspname)), true) "
        "FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'",
        [address.schema],
    ).fetchone()
    # Between two queries an encoder or a model may work for long; an open transaction then is no mistake.
    conn.execute("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
    if found is None:
        raise StoreError(
            f"The {address.place} lacks the extension pgvector; have it added there with: CREATE EXTENSION vector."
        )
    if tuple(map(int, found[0].split(".")[:2])) < _VECTOR:
        raise StoreError(f"The {address.place} has pgvector {found[0]}; 0.8 or newer is needed.")
    register_vector(conn)


def add_extension(conn: Connection) -> None:
    """Add pgvector where the database lacks it and the user may; `enter` says so when it is missing still."""
    if conn.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchone():
        return
    try:
        with conn.transaction():
            conn.execute("CREATE EXTENSION vector")
    except (errors.InsufficientPrivilege, errors.UndefinedFile, errors.FeatureNotSupported):
        return
    except (errors.UniqueViolation, errors.DuplicateObject):
        return  # another process added it in the same moment
