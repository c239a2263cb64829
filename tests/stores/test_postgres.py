"""Searching and writing a knowledge base in PostgreSQL: its indexes, its languages, its transactions."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.stores.postgres_server import PostgresServer, new_name
from tests.stores.samples import DIMENSION, docs, entries, fill, info, put, unit, vectors

from consilience.stores import AUDITOR, Access, Store, open_store


def _many(store: Store, count: int, dimension: int = DIMENSION) -> np.ndarray[Any, Any]:
    """A knowledge base of `count` chunks for the board and three, far from all others, for the staff."""
    random = np.random.default_rng(0)
    rows = random.normal(size=(count + 3, dimension)) + 2.0 * np.eye(1, dimension)
    rows[count:] = -np.eye(1, dimension) + 0.01 * random.normal(size=(3, dimension))
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    made = entries("near.md", [f"n{number}" for number in range(count)], ["board"])
    made += entries("far.md", ["f0", "f1", "f2"], ["staff"])
    with store.write(dimension) as writer:
        writer.upsert(made, rows)
        writer.commit(replace(info("board", "staff"), dimension=dimension))
    return rows


@pytest.mark.parametrize(("count", "dimension"), [(600, DIMENSION), (60, 2_100)])
def test_the_index_finds_what_an_exact_search_finds(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, count: int, dimension: int
) -> None:
    """A larger table has an index of its vectors; nearly all of the nearest are found, in the same order, with the
    same similarities, and one who may read only three distant chunks gets these.
    """
    monkeypatch.setattr("consilience.stores.postgres_search._INDEXED", 50)
    schema = new_name()
    store = open_store(postgres.kb(schema=schema))
    rows = _many(store, count, dimension)
    made = "SELECT indexdef FROM pg_indexes WHERE indexname = 'chunks_vector' AND schemaname = "
    assert "hnsw" in postgres.sql(f"{made}'{schema}'")[0][0]
    asked = rows[7]
    exact = (1 + rows[:count] @ asked) / 2
    with store.read() as reader:
        hits = reader.search(asked, 15, Access(("board",)))
        assert [hit.similarity for hit in hits] == sorted((hit.similarity for hit in hits), reverse=True)
        found = {int(hit.chunk.text[1:]): hit.similarity for hit in hits}
        assert len({*found} & {*np.argsort(-exact)[:15].tolist()}) >= 14
        assert [exact[number] for number in found] == pytest.approx(list(found.values()), abs=1e-5)
        assert [hit.chunk.doc for hit in reader.search(asked, 3, Access(("staff",)))] == ["far.md"] * 3
        assert len(reader.search(asked, 15, Access(("staff",)))) == 3


def test_words_are_found_in_the_forms_of_their_language(postgres: PostgresServer) -> None:
    """Full-text search knows other forms of a word in the language of each chunk."""
    store = open_store(postgres.kb())
    made = [
        replace(one, chunk=replace(one.chunk, language=language))
        for one, language in zip(
            entries("a.md", ["Die Besucher tragen Ausweise.", "Visitors wear badges.", "Νόμος 北京"]),
            ["de", "en", "xx"],
            strict=True,
        )
    ]
    with store.write(DIMENSION) as writer:
        writer.upsert(made, vectors(3))
        writer.commit(info())
    with store.read() as reader:
        for asked, number in (("des Besuchers Ausweis", 0), ("wearing a badge", 1), ("北京?", 2)):
            hits = reader.keyword(asked, unit(1.0), 5, AUDITOR)
            assert [hit.chunk.ordinal for hit in hits] == [number]


def test_two_knowledge_bases_in_a_database_are_apart(postgres: PostgresServer) -> None:
    """Each schema is a knowledge base of its own; they are written at the same time."""
    one, other = open_store(postgres.kb()), open_store(postgres.kb())
    with one.write(DIMENSION) as first, other.write(DIMENSION) as second:
        put(first, {"a.md": []})
        put(second, {"b.md": []})
        second.commit(info())
        first.commit(info())
    with one.read() as reader:
        assert {entry.chunk.doc for entry in reader.scan(AUDITOR)} == {"a.md"}


def test_a_reader_sees_one_version(postgres: PostgresServer) -> None:
    """Whoever began to read goes on reading the version they opened, whatever is committed meanwhile."""
    store = open_store(postgres.kb())
    fill(store, {"a.md": ["hr"]})
    with store.read() as reader:
        fill(store, {"a.md": [], "b.md": []})
        assert reader.info.roles == ("hr",)
        assert reader.stats(AUDITOR).documents == 1
        assert reader.stats(Access(("staff",))).documents == 0
    with store.read() as reader:
        assert reader.stats(AUDITOR).documents == 2


def test_a_killed_process_leaves_the_last_version(postgres: PostgresServer) -> None:
    """A process that is killed while it writes changes nothing, and the next one may write."""
    kb = postgres.kb()
    fill(open_store(kb), {"a.md": []})
    program = f"""
import os, signal
from consilience.stores import open_store
from tests.stores.samples import put
with open_store({kb!r}).write({DIMENSION}) as writer:
    put(writer, {{"b.md": []}})
    writer.delete(["a.md"])
    os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", program], check=False)
    assert done.returncode == -signal.SIGKILL
    assert docs(kb, AUDITOR) == ["a.md", "a.md"]
    with open_store(kb).write(DIMENSION) as writer:
        assert set(writer.documents()) == {"a.md"}
