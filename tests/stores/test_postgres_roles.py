"""Roles in PostgreSQL are enforced by the database: row-level security, whoever asks and however."""

from __future__ import annotations

from typing import Any

import pytest
from tests.stores.postgres_server import PostgresServer, new_name
from tests.stores.samples import DIMENSION, ROLES, docs, fill, info, unit

from consilience.stores import AUDITOR, Access, StoreError, open_store


def _docs(rows: list[tuple[Any, ...]]) -> list[str]:
    """The documents of rows of plain SQL, by the id that comes first."""
    return sorted(row[0].partition(":")[0] for row in rows)


@pytest.mark.parametrize(
    ("roles", "allowed"),
    [
        (None, ["open.md"]),
        ("", ["open.md"]),
        ("{}", ["open.md"]),
        ("{hr}", ["board.md", "hr.md", "open.md"]),
        ("{board}", ["board.md", "open.md"]),
        ('{"hr,board"}', ["open.md"]),
        ("{nobody,*}", ["open.md"]),
    ],
)
def test_plain_sql_returns_only_what_the_roles_allow(
    postgres: PostgresServer, schema: str, roles: str | None, allowed: list[str]
) -> None:
    """`SELECT * FROM chunks` in a user's own session returns the chunks of their roles, and no other."""
    app = postgres.app(schema)
    become = [] if roles is None else [f"SET consilience.roles = '{roles}'"]
    rows = postgres.sql(*become, f"SELECT * FROM {schema}.chunks", user=app)
    assert _docs(rows) == allowed
    assert postgres.sql(*become, f"SELECT count(*) FROM {schema}.chunks", user=app) == [(len(allowed),)]


def test_only_the_owner_may_read_everything(postgres: PostgresServer, schema: str) -> None:
    """The setting that opens everything to the owner has no meaning for another user, nor can that one write."""
    import psycopg

    app = postgres.app(schema)
    postgres.sql(f"GRANT INSERT, UPDATE, DELETE ON {schema}.chunks TO {app}")
    become = "SET consilience.auditor = 'on'"
    assert _docs(postgres.sql(become, f"SELECT * FROM {schema}.chunks", user=app)) == ["open.md"]
    postgres.sql(become, f"UPDATE {schema}.chunks SET roles = '{{*}}'", f"DELETE FROM {schema}.chunks", user=app)
    assert docs(postgres.kb(schema=schema), AUDITOR) == sorted(ROLES)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        postgres.sql(become, f"INSERT INTO {schema}.chunks SELECT * FROM {schema}.chunks", user=app)
    with pytest.raises(psycopg.errors.InvalidTextRepresentation):
        postgres.sql("SET consilience.roles = 'hr'", f"SELECT * FROM {schema}.chunks", user=app)


def test_an_application_asks_for_users_but_is_no_auditor(postgres: PostgresServer, schema: str) -> None:
    """A login with no more than SELECT searches for every user, and is refused when it wants everything."""
    kb = postgres.kb(postgres.app(schema), schema=schema)
    assert docs(kb, Access(("board",))) == ["board.md", "open.md"]
    with open_store(kb).read() as reader:
        assert len(reader.search(unit(1.0), 10, Access(("hr",)))) == 3
        with pytest.raises(StoreError, match="may not read everything"):
            reader.search(unit(1.0), 10, AUDITOR)


def test_an_ordinary_owner_is_under_the_policies_too(postgres: PostgresServer) -> None:
    """A knowledge base can be made without any special right; its owner reads everything only as an auditor."""
    owner, schema = postgres.owner(), new_name()
    kb = postgres.kb(owner, schema=schema)
    fill(open_store(kb), ROLES, ["one"])
    assert _docs(postgres.sql(f"SELECT * FROM {schema}.chunks", user=owner)) == ["open.md"]
    assert docs(kb, Access(("hr",))) == ["board.md", "hr.md", "open.md"]
    assert docs(kb, AUDITOR) == sorted(ROLES)
    with open_store(kb).write(DIMENSION) as writer:
        writer.delete(["hr.md"])
        writer.assign({"forgotten.md": ("*",)})
        writer.commit(info("*", "board", "hr"))
    superuser = postgres.kb(schema=schema)
    assert docs(superuser, Access(())) == ["forgotten.md", "open.md"]
    assert docs(superuser, AUDITOR) == ["board.md", "forgotten.md", "open.md"]


def test_a_user_above_the_policies_needs_a_role_that_reads(postgres: PostgresServer) -> None:
    """With BYPASSRLS and no right to make roles, indexing says which role to make, and works once it is there."""
    owner, schema = postgres.owner("BYPASSRLS"), new_name()
    kb = postgres.kb(owner, schema=schema)
    with pytest.raises(StoreError, match=f"CREATE ROLE {schema}_reader") as caught:
        fill(open_store(kb), ROLES)
    role = str(caught.value).partition("CREATE ROLE ")[2].partition(";")[0]
    postgres.sql(f"CREATE ROLE {role}", f"GRANT {role} TO {owner}")
    fill(open_store(kb), ROLES, ["one"])
    assert docs(kb, Access(("board",))) == ["board.md", "open.md"]
    assert docs(kb, AUDITOR) == sorted(ROLES)


def test_nothing_is_read_for_users_where_the_policies_are_off(postgres: PostgresServer, schema: str) -> None:
    """When somebody switched row-level security off, users get an error and not everything."""
    postgres.sql(f"ALTER TABLE {schema}.chunks DISABLE ROW LEVEL SECURITY")
    with open_store(postgres.kb(schema=schema)).read() as reader:
        assert reader.stats(AUDITOR).chunks == 4
        for ask in (reader.stats, lambda access: list(reader.scan(access))):
            with pytest.raises(StoreError, match="Row-level security does not hold"):
                ask(Access(("hr",)))
