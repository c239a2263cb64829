"""Stores for the tests: each kind for real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stores.pinecone_fixture import pinecone_store
from tests.stores.postgres_server import PostgresServer, new_name, running, shared_name
from tests.stores.samples import ROLES, fill

from consilience.stores import Store, open_store

__all__ = ["pinecone_store"]


@pytest.fixture(params=["lance", "postgres", "pinecone"])
def store(request: pytest.FixtureRequest) -> Store:
    """An empty store of each kind, for vectors of 8 dimensions."""
    made: Store = request.getfixturevalue(f"{request.param}_store")
    return made


@pytest.fixture
def lance_store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "kb"))


@pytest.fixture
def postgres_store(postgres: PostgresServer) -> Store:
    return open_store(postgres.kb())


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all tests of a run, in all its processes."""
    with running(shared_name()) as server:
        yield server


@pytest.fixture
def schema(postgres: PostgresServer) -> str:
    """The schema of a knowledge base that a superuser made, with open, restricted and forgotten documents."""
    name = new_name()
    fill(open_store(postgres.kb(schema=name)), ROLES, ["one"])
    return name
