"""What every store promises (`stores/contract.py`): one body of tests over all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from tests.stores.samples import DIMENSION, entries, fill, info, put, unit, vectors

from consilience.stores import AUDITOR, Access, Store, Stored, StoreError

ODD_TEXTS = (
    "It's 5 o'clock; \"quoted\" \\ back\\slash $1 %s {} -- ; DROP TABLE chunks",
    "Zażółć gęślą jaźń 北京 \U0001f980 e\u0301 \u202e right to left",
    "line\nbreak\ttab\r\nNUL \x00 DLE \x10 \x100 \x101 bell \x07 \x1b[31m",
    " ",
    "AND OR NOT | & ! ( ) :* <->",
)
ODD_NAMES = ("it's/“a”.md", "folder/b c.md#42", "Ä.md", "a%20b.md", "\U0001f980.md", "x\x00y\x10.jsonl#1")


def _ids(store: Store, access: Access) -> list[str]:
    with store.read() as reader:
        return [one.chunk.id for one in reader.scan(access)]


@pytest.mark.parametrize("doc", ODD_NAMES)
def test_every_text_comes_back_as_it_was(store: Store, doc: str) -> None:
    """Whatever characters the text, the name and the titles of a document have, a scan returns them unchanged."""
    stored = [
        replace(one, chunk=replace(one.chunk, section=text, title=text[::-1], language="x'x"), rest=text)
        for one, text in zip(entries(doc, ODD_TEXTS, ["o'brien", "Ünit 1"]), ODD_TEXTS, strict=True)
    ]
    with store.write(DIMENSION) as writer:
        writer.upsert(stored, vectors(len(stored)))
        writer.commit(info("o'brien", "Ünit 1"))
    with store.read() as reader:
        assert list(reader.scan(AUDITOR)) == stored
        assert list(reader.scan(Access(("o'brien",)))) == stored
        assert reader.info == info("o'brien", "Ünit 1")
        ids = [one.chunk.id for one in stored]
        assert reader.readable(ids, Access(("Ünit 1",))) == set(ids)
        found = reader.search(vectors(len(stored))[2], 1, Access(("o'brien",)))
        assert [hit.chunk for hit in found] == [stored[2].chunk]


def test_a_place_without_knowledge_base_is_refused(store: Store) -> None:
    """Reading where nothing was indexed says so in one sentence."""
    with pytest.raises(StoreError, match=r"(?i)no knowledge base"), store.read():
        pass


def test_a_new_knowledge_base_knows_nothing(store: Store) -> None:
    """The writer of a new knowledge base has no info and no documents; empty, it can be committed and searched."""
    with store.write(DIMENSION) as writer:
        assert writer.info is None
        assert dict(writer.documents()) == {}
        assert dict(writer.vectors(["a.md"])) == {}
        writer.commit(info())
    with store.read() as reader:
        assert reader.search(unit(1.0), 5, AUDITOR) == []
        assert list(reader.scan(AUDITOR)) == []
        assert (reader.stats(AUDITOR).documents, reader.stats(AUDITOR).chunks) == (0, 0)


def test_a_writer_knows_what_was_committed(store: Store) -> None:
    """The next run gets the documents with fingerprint and roles, and the vectors of those it names by digest."""
    fill(store, {"a.md": ["hr"], "b.md": ["*", "staff"]})
    with store.write(DIMENSION) as writer:
        assert writer.info == info("hr", "*", "staff")
        assert dict(writer.documents()) == {
            "a.md": Stored("first a.md", ("hr",)),
            "b.md": Stored("first b.md", ("*", "staff")),
        }
        known = writer.vectors(["b.md", "missing.md"])
        assert sorted(known) == ["digest of b.md one", "digest of b.md two"]
        assert np.array_equal(known["digest of b.md two"], vectors(4)[3])
        assert known["digest of b.md two"].dtype == np.float32


def test_a_document_is_replaced_as_a_whole(store: Store) -> None:
    """Writing a document again leaves nothing of its last version and touches no other."""
    fill(store, {"a.md": [], "b.md": []}, ["one", "two", "three"])
    new = entries("a.md", ["shorter"], mark="second")
    with store.write(DIMENSION) as writer:
        writer.upsert(new, vectors(1))
        assert writer.documents()["a.md"].fingerprint == "second a.md"
        writer.commit(info())
    with store.read() as reader:
        stored = list(reader.scan(AUDITOR))
        assert stored[0] == new[0]
        assert [one.chunk.doc for one in stored] == ["a.md", "b.md", "b.md", "b.md"]


def test_deleted_documents_are_gone(store: Store) -> None:
    """A deleted document is found by nothing; deleting what is not there changes nothing."""
    fill(store, {"a.md": [], "b's.md": [], "c.md": []})
    with store.write(DIMENSION) as writer:
        writer.delete(["b's.md", "missing.md"])
        writer.delete([])
        writer.commit(info())
    with store.read() as reader:
        assert {one.chunk.doc for one in reader.scan(AUDITOR)} == {"a.md", "c.md"}
        assert {hit.chunk.doc for hit in reader.search(vectors(4)[2], 10, AUDITOR)} == {"a.md", "c.md"}
        assert reader.readable(["b's.md:0-8"], AUDITOR) == frozenset()
        assert reader.stats(AUDITOR).documents == 2


def test_roles_are_assigned_anew(store: Store) -> None:
    """New roles of a document hold for all of its chunks; text and vectors stay."""
    fill(store, {"a.md": ["hr"], "b.md": ["hr"]})
    with store.write(DIMENSION) as writer:
        writer.assign({"a.md": ("board", "o'brien")})
        writer.commit(info("hr", "board", "o'brien"))
    with store.read() as reader:
        assert {one.chunk.doc for one in reader.scan(Access(("hr",)))} == {"b.md"}
        moved = list(reader.scan(Access(("o'brien",))))
        assert [one.chunk.roles for one in moved] == [("board", "o'brien")] * 2
        assert reader.search(vectors(4)[0], 1, Access(("board",)))[0].chunk == moved[0].chunk
    with store.write(DIMENSION) as writer:
        assert np.array_equal(writer.vectors(["a.md"])["digest of a.md one"], vectors(4)[0])


def test_nothing_is_seen_before_the_commit(store: Store) -> None:
    """Readers see the last committed version while a run is at work, and after one that ended without commit."""
    fill(store, {"a.md": ["hr"]})
    before = _ids(store, AUDITOR)
    with store.write(DIMENSION) as writer:
        put(writer, {"b.md": ["*"]})
        writer.assign({"a.md": ("*",)})
        assert _ids(store, AUDITOR) == before
        assert _ids(store, Access(())) == []
    assert _ids(store, AUDITOR) == before
    assert _ids(store, Access(())) == []


def test_a_run_that_fails_leaves_the_last_version(store: Store) -> None:
    """An error in the middle of a run undoes it, and the next run starts from what was committed."""
    fill(store, {"a.md": [], "b.md": []})
    with pytest.raises(RuntimeError, match="disk on fire"), store.write(DIMENSION) as writer:
        writer.delete(["a.md"])
        put(writer, {"c.md": []})
        raise RuntimeError("disk on fire")
    with store.write(DIMENSION) as writer:
        assert set(writer.documents()) == {"a.md", "b.md"}
        put(writer, {"d.md": []})
        writer.commit(info())
    with store.read() as reader:
        assert reader.stats(AUDITOR).documents == 3


def test_a_first_run_that_fails_leaves_no_knowledge_base(store: Store) -> None:
    """Where nothing was committed there is nothing to read, and the next run can begin."""
    with pytest.raises(RuntimeError), store.write(DIMENSION) as writer:
        put(writer, {"a.md": []})
        raise RuntimeError
    with pytest.raises(StoreError), store.read():
        pass
    fill(store, {"b.md": []})
    assert [one.partition(":")[0] for one in _ids(store, AUDITOR)] == ["b.md", "b.md"]


def test_a_second_writer_is_refused(store: Store) -> None:
    """Two runs never write at once; the second is told, and may come when the first is done."""
    with store.write(DIMENSION) as writer:
        with pytest.raises(StoreError, match=r"(?i)another process is writing"), store.write(DIMENSION):
            pass
        put(writer, {"a.md": []})
        writer.commit(info())
    with store.write(DIMENSION) as writer:
        assert set(writer.documents()) == {"a.md"}


def test_a_scan_is_in_order(store: Store) -> None:
    """A scan goes by document id, by code points, and within a document by ordinal."""
    docs = ["b.md", "B.md", "a/z.md", "a.md", "ä.md", "a b.md"]
    fill(store, {doc: [] for doc in docs}, [str(number) for number in range(12)])
    with store.read() as reader:
        places = [(one.chunk.doc, one.chunk.ordinal) for one in reader.scan(AUDITOR)]
    assert places == [(doc, ordinal) for doc in sorted(docs) for ordinal in range(12)]


def test_scans_and_searches_do_not_disturb_each_other(store: Store) -> None:
    """A scan that has begun goes on for whom it began, whoever asks in between."""
    fill(store, {"a.md": ["hr"], "b.md": ["*"], "c.md": ["hr"]}, [str(number) for number in range(5)])
    with store.read() as reader:
        scan = reader.scan(Access(()))
        first = next(scan)
        assert len(reader.search(unit(1.0), 20, AUDITOR)) == 15
        other = list(reader.scan(Access(("hr",))))
        rest = list(scan)
    assert {one.chunk.doc for one in [first, *rest]} == {"b.md"}
    assert len([first, *rest]) == 5
    assert len(other) == 15


def test_similarity_is_one_plus_cosine_halved(store: Store) -> None:
    """The same direction is 1, a right angle 0.5, the opposite 0; the nearest comes first."""
    made = entries("a.md", ["same", "opposite", "right", "near"])
    rows = np.stack([unit(1.0), unit(-1.0), unit(0.0, 1.0), unit(1.0, 1.0)])
    with store.write(DIMENSION) as writer:
        writer.upsert(made, rows)
        writer.commit(info())
    with store.read() as reader:
        hits = reader.search(unit(1.0), 4, AUDITOR)
    assert [hit.chunk.text for hit in hits] == ["same", "near", "right", "opposite"]
    assert [hit.similarity for hit in hits] == pytest.approx([1.0, (1 + 0.5**0.5) / 2, 0.5, 0.0], abs=1e-5)
    assert all(0.0 <= hit.similarity <= 1.0 for hit in hits)


def test_equal_similarities_are_in_order_of_id(store: Store) -> None:
    """Chunks with the same vector come in the order of their ids, and as many as were asked for."""
    made = [one for doc in ("c.md", "a.md", "b.md") for one in entries(doc, ["x", "y"])]
    with store.write(DIMENSION) as writer:
        writer.upsert(made, np.stack([unit(1.0)] * 6))
        writer.commit(info())
    with store.read() as reader:
        hits = reader.search(unit(1.0, 0.5), 6, AUDITOR)
    assert [hit.chunk.id for hit in hits] == sorted(one.chunk.id for one in made)


def test_a_user_gets_k_chunks_though_all_nearer_ones_are_forbidden(store: Store) -> None:
    """The filter works inside the search: one who may read k chunks gets k, however far they are."""
    near, far = entries("near.md", [f"n{number}" for number in range(40)], ["board"]), []
    far = entries("far.md", [f"f{number}" for number in range(4)], ["staff"])
    rows = np.stack([unit(1.0, 0.01 * number) for number in range(40)] + [unit(-1.0, 0.1 * n) for n in range(4)])
    with store.write(DIMENSION) as writer:
        writer.upsert(near + far, rows)
        writer.commit(info("board", "staff"))
    with store.read() as reader:
        hits = reader.search(unit(1.0), 4, Access(("staff",)))
    assert sorted(hit.chunk.text for hit in hits) == ["f0", "f1", "f2", "f3"]


def test_full_text_finds_words_or_says_that_there_is_none(store: Store) -> None:
    """A word search finds the chunks with a word of the question; a store without full text says so."""
    made = entries("a.md", ["The ceiling is EUR 140 a night.", "Visitors wear a badge.", "Nothing of the kind."])
    with store.write(DIMENSION) as writer:
        writer.upsert(made, vectors(3))
        writer.commit(info())
    with store.read() as reader:
        try:
            found = reader.keyword("Which badge do visitors need?", vectors(3)[1], 5, AUDITOR)
        except StoreError as error:
            assert "text" in str(error)
            return
        assert found[0].chunk == made[1].chunk
        assert found[0].similarity == pytest.approx(1.0, abs=1e-5)
        for asked in ("badge' OR 1=1 --", "badge & !visitors | (", 'badge AND "', "badge:* <-> \\ '", "badge " * 5_000):
            assert made[1].chunk in [hit.chunk for hit in reader.keyword(asked, vectors(3)[1], 5, AUDITOR)], asked
        assert reader.keyword("zeppelin", vectors(3)[1], 5, AUDITOR) == []
        assert reader.keyword("' \" & | ! ( )", vectors(3)[1], 5, AUDITOR) == []


def test_without_declared_roles_everyone_reads_everything(store: Store) -> None:
    """Roles have no meaning until a document declares one."""
    fill(store, {"a.md": [], "b.md": []})
    for access in (AUDITOR, Access(()), Access(("hr",))):
        assert len(_ids(store, access)) == 4


def test_a_document_without_roles_is_denied_once_any_declares_them(store: Store) -> None:
    """Deny by default: what nobody was allowed to read is read by no user, whatever roles they have."""
    fill(store, {"open.md": ["*"], "hr.md": ["hr"], "forgotten.md": []}, ["one"])
    assert [one.partition(":")[0] for one in _ids(store, AUDITOR)] == ["forgotten.md", "hr.md", "open.md"]
    assert [one.partition(":")[0] for one in _ids(store, Access(()))] == ["open.md"]
    assert [one.partition(":")[0] for one in _ids(store, Access(("hr", "*", "")))] == ["hr.md", "open.md"]


def test_no_method_tells_anything_of_a_forbidden_chunk(store: Store) -> None:
    """For random roles, every way to read returns exactly the chunks that share a role with the user or are for all."""
    random, roles = Random(3), ["hr", "board", "o'brien", "a\\b"]
    docs = {f"{number}.md": random.sample([*roles, "*"], random.randint(0, 2)) for number in range(12)}
    fill(store, docs, ["word one", "word two"])
    everything = _ids(store, AUDITOR)
    with store.read() as reader:
        for asks in (given for size in range(3) for given in combinations(roles, size)):
            access, can = Access(asks), {doc for doc, given in docs.items() if {*given} & {*asks, "*"}}
            allowed = {one for one in everything if one.partition(":")[0] in can}
            assert {one.chunk.id for one in reader.scan(access)} == allowed
            assert {hit.chunk.id for hit in reader.search(unit(1.0), 100, access)} == allowed
            assert reader.readable([*everything, "missing"], access) == allowed
            assert reader.readable([], access) == frozenset()
            assert (reader.stats(access).documents, reader.stats(access).chunks) == (len(can), len(allowed))
            try:
                found = reader.keyword("word", unit(1.0), 100, access)
            except StoreError:
                continue
            assert {hit.chunk.id for hit in found} == allowed
