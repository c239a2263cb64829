"""The address of a knowledge base in PostgreSQL: postgresql://USER@HOST/DATABASE?schema=NAME.

The name of the knowledge base inside the database is a schema. The rest of the address is libpq's own; a password may
stand in it, or in PGPASSWORD or ~/.pgpass, and is never shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256

import psycopg
from psycopg.conninfo import conninfo_to_dict

from consilience.stores.contract import StoreError

_SCHEMA = "consilience"  # when the address names none
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,39}")  # so that the names made of it stay within PostgreSQL's 63 bytes
_WAIT = 10  # seconds for a connection, unless the address says how long


@dataclass(frozen=True, slots=True)
class Address:
    """Where to connect, and which schema is the knowledge base; as text it holds no secret."""

    parameters: dict[str, str] = field(repr=False)
    schema: str
    named: bool = True  # whether the address names the schema

    def __str__(self) -> str:
        return f"'{self.schema}' in the {self.place}"

    @property
    def place(self) -> str:
        """The database and its host in words."""
        database = self.parameters.get("dbname") or self.parameters.get("user") or "of the user"
        host = self.parameters.get("host") or self.parameters.get("hostaddr") or "this machine"
        port = self.parameters.get("port")
        return f"database {database} at {host}{f':{port}' if port else ''}"

    @property
    def lock(self) -> int:
        """Number of the advisory lock that a writer holds; locks belong to a database."""
        return int.from_bytes(sha256(f"consilience {self.schema}".encode()).digest()[:8], "big", signed=True)

    def reader(self, database: str) -> str:
        """Name of the role that reads for users; roles belong to a server with all its databases."""
        return f"{self.schema}_reader_{sha256(database.encode()).hexdigest()[:8]}"


def parsed(kb: str) -> Address:
    """The address of `kb`. Raises StoreError for one that PostgreSQL does not understand; it never repeats it."""
    bare, schema = _without_schema(kb)
    head, _, query = bare.partition("?")
    if head.count("@") > 1 or "@" in head.partition("://")[2].partition("/")[2] or "@" in query:
        raise StoreError(
            "The address in --kb has an @ too many; write one in a user name or password as %40, a / as %2F."
        )
    try:
        told = {name: str(value) for name, value in conninfo_to_dict(bare).items() if value is not None}
    except psycopg.Error:
        raise StoreError(
            "The address in --kb is none that PostgreSQL understands; give postgresql://USER@HOST/DATABASE, with / @ : "
            "and % in names and passwords written as %2F %40 %3A %25."
        ) from None  # what libpq says may quote the password
    return Address({"connect_timeout": str(_WAIT)} | told, schema or _SCHEMA, bool(schema))


def _without_schema(kb: str) -> tuple[str, str]:
    """The address for libpq, which knows no `schema`, and the schema, empty when none is named. Raises StoreError."""
    head, mark, query = kb.partition("?")
    parts = query.split("&") if mark else []
    named = [part.removeprefix("schema=") for part in parts if part.startswith("schema=")]
    rest = "&".join(part for part in parts if part and not part.startswith("schema="))
    schema = named[-1] if named else ""
    if named and (not _NAME.fullmatch(schema) or schema.startswith("pg_") or schema == "information_schema"):
        raise StoreError(
            "The schema in --kb is no name for a knowledge base: at most 40 of a-z, 0-9 and _, no digit first, not pg_."
        )
    return f"{head}?{rest}" if rest else head, schema
