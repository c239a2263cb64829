"""Pinecone's own matters: what the service can do to a knowledge base, and what it must not be able to do."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from copy import deepcopy

import numpy as np
import pytest
from tests.stores.pinecone_fixture import DIMENSION, serving
from tests.stores.pinecone_server import KEY, Fault, PineconeServer

from consilience.model import Chunk
from consilience.stores import AUDITOR, Access, Entry, KbInfo, Store, StoreError, open_store

KB = "pinecone://kb/wiki"
INFO = KbInfo("embedded 1", DIMENSION, "1, 120 words", ("*", "hr"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PineconeServer]:
    with serving(monkeypatch) as running:
        yield running


@pytest.fixture
def store(server: PineconeServer) -> Store:
    return open_store(KB)


def entries(doc: str, texts: Sequence[str], roles: tuple[str, ...] = ("*",), rest: str = "{}") -> list[Entry]:
    chunks = [Chunk(f"{doc}:{at}", doc, at, at, at + 1, text, roles=roles) for at, text in enumerate(texts)]
    return [Entry(chunk, f"digest of {chunk.text}", f"mark of {texts}", rest) for chunk in chunks]


def vectors(count: int, seed: int = 0) -> np.ndarray:
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def write(store: Store, docs: dict[str, list[str]], remove: Sequence[str] = ()) -> None:
    """One run that puts documents, and takes some out."""
    with store.write(DIMENSION) as writer:
        for doc, texts in docs.items():
            writer.upsert(entries(doc, texts), vectors(len(texts), len(doc)))
        writer.delete(remove)
        writer.commit(INFO)


def texts(store: Store) -> list[str]:
    """All that is stored, in the order of a scan; a search must find the same."""
    with store.read() as reader:
        scanned = [one.chunk.text for one in reader.scan(AUDITOR)]
        found = [one.chunk.text for one in reader.search(vectors(1)[0], 80, AUDITOR)]
    assert sorted(found) == sorted(scanned)
    return scanned


FAULTS = {
    "a key that is refused": (Fault("/", 401), "Pinecone refused the key in PINECONE_API_KEY for the index 'kb'."),
    "a key for something else": (Fault("/", 403), "Pinecone refused the key in PINECONE_API_KEY for the index 'kb'."),
    "too many requests": (
        Fault("/vectors", 429, headers={"Retry-After": "1"}),
        "Pinecone takes no more requests for pinecone://kb/wiki at the moment; try again later.",
    ),
    "a failure of the service": (
        Fault("/vectors", 500),
        "Pinecone failed to answer for pinecone://kb/wiki (status 500); try again later.",
    ),
    "a request that is refused": (
        Fault("/vectors", 400),
        "Pinecone refused a request for pinecone://kb/wiki (status 400).",
    ),
    "a connection that is cut": (
        Fault("/vectors", None),
        "Pinecone cannot be reached for pinecone://kb/wiki; check the connection, and try again.",
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_one_sentence_and_nothing_is_lost(store: Store, server: PineconeServer, kind: str) -> None:
    """Reading and writing say in one sentence what is wrong, without the key; afterwards the last version is there."""
    write(store, {"a.md": ["first", "second"]})
    fault, said = FAULTS[kind]
    server.faults = [fault]
    with pytest.raises(StoreError) as reading, store.read():
        pass
    with pytest.raises(StoreError) as writing:
        write(store, {"a.md": ["other"]})
    assert str(reading.value) == str(writing.value) == said
    assert KEY not in repr(reading.value) + repr(store)
    server.faults = []
    assert texts(store) == ["first", "second"]


@pytest.mark.parametrize("status", [429, 500, None])
def test_a_fault_that_passes_is_tried_again(store: Store, server: PineconeServer, status: int | None) -> None:
    """One request of each kind that fails once does not fail the run."""
    paths = ["/indexes", "/vectors/upsert", "/vectors/fetch", "/vectors/update", "/query"]
    server.faults = [Fault(path, status, times=1, headers={"Retry-After": "0"}) for path in paths]
    write(store, {"a.md": ["first"]})
    write(store, {"a.md": ["second"]})
    assert texts(store) == ["second"]
    assert [one.path for one in server.faults if one.times] == []


def test_a_run_that_is_cut_off_anywhere_leaves_a_whole_version(store: Store, server: PineconeServer) -> None:
    """The service goes away after write 1, 2, 3, ... of a run: what is read afterwards is all of the old version or
    all of the new one, and the next run mends what was left.
    """
    new = {"a.md": ["a3"], "d.md": ["d1"]}
    write(store, {"a.md": ["a1", "a2"], "b.md": ["b1"], "c.md": ["c1"]})
    space = server.spaces["wiki"]
    kept = deepcopy(space.stored)
    seen = []
    for life in range(1, 30):
        space.put_back(kept)
        server.life = life
        try:
            write(store, new, remove=["b.md"])
        except StoreError:
            server.life = None
            seen.append(texts(store))
        if server.life:
            break
    server.life = None
    assert [one for at, one in enumerate(seen) if not at or one != seen[at - 1]] == [
        ["a1", "a2", "b1", "c1"],
        ["a3", "c1", "d1"],
    ]
    space.put_back(kept)
    _cut_before_the_manifest(store, server, new)
    write(store, {"e.md": ["e1"]})
    assert texts(store) == ["a1", "a2", "b1", "c1", "e1"]


def _cut_before_the_manifest(store: Store, server: PineconeServer, docs: dict[str, list[str]]) -> None:
    """A run that has written all of a version, and ended all of the last, but does not come to commit."""
    space = server.spaces["wiki"]

    def look(path: str) -> None:
        if sum(record["metadata"].get("until") == 2.0 for record in space.stored.values()) == 3:
            server.life = 0

    server.before = look
    with pytest.raises(StoreError):
        write(store, docs, remove=["b.md"])
    server.before, server.life = None, None
    _expire(server)


def _expire(server: PineconeServer) -> None:
    """The time of a lock whose writer is gone runs out."""
    server.spaces["wiki"].stored["lock"]["metadata"]["expires"] = 0.0


@pytest.mark.parametrize("headers", [True, False], ids=["with a log", "without"])
def test_a_service_that_lags_never_shows_a_mixture(store: Store, server: PineconeServer, headers: bool) -> None:
    """Writes that are seen some reads later do not keep a run from ending, and a reader sees whole versions."""
    server.lag, server.headers = 2, headers
    seen: list[tuple[str, ...]] = []
    write(store, {"a.md": ["a1", "a2"], "b.md": ["b1"]})

    def look(path: str) -> None:
        server.before = None
        seen.append(tuple(texts(store)))
        server.before = look if len(seen) < 6 else None

    server.before = look
    write(store, {"a.md": ["a3"]}, remove=["b.md"])
    server.before = None
    assert texts(store) == ["a3"]
    assert set(seen) == {("a1", "a2", "b1")}


@pytest.mark.parametrize("headers", [True, False], ids=["with a log", "without"])
def test_a_run_ends_when_queries_see_it(store: Store, server: PineconeServer, headers: bool) -> None:
    """Who searches right after a run finds what it wrote, however long the service took for it."""
    server.lag, server.headers = 12, headers
    write(store, {"a.md": ["a1", "a2"]})
    assert texts(store) == ["a1", "a2"]


def test_the_lock_of_a_run_that_was_killed_ends(store: Store, server: PineconeServer) -> None:
    """While the lock is fresh a second writer is refused, in one sentence that says how long; later it is not."""
    write(store, {"a.md": ["first"]})
    with store.write(DIMENSION):
        killed = dict(server.spaces["wiki"].stored["lock"])
    server.spaces["wiki"].stored["lock"] = killed
    with pytest.raises(StoreError, match=r"^Another process is writing .*pinecone://kb/wiki.* after 60 seconds\)\.$"):
        write(store, {"a.md": ["second"]})
    _expire(server)
    write(store, {"a.md": ["second"]})
    assert texts(store) == ["second"]


def test_a_writer_that_lost_its_lock_changes_nothing(store: Store, server: PineconeServer) -> None:
    """Of two writers that both believed to hold the lock, the later one commits; what the other wrote is not seen."""
    write(store, {"a.md": ["first"]})
    with store.write(DIMENSION) as slow:
        slow.upsert(entries("slow.md", ["slow"]), vectors(1))
        _expire(server)
        with store.write(DIMENSION) as quick:
            quick.upsert(entries("quick.md", ["quick"]), vectors(1))
            with pytest.raises(StoreError, match=r"^Another process is writing"):
                slow.upsert(entries("more.md", ["more"]), vectors(1))
            with pytest.raises(StoreError, match=r"^Another process is writing"):
                slow.commit(INFO)
            quick.commit(INFO)
    assert texts(store) == ["first", "quick"]


def test_writers_at_once_leave_one_version(store: Store) -> None:
    """Of several writers that start together each commits or is refused, and what is left is a version of one."""
    refused: list[str] = []

    def run(name: str) -> None:
        try:
            write(store, {f"{name}{at}.md": [name] for at in range(3)})
        except StoreError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=run, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one.startswith("Another process is writing") for one in refused)
    assert len(refused) < 3
    assert len(texts(store)) == 3 * (3 - len(refused))


def test_a_reader_keeps_its_version_for_one_commit(store: Store) -> None:
    """A reader sees the version that it opened; when its records may be gone it says so, and never reads half."""
    write(store, {"a.md": ["first"], "b.md": ["b"]})
    with store.read() as reader:
        write(store, {"a.md": ["second"]}, remove=["b.md"])
        assert [one.chunk.text for one in reader.scan(AUDITOR)] == ["first", "b"]
        write(store, {"a.md": ["third"]})
        with pytest.raises(StoreError, match="was written anew since it was opened; open it again"):
            reader.search(vectors(1)[0], 5, AUDITOR)
        with pytest.raises(StoreError, match="was written anew"):
            list(reader.scan(AUDITOR))


def test_what_was_removed_leaves_the_index(store: Store, server: PineconeServer) -> None:
    """After one more run, nothing of a removed document is in the service at all."""
    write(store, {"a.md": ["kept"], "b.md": ["forget me"]})
    write(store, {}, remove=["b.md"])
    write(store, {})
    assert "forget me" not in str(server.spaces["wiki"].stored)
    assert texts(store) == ["kept"]


def test_a_forbidden_chunk_does_not_leave_the_service(store: Store, server: PineconeServer) -> None:
    """The roles are a condition of the request itself: for one who may not read a document, no answer names it."""
    with store.write(DIMENSION) as writer:
        secret = entries("hr/pay.md", ["the salary of Ann", "the salary of Bob"], roles=("hr",))
        writer.upsert(secret, vectors(2))
        writer.upsert(entries("nobody.md", ["the salary of Eve"], roles=()), vectors(1))
        writer.upsert(entries("menu.md", ["soup", "fish"]), vectors(2, seed=1))
        writer.commit(INFO)
    server.answers.clear()
    with store.read() as reader:
        asked = Access(("staff",))
        assert {one.chunk.text for one in reader.search(vectors(1)[0], 2, asked)} == {"soup", "fish"}
        assert [one.chunk.text for one in reader.scan(asked)] == ["soup", "fish"]
        assert reader.readable(["hr/pay.md:0", "menu.md:1", "nobody.md:0"], asked) == {"menu.md:1"}
        assert (reader.stats(asked).documents, reader.stats(asked).chunks) == (1, 2)
    assert "menu.md" in str(server.answers)
    assert not [one for one in server.answers if "salary" in str(one) or "pay.md" in str(one)]


def test_of_equally_near_chunks_the_first_by_id_are_found(store: Store) -> None:
    """Which of many equal passages are found does not depend on how the service orders them."""
    with store.write(DIMENSION) as writer:
        for doc in ("c.md", "a.md", "b.md", "d.md", "e.md"):
            writer.upsert(entries(doc, ["the same"] * 3), np.repeat(vectors(1), 3, axis=0))
        writer.commit(INFO)
    with store.read() as reader:
        found = [hit.chunk.id for hit in reader.search(vectors(1)[0], 4, AUDITOR)]
        assert found == ["a.md:0", "a.md:1", "a.md:2", "b.md:0"]
        assert reader.search(vectors(1)[0], 0, AUDITOR) == []


def test_many_records_are_read_page_by_page(store: Store, server: PineconeServer) -> None:
    """More documents and chunks than one answer holds come back whole and in order, and a wide search finds them."""
    docs = {f"{at:03d}.md": [f"{at}-{part}" for part in range(1 + at % 3)] for at in range(130)}
    write(store, docs)
    with store.read() as reader:
        assert [one.chunk.text for one in reader.scan(AUDITOR)] == [text for doc in sorted(docs) for text in docs[doc]]
        assert reader.stats(AUDITOR).chunks == sum(map(len, docs.values()))
        assert len(reader.search(vectors(1)[0], 200, AUDITOR)) == 200
    with store.write(DIMENSION) as writer:
        assert list(writer.documents()) == sorted(docs)
        assert len(writer.vectors(list(docs))) == sum(map(len, docs.values()))


def test_a_long_record_is_compressed_and_comes_back(store: Store) -> None:
    """Tables make what is kept beside a chunk long; up to some limit it is stored, unchanged."""
    rest = "".join(f'{{"cell":"Zürich {at}","page":{at % 7}}},' for at in range(3_000))
    with store.write(DIMENSION) as writer:
        writer.upsert(entries("tables.xlsx", ["one table " * 900], rest=rest), vectors(1))
        writer.commit(INFO)
    with store.read() as reader:
        assert [(one.rest, one.chunk.text) for one in reader.scan(AUDITOR)] == [(rest, "one table " * 900)]


def test_a_record_that_cannot_be_stored_names_its_document(store: Store) -> None:
    """A chunk that does not fit even when it is compressed ends the run with its document's name; nothing changes."""
    write(store, {"a.md": ["first"]})
    noise = "".join(map(chr, np.random.default_rng(0).integers(0x4E00, 0x9FFF, 60_000)))
    with store.write(DIMENSION) as writer, pytest.raises(StoreError, match=r"^A chunk of 'noise\.md' is too large"):
        writer.upsert(entries("noise.md", [noise]), vectors(1))
    assert texts(store) == ["first"]


