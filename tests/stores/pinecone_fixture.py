"""The store of Pinecone for tests: its real client against a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.stores.pinecone_server import KEY, PineconeServer, running

from consilience.stores import Store, open_store

INDEX = "kb"
DIMENSION = 8


@contextmanager
def serving(patch: pytest.MonkeyPatch, dimension: int = DIMENSION) -> Iterator[PineconeServer]:
    """A service with an empty index 'kb'; the client finds it by its environment variables."""
    pytest.importorskip("pinecone", reason="the extra 'pinecone' is not installed")
    from pinecone._internal import http_client

    # The client's own patience between two tries, and its memory of a host that failed, are not what is tested.
    patch.setattr(http_client, "_retry_sleep", lambda seconds: None)
    http_client.get_budget_registry()._reset()
    with running() as server:
        server.make(INDEX, dimension)
        patch.setenv("PINECONE_API_KEY", KEY)
        patch.setenv("PINECONE_CONTROLLER_HOST", server.url)
        patch.delenv("PINECONE_HOST", raising=False)
        yield server


@pytest.fixture
def pinecone_store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An empty store for vectors of 8 dimensions."""
    with serving(monkeypatch):
        yield open_store(f"pinecone://{INDEX}")
