"""What is said when something is wrong with a knowledge base in PostgreSQL, and what is never said."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Iterator

import pytest
from tests.stores.postgres_server import GUARDED, PostgresServer, new_name, running
from tests.stores.samples import DIMENSION, docs, fill, put, refusal, unit

from consilience.stores import AUDITOR, Access, StoreError, open_store


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server that a test may kill."""
    with running(new_name()) as server:
        yield server


def test_a_server_that_is_killed_during_a_query(own_server: PostgresServer) -> None:
    """The question ends with one sentence that says where; later ones say that it cannot be reached."""
    import psycopg

    kb = own_server.kb()
    fill(open_store(kb), {"a.md": []})
    schema = kb.rpartition("=")[2]
    other = psycopg.connect(own_server.url())
    other.execute(f"LOCK TABLE {schema}.chunks IN ACCESS EXCLUSIVE MODE".encode())
    killer = threading.Timer(1.0, os.kill, (own_server.process, signal.SIGQUIT))
    with open_store(kb).read() as reader:
        killer.start()
        with pytest.raises(StoreError, match=f"'{schema}' in the database postgres at .* was lost"):
            reader.search(unit(1.0), 5, AUDITOR)  # waits for the lock until the server is gone
        killer.join()
        with pytest.raises(StoreError, match="was lost"):
            reader.stats(AUDITOR)
    other.close()
    assert refusal(kb).startswith("The database postgres at /")
    assert "cannot be reached" in refusal(kb)


def test_a_writer_that_loses_its_connection_changes_nothing(postgres: PostgresServer) -> None:
    """A connection that breaks while documents are written is one sentence, and the last version stays."""
    kb = postgres.kb()
    fill(open_store(kb), {"a.md": []})
    with pytest.raises(StoreError, match="was lost"), open_store(kb).write(DIMENSION) as writer:
        writer.delete(["a.md"])
        chunks = f"'{kb.rpartition('=')[2]}.chunks'::regclass"
        postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = {chunks}")
        put(writer, {"b.md": []})
    assert docs(kb, AUDITOR) == ["a.md", "a.md"]