REFUSED = {
    "no key": ({"PINECONE_API_KEY": ""}, KB, r"needs a key in the environment variable PINECONE_API_KEY\.$"),
    "another key": ({"PINECONE_API_KEY": "wrong-key"}, KB, "refused the key in PINECONE_API_KEY"),
    "a key with a line end in it": ({"PINECONE_API_KEY": "wrong\nkey"}, KB, r"client failed .*\(PineconeValueError\)"),
    "no such index": ({}, "pinecone://other", r"no Pinecone index 'other'.*create one with dimension 8 and metric cos"),
    "another dimension": ({}, "pinecone://wide", "of 1024 dimensions, and the encoder makes 8; create one with dim"),
    "another metric": ({}, "pinecone://dot", "none for dense vectors with the metric cosine; create one with dim"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_an_index_that_does_not_fit_is_refused(
    server: PineconeServer, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """What the user has to change is said in one sentence, and no index is made."""
    server.make("wide", 1024)
    server.make("dot", DIMENSION, "dotproduct")
    environment, kb, said = REFUSED[kind]
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(StoreError, match=said) as refused, open_store(kb).write(DIMENSION):
        pass
    assert "wrong" not in str(refused.value)
    assert not server.spaces


@pytest.mark.parametrize("kb", ["pinecone://", "pinecone://Big_Index", "pinecone://kb/with space", "pinecone://kb/ä"])
def test_a_name_that_there_cannot_be_is_refused(kb: str) -> None:
    """The address is looked at before anything is asked of the service."""
    pytest.importorskip("pinecone", reason="the extra 'pinecone' is not installed")
    with pytest.raises(StoreError, match=r"^A knowledge base in Pinecone is named pinecone://INDEX"):
        open_store(kb)


def test_the_address_of_an_index_can_be_given(
    store: Store, server: PineconeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With PINECONE_HOST the control plane is not asked."""
    monkeypatch.setenv("PINECONE_HOST", server.url)
    write(store, {"a.md": ["first"]})
    assert texts(store) == ["first"]
    assert not [path for path in server.calls if path.startswith("/indexes")]


def test_vectors_of_a_user_are_left_alone(store: Store, server: PineconeServer) -> None:
    """A namespace with other vectors in it is refused, and another one beside it is not touched."""
    other = {"id": "mine-1", "values": [1.0] * DIMENSION, "metadata": {"text": "mine"}}
    server.answer("/vectors/upsert", {"vectors": [other], "namespace": "wiki"})
    with pytest.raises(StoreError, match=r"^pinecone://kb/wiki is no knowledge base and not empty; give another"):
        write(store, {"a.md": ["first"]})
    beside = open_store("pinecone://kb/beside")
    write(beside, {"a.md": ["first"]})
    assert texts(beside) == ["first"]
    assert "mine-1" in server.spaces["wiki"].stored


@pytest.mark.parametrize("field", ["info_packed", "generation"])
def test_a_damaged_manifest_is_named(store: Store, server: PineconeServer, field: str) -> None:
    """What cannot be read is said to be damaged, and what to do."""
    write(store, {"a.md": ["first"]})
    server.spaces["wiki"].stored["manifest"]["metadata"][field] = "AAAA"
    with pytest.raises(StoreError, match=r"pinecone://kb/wiki is damaged; index its documents anew"), store.read():
        pass


def test_hybrid_search_says_what_it_needs(store: Store) -> None:
    """An index for vectors has no full text."""
    write(store, {"a.md": ["first"]})
    with store.read() as reader, pytest.raises(StoreError, match=r"^Hybrid search needs full text"):
        reader.keyword("first", vectors(1)[0], 3, AUDITOR)


def test_the_client_is_loaded_when_it_is_needed() -> None:
    """Neither the package nor its stores import the client."""
    code = "import sys, consilience, consilience.stores; sys.exit('pinecone' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
