"""Indexes as other programs make them: the same rows in each kind of store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.stores.pinecone_fixture import INDEX, serving
from tests.stores.postgres_server import PostgresServer, new_name

Rows = Sequence[Mapping[str, Any]]
Make = Callable[[Rows], str]
KINDS = ("lance", "postgres", "pinecone")

PAGE = "# Hotels\n\nThe ceiling for a hotel night in Lisbon is EUR {}.\n\n## Claims\n\nClaims are due within 30 days.\n"


def chunks(doc: str, text: str, size: int = 60, overlap: int = 20) -> list[dict[str, Any]]:
    """A document cut as the usual splitters cut, each chunk repeating the end of the one before."""
    starts = range(0, max(1, len(text) - overlap), size - overlap)
    return [
        {"id": f"{doc}-{number}", "text": text[start : start + size], "source": doc, "chunk_index": number}
        for number, start in enumerate(starts)
    ]


def vector(number: int) -> list[float]:
    return [1.0, float(number)]


def lance(folder: Path, rows: Rows, name: str = "pages") -> str:
    import lancedb

    lancedb.connect(folder).create_table(name, [{**row, "vector": vector(n)} for n, row in enumerate(rows)])
    return str(folder)


def postgres(server: PostgresServer, rows: Rows, schema: str = "", name: str = "pages") -> str:
    """Texts and numbers as columns, mappings as jsonb."""
    import psycopg
    from psycopg.types.json import Jsonb

    schema = schema or new_name()
    kinds = {str: "text", int: "bigint", float: "float8", dict: "jsonb"}
    columns = {name: kinds[type(value)] for row in rows for name, value in row.items()}
    told = "".join(f'"{column}" {kind}, ' for column, kind in columns.items())
    with suppress(psycopg.errors.UniqueViolation):  # another process of the tests added it in the same moment
        server.sql("CREATE EXTENSION IF NOT EXISTS vector")
    server.sql(
        f"CREATE SCHEMA IF NOT EXISTS {schema}",
        f"CREATE TABLE {schema}.{name} ({told}vector vector(2))",
    )
    with psycopg.connect(server.url()) as conn:
        for number, row in enumerate(rows):
            values = [Jsonb(value) if isinstance(value, dict) else value for value in row.values()]
            names = ", ".join(f'"{column}"' for column in row)
            marks = ", ".join(["%s"] * len(values))
            query = f"INSERT INTO {schema}.{name} ({names}, vector) VALUES ({marks}, %s::vector)"
            conn.execute(query.encode(), [*values, str(vector(number))])
    return f"{server.url()}&schema={schema}"


def pinecone(rows: Rows, namespace: str = "") -> str:
    """Records whose fields are metadata; what is nested there, Pinecone has not."""
    from pinecone import Pinecone

    with Pinecone(api_key=_key()) as client, client.index(INDEX) as index:
        records = [
            {
                "id": str(row.get("id", f"r{number:04d}")),
                "values": vector(number),
                "metadata": {name: value for name, value in _flat(row).items() if name != "id"},
            }
            for number, row in enumerate(rows)
        ]
        index.upsert(vectors=records, namespace=namespace)
    return f"pinecone://{INDEX}" + (f"/{namespace}" if namespace else "")


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in row.items():
        found |= {f"{name}.{inner}": one for inner, one in value.items()} if isinstance(value, dict) else {name: value}
    return found


def _key() -> str:
    from tests.stores.pinecone_server import KEY

    return KEY


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes an index of rows in each kind of store, and gives its address."""
    if request.param == "lance":
        yield lambda rows: lance(tmp_path / "theirs", rows)
    elif request.param == "postgres":
        server = request.getfixturevalue("postgres")
        yield lambda rows: postgres(server, rows)
    else:
        with serving(monkeypatch, 2):
            yield pinecone
