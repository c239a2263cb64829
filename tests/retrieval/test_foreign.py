"""Indexes of other programs as documents, over every kind of store; nothing is written to one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stores import foreign_samples
from tests.stores.conftest import postgres
from tests.stores.foreign_samples import PAGE, Make, chunks, lance, make
from tests.stores.pinecone_fixture import serving
from tests.stores.postgres_server import PostgresServer, new_name
from tests.stores.samples import ROLES, fill

from consilience.model import Document, Skipped
from consilience.retrieval.foreign import Wanted, documents, reading
from consilience.retrieval.joining import joined
from consilience.stores import StoreError, open_store

__all__ = ["make", "postgres"]


def read(kb: str, table: str = "", **named: str) -> list[Document | Skipped]:
    found = reading(kb, table, Wanted(**named))
    assert found is not None
    return list(documents(kb, table, found.chosen))


def texts(kb: str, **named: str) -> dict[str, str]:
    return {one.id: one.text for one in read(kb, **named) if isinstance(one, Document)}


def test_chunks_of_a_document_are_joined_in_order(make: Make) -> None:
    """Rows in any order, overlapping: each document comes back as it was cut, with its blocks."""
    rows = [*chunks("b.md", PAGE.format(190)), *chunks("a.md", PAGE.format(140))]
    found = read(make([*rows[1::2], *rows[::2]]))
    assert [(one.id, one.text) for one in found if isinstance(one, Document)] == [
        ("a.md", PAGE.format(140).strip()), ("b.md", PAGE.format(190).strip()),
    ]  # fmt: skip
    assert isinstance(found[0], Document) and found[0].title == "Hotels"
    assert [block.kind for block in found[0].blocks] == ["heading", "paragraph", "heading", "paragraph"]


def test_fields_are_found_and_said(make: Make) -> None:
    """What was taken for what is told: the table, the text, the document, the order."""
    found = reading(make(chunks("a.md", PAGE.format(1))), "", Wanted())
    assert found is not None
    told = dict(found.told())
    assert (told["text"], told["document"], told["order"], told["id"]) == ("text", "source", "chunk_index", "id")
    assert "text in 'text', documents by 'source', in order of 'chunk_index'" in found.sentence()


@pytest.mark.parametrize("field", ["text", "id", "document", "order"])
def test_a_wrong_name_lists_the_fields(make: Make, field: str) -> None:
    """One sentence with the names that there are."""
    kb = make(chunks("a.md", PAGE.format(1)))
    with pytest.raises(StoreError, match=r"^There is no field 'nope' in the index; its fields are: .*source.*text\.$"):
        reading(kb, "", Wanted(**{field: "nope"}))


def test_nested_metadata_has_dotted_names(make: Make) -> None:
    """Fields inside a metadata column are found, and can be named; other fields become metadata of the document."""
    rows = [
        {
            "id": f"{n}",
            "content": f"Rule {n} holds for all.",
            "metadata": {"source": "r.md", "owner": "HR", "n": n},
        }
        for n in range(3)
    ]
    (document,) = read(make(rows), order="metadata.n")
    assert isinstance(document, Document)
    assert document.text.split("\n\n") == [f"Rule {n} holds for all." for n in range(3)]
    assert ("metadata.owner", "HR") in document.metadata and "metadata.n" not in dict(document.metadata)


def test_a_name_decides_over_what_would_be_found(make: Make) -> None:
    """`text` would be taken for the text; the user knows that `summary` is meant, and by what rows belong together."""
    rows = [
        {"id": f"{n}", "text": "a long text of words", "summary": f"No {n} is short.", "topic": "t"} for n in range(2)
    ]
    assert texts(make(rows), text="summary", document="topic") == {"t": "No 0 is short.\n\nNo 1 is short."}


def test_without_a_document_field_each_row_is_one(make: Make) -> None:
    """Rows are documents by their id; those without text are told as left out, not passed over."""
    rows = [{"id": "x", "text": "One thing is so."}, {"id": "y", "text": "Two are not."}, {"id": "z", "text": " "}]
    found = read(make(rows))
    assert [one.id for one in found if isinstance(one, Document)] == ["x", "y"]
    assert [one.reason for one in found if isinstance(one, Skipped)] == ["1 row without text in 'text'"]


def test_ids_tell_document_and_place(make: Make) -> None:
    """`page#chunk10` stands after `page#chunk9`, as Pinecone's guide names chunks."""
    rows = [{"id": f"page#chunk{n}", "text": f"Step {n} is done."} for n in range(11)]
    assert texts(make(rows)) == {"page": "\n\n".join(f"Step {n} is done." for n in range(11))}


def test_several_indexes_are_listed(tmp_path: Path) -> None:
    """A folder with two tables: the sentence names them and the flag; either can be named, or given as its folder."""
    for name in ("faq", "pages"):
        kb = lance(tmp_path / "theirs", chunks(f"{name}.md", PAGE.format(1)), name)
    with pytest.raises(StoreError, match=re.escape("(faq, pages); name one: --table NAME.")):
        reading(kb, "", Wanted())
    with pytest.raises(StoreError, match=r"There is no index 'nope' in .*; there are: faq, pages\."):
        reading(kb, "nope", Wanted())
    assert [one.id for one in read(kb, "faq") if isinstance(one, Document)] == ["faq.md"]
    assert [one.id for one in read(f"{kb}/pages.lance") if isinstance(one, Document)] == ["pages.md"]