def test_a_wrong_password_is_said_but_not_shown(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused login names the database and its host; no error, log or text of the store holds the password."""
    postgres.sql(f"DROP ROLE IF EXISTS {GUARDED}", f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'right%one'")
    wrong = postgres.kb(f"{GUARDED}:s3cr%2Ft")
    with pytest.raises(StoreError, match=r"database postgres at /.* cannot be reached: .*password is wrong") as caught:
        open_store(wrong).read().__enter__()
    told = "".join(traceback.format_exception(caught.value)) + repr(open_store(wrong)) + str(vars(open_store(wrong)))
    assert "s3cr" not in told
    assert "a password is needed" in refusal(postgres.kb(GUARDED))
    monkeypatch.setenv("PGPASSWORD", "right%one")
    assert "no knowledge base" in refusal(postgres.kb(GUARDED))
    monkeypatch.delenv("PGPASSWORD")
    assert "no knowledge base" in refusal(postgres.kb(f"{GUARDED}:right%25one"))


@pytest.mark.parametrize(
    ("kb", "said"),
    [
        ("postgresql://ann:s3cr@t@host/db", "an @ too many"),
        ("postgresql://ann:s3cr/t@host/db", "an @ too many"),
        ("postgresql://ann:s3cr?t@host/db", "an @ too many"),
        ("postgresql://ann:s3cr%zz@host/db", "none that PostgreSQL understands"),
        ("postgresql://ann:s3cret@host/db?sslmodus=s3cret", "none that PostgreSQL understands"),
        ("postgresql://ann:s3cret@host/db?schema=", "no name for a knowledge base"),
        ("postgresql://ann:s3cret@host/db?schema=Mine", "no name for a knowledge base"),
        ("postgresql://ann:s3cret@host/db?schema=pg_mine", "no name for a knowledge base"),
        ("postgresql://ann:s3cret@host/db?schema=a;drop", "no name for a knowledge base"),
        (f"postgresql://ann:s3cret@host/db?schema={'a' * 41}", "no name for a knowledge base"),
    ],
)
def test_an_address_that_cannot_be_one_is_refused_without_repeating_it(kb: str, said: str) -> None:
    """A mistake in an address is said before anything is opened; what may be part of a password is not shown."""
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=said) as caught:
        open_store(kb)
    assert "s3cr" not in "".join(traceback.format_exception(caught.value))


def test_a_server_that_is_not_there(postgres: PostgresServer) -> None:
    """Nobody at the address, no such database, no such user: each is said with the place."""
    said = refusal("postgres://ann:s3cret@127.0.0.1:1/docs?connect_timeout=3")
    assert said == "The database docs at 127.0.0.1:1 cannot be reached: the server does not answer."
    assert "database nowhere at" in refusal(postgres.kb(database="nowhere"))
    assert "no such database or user" in refusal(postgres.kb("nobody"))


def test_a_database_without_pgvector(postgres: PostgresServer) -> None:
    """Where the extension is missing and may not be added, the sentence says what to have done; else it is added."""
    database = new_name()
    postgres.sql(f"CREATE DATABASE {database}")
    plain = postgres.kb(postgres.user(), database)
    assert "lacks the extension pgvector" in refusal(plain)
    with pytest.raises(StoreError, match=f"database {database} at .* lacks the extension pgvector"):
        fill(open_store(plain), {"a.md": []})
    mine = postgres.kb(database=database)
    fill(open_store(mine), {"a.md": []})
    assert docs(mine, AUDITOR) == ["a.md", "a.md"]


def test_a_schema_with_something_else_in_it_is_left_alone(postgres: PostgresServer) -> None:
    """Tables of the user's own are never mixed with a knowledge base; an empty schema may become one."""
    schema = new_name()
    postgres.sql(f"CREATE SCHEMA {schema}", f"CREATE TABLE {schema}.invoices (number int)")
    kb = postgres.kb(schema=schema)
    for attempt in (open_store(kb).read(), open_store(kb).write(DIMENSION)):
        with pytest.raises(StoreError, match=r"no knowledge base and not empty \(invoices is in it\)"), attempt:
            pass
    postgres.sql(f"DROP TABLE {schema}.invoices")
    assert "There is no knowledge base" in refusal(kb)
    fill(open_store(kb), {"a.md": []})
    assert docs(kb, AUDITOR) == ["a.md", "a.md"]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE knowledge_base SET schema = 99", "another version of consilience"),
        ("DELETE FROM knowledge_base", "another version of consilience"),
        ("ALTER TABLE knowledge_base DROP COLUMN encoder", "is damaged"),
        ("DROP TABLE chunks", "is damaged"),
    ],
)
def test_a_damaged_knowledge_base_is_refused(postgres: PostgresServer, schema: str, damage: str, said: str) -> None:
    """What another version wrote, or somebody changed by hand, is neither read nor written."""
    postgres.sql(f"SET search_path = {schema}", damage)
    kb = postgres.kb(schema=schema)
    assert said in refusal(kb)
    with pytest.raises(StoreError, match=said), open_store(kb).write(DIMENSION):
        pass


def test_a_query_that_the_server_refuses(postgres: PostgresServer, schema: str) -> None:
    """Missing rights, a column that is gone and a limit of time are each told in a sentence with the server's words."""
    nobody = postgres.user()
    assert "may not do this" in refusal(postgres.kb(nobody, schema=schema))
    hurried = postgres.app(schema)
    postgres.sql(f"ALTER ROLE {hurried} SET statement_timeout = '100ms'")
    import psycopg

    with open_store(postgres.kb(hurried, schema=schema)).read() as reader, psycopg.connect(postgres.url()) as other:
        other.execute(f"LOCK TABLE {schema}.chunks IN ACCESS EXCLUSIVE MODE".encode())
        with pytest.raises(StoreError, match=r"stopped a query .*statement timeout"):
            reader.stats(Access(()))
    careful = postgres.owner()
    postgres.sql(f"ALTER ROLE {careful} SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="read-only"):
        fill(open_store(postgres.kb(careful)), {"a.md": []})