def test_several_tables_of_a_database_are_listed(postgres: PostgresServer) -> None:
    """The same in a database; a table can be named with its schema, and is found where the address names none."""
    rows, first, second = chunks("a.md", PAGE.format(1)), new_name(), new_name()
    for schema, name in ((first, "pages"), (first, "faq"), (second, "wiki")):
        kb = foreign_samples.postgres(postgres, rows, schema, name)
    with pytest.raises(StoreError, match=rf"several indexes .*\({first}\.faq, {first}\.pages\)"):
        reading(f"{postgres.url()}&schema={first}", "", Wanted())
    assert len(read(f"{postgres.url()}&schema={first}", "faq")) == 1
    assert len(read(kb)) == 1
    assert len(read(postgres.url(), f"{second}.wiki")) == 1


def test_several_namespaces_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in Pinecone, where the address names a namespace."""
    with serving(monkeypatch, 2):
        for name in ("en", "de"):
            foreign_samples.pinecone(chunks("a.md", PAGE.format(1)), name)
        with pytest.raises(StoreError, match=r"\(de, en\); name one: pinecone://kb/NAMESPACE"):
            reading("pinecone://kb", "", Wanted())
        with pytest.raises(StoreError, match=r"no index 'fr' in the Pinecone index 'kb'; there are: de, en"):
            reading("pinecone://kb/fr", "", Wanted())
        assert len(read("pinecone://kb/de")) == 1


def test_nothing_is_written(tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and their times stay; the database user may only read; Pinecone gets no request that writes."""
    rows = chunks("a.md", PAGE.format(1))
    kb = lance(tmp_path / "theirs", rows)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "theirs").rglob("*")}
    assert read(kb)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "theirs").rglob("*")} == before
    schema = new_name()
    foreign_samples.postgres(postgres, rows, schema)
    assert read(postgres.kb(user=postgres.app(schema), schema=schema))
    with serving(monkeypatch, 2) as server:
        kb = foreign_samples.pinecone(rows)
        server.calls.clear()
        assert read(kb)
        assert not [path for path in server.calls if "upsert" in path or "delete" in path or "update" in path]


def test_a_knowledge_base_of_ours_is_none(tmp_path: Path, postgres: PostgresServer) -> None:
    """What `index` made, or began to make, is not read as another program's; neither is what is not there."""
    for kb in (str(tmp_path / "kb"), postgres.kb()):
        assert reading(kb, "", Wanted()) is None
        fill(open_store(kb), ROLES)
        assert reading(kb, "", Wanted()) is None
    (tmp_path / "kb" / "kb.json").unlink()
    assert reading(str(tmp_path / "kb"), "", Wanted()) is None


def test_no_text_is_a_sentence(make: Make) -> None:
    """An index of numbers and keys alone: which flag names the text, and what fields there are."""
    with pytest.raises(StoreError, match=r"--text-field; the fields are: .*sku"):
        reading(make([{"id": "1", "sku": "A-1", "size": 3}]), "", Wanted())


SENTENCES = st.lists(
    st.text(st.characters(codec="utf-8", categories=["Lu", "Ll", "Nd", "Zs"]), min_size=3, max_size=40).map(
        lambda text: f"S{' '.join(text.split())}."
    ),
    min_size=1, max_size=12,
)  # fmt: skip


@given(SENTENCES, st.integers(40, 120), st.integers(12, 30))
def test_overlapping_chunks_join_to_their_text(sentences: Sequence[str], size: int, overlap: int) -> None:
    """Whatever the text, cutting it with an overlap and joining it gives no character twice and loses none."""
    text = " ".join(f"{n} {one}" for n, one in enumerate(sentences))
    assert joined([one["text"] for one in chunks("d", text, size, overlap)]) == text


@given(st.lists(st.text(min_size=1, max_size=11).filter(str.strip), max_size=6))
def test_joining_any_chunks_keeps_their_characters(texts: Sequence[str]) -> None:
    """Chunks without an overlap stand whole, one after the other."""
    rest = joined(texts)
    for one in texts:
        before, found, rest = rest.partition(one.strip("\n"))
        assert found == one.strip("\n") and not before.strip()


def test_rows_of_metadata_that_is_json_text(tmp_path: Any) -> None:
    """LlamaIndex keeps a node as JSON in one field: its text and metadata are found inside."""
    node = {"text": "A node of text.", "metadata": {"file_name": "n.md"}, "relationships": {"1": {"node_id": "x"}}}
    kb = lance(tmp_path / "theirs", [{"id": "1", "doc_id": "d", "_node_content": json.dumps(node)}])
    assert texts(kb) == {"n.md": "A node of text."}
