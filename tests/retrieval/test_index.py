"""Indexing: only what changed is embedded, what vanished is removed, what failed changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.retrieval.conftest import Write
from tests.sources import office

from consilience.retrieval.index import Indexed, index
from consilience.retrieval.roles import RolesFile
from consilience.settings import ReadSettings, RetrievalSettings, Settings
from consilience.stores import AUDITOR, Access, Entry, StoreError, open_store

TRAVEL = """# Travel

## Hotels

The ceiling for a hotel night is EUR 140.

## Claims

Claims are handed in within 30 days.

## Trains

Trains are booked in second class.
"""
VISITS = "# Visitors\n\nA visitor may stay for two hours.\n"

Index = Callable[..., Indexed]


@pytest.fixture
def run(tmp_path: Path) -> Index:
    """Indexes `docs/` into `kb/`."""

    def call(rules: RolesFile = RolesFile(), settings: Settings = Settings()) -> Indexed:  # noqa: B008
        return index([tmp_path / "docs"], open_store(str(tmp_path / "kb")), settings, rules)

    return call


def held(tmp_path: Path, access: Access = AUDITOR) -> list[Entry]:
    with open_store(str(tmp_path / "kb")).read() as reader:
        return list(reader.scan(access))


def held_docs(tmp_path: Path, *roles: str) -> set[str]:
    return {one.chunk.doc for one in held(tmp_path, Access(roles))}


def test_a_first_run_adds_everything(docs: Write, run: Index, tmp_path: Path) -> None:
    """Every document, every chunk embedded once; a text that stands in two documents alike is embedded once."""
    docs({"a/travel.md": TRAVEL, "visits.md": VISITS, "copy.md": VISITS})
    done = run()
    assert (done.added, done.changed, done.removed) == (("a/travel.md", "copy.md", "visits.md"), (), ())
    assert (done.unchanged, done.embedded, len(held(tmp_path))) == (0, 4, 5)


def test_a_second_run_embeds_nothing(docs: Write, run: Index, tmp_path: Path) -> None:
    """Nothing changed: nothing is embedded, and the knowledge base holds the same."""
    docs({"travel.md": TRAVEL, "visits.md": VISITS})
    run()
    before = held(tmp_path)
    done = run()
    assert (done.added, done.changed, done.removed, done.unchanged, done.embedded) == ((), (), (), 2, 0)
    assert held(tmp_path) == before


def test_an_edited_paragraph_is_embedded_alone(docs: Write, run: Index, tmp_path: Path) -> None:
    """The other chunks of the document move to their new places without being embedded again."""
    docs({"travel.md": TRAVEL, "visits.md": VISITS})
    run()
    folder = docs({"travel.md": TRAVEL.replace("EUR 140", "EUR 190, breakfast included")})
    done = run()
    assert (done.changed, done.unchanged, done.embedded) == (("travel.md",), 1, 1)
    text = (folder / "travel.md").read_text("utf-8")
    assert all(one.chunk.text == text[one.chunk.start : one.chunk.end] for one in held(tmp_path)[:3])


def test_another_chunk_size_cuts_anew(docs: Write, run: Index, tmp_path: Path) -> None:
    """Every document is cut again; only what reads differently is embedded."""
    docs({"travel.md": TRAVEL, "long.md": "The lamp is checked every day by the caretaker. " * 40})
    run()
    small = Settings(retrieval=RetrievalSettings(chunk_words=20))
    done = run(settings=small)
    assert done.changed == ("long.md", "travel.md")
    assert len(held(tmp_path)) > 10
    assert run(settings=small).embedded == 0


def test_new_roles_embed_nothing(docs: Write, run: Index, tmp_path: Path) -> None:
    """A roles file alone changes who may read, at once and without the encoder."""
    docs({"hr/pay.md": "The pay is EUR 4000.\n", "visits.md": VISITS})
    run()
    assert held_docs(tmp_path) == {"hr/pay.md", "visits.md"}
    done = run(RolesFile((("**", ("staff",)), ("hr/**", ("hr",)))))
    assert (done.changed, done.embedded, done.roles) == (("hr/pay.md", "visits.md"), 0, ("hr", "staff"))
    assert (held_docs(tmp_path, "staff"), held_docs(tmp_path, "hr")) == ({"visits.md"}, {"hr/pay.md"})
    assert held_docs(tmp_path) == set()
    assert run().roles == ()
    assert held_docs(tmp_path) == {"hr/pay.md", "visits.md"}


def test_roles_in_front_matter_embed_nothing_either(docs: Write, run: Index, tmp_path: Path) -> None:
    """The document changed, its passages did not; another document without roles is closed from then on."""
    docs({"pay.md": "---\nowner: Bo\n---\n\nThe pay is EUR 4000.\n", "visits.md": VISITS})
    run()
    docs({"pay.md": "---\nroles: [hr]\n---\n\nThe pay is EUR 4000.\n"})
    done = run()
    assert (done.changed, done.embedded) == (("pay.md",), 0)
    assert (held_docs(tmp_path, "hr"), held_docs(tmp_path)) == ({"pay.md"}, set())


def test_what_vanished_is_removed(docs: Write, run: Index, tmp_path: Path) -> None:
    """A file, and a record of a file."""
    records = [json.dumps({"id": name, "text": f"The {name} costs EUR 5."}) for name in ("hammer", "saw")]
    folder = docs({"a.md": VISITS, "b.md": TRAVEL, "tools.jsonl": "\n".join(records)})
    run()
    (folder / "a.md").unlink()
    docs({"tools.jsonl": records[1]})
    done = run()
    assert done.removed == ("a.md", "tools.jsonl#hammer")
    assert {one.chunk.doc for one in held(tmp_path)} == {"b.md", "tools.jsonl#saw"}


@pytest.mark.parametrize("damage", [b"PK\x03\x04 cut short", b"", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)])
def test_what_cannot_be_read_keeps_its_last_version(docs: Write, run: Index, tmp_path: Path, damage: bytes) -> None:
    """Damaged, emptied or encrypted since: it is told, and what was indexed of it stays."""
    docs({"manual.docx": office.docx(), "visits.md": VISITS})
    run()
    before = held(tmp_path)
    docs({"manual.docx": damage})
    done = run()
    assert (done.removed, done.unchanged) == ((), 2)
    (skip,) = done.skipped
    assert skip.path == "manual.docx" and skip.reason.endswith("; what was indexed of it stays")
    assert held(tmp_path) == before


def test_new_roles_hold_for_what_cannot_be_read_too(docs: Write, run: Index, tmp_path: Path) -> None:
    """A roles file that closes a folder closes it at once, whatever state its files are in."""
    docs({"hr/manual.docx": office.docx(), "visits.md": VISITS})
    everyone = RolesFile((("**", ("staff",)),))
    run(everyone)
    docs({"hr/manual.docx": b"PK\x03\x04"})
    done = run(RolesFile((*everyone.rules, ("hr/**", ("hr",)))))
    assert done.changed == ("hr/manual.docx",)
    assert held_docs(tmp_path, "staff") == {"visits.md"}


def test_a_record_that_cannot_be_read_keeps_those_of_its_file(docs: Write, run: Index, tmp_path: Path) -> None:
    """Nobody can say which record the broken line was."""
    line = json.dumps({"id": "saw", "text": "The saw costs EUR 5."})
    docs({"tools.jsonl": f"{line}\n{line.replace('saw', 'axe')}\n"})
    run()
    docs({"tools.jsonl": f"{line}\n{{broken\n"})
    done = run()
    assert (done.removed, done.unchanged) == ((), 2)
    assert {one.chunk.doc for one in held(tmp_path)} == {"tools.jsonl#axe", "tools.jsonl#saw"}


def test_what_is_read_and_holds_no_text_is_removed(docs: Write, run: Index, tmp_path: Path) -> None:
    """A page of which only a comment is left says nothing any more; alone, it makes an empty knowledge base."""
    folder = docs({"a.md": VISITS})
    run()
    docs({"a.md": "<!-- moved -->\n"})
    for removed in (("a.md",), ()):
        done = run()
        assert (done.removed, done.added, [skip.reason for skip in done.skipped]) == (removed, (), ["no text in it"])
    assert held(tmp_path) == []
    (folder / "a.md").write_text(VISITS, "utf-8")
    assert run().added == ("a.md",)


def test_roles_that_cannot_be_understood_close_the_document(docs: Write, run: Index, tmp_path: Path) -> None:
    """It is not indexed and told; the rest of the folder is not held up."""
    docs({"a.md": "---\nroles: ['h;r']\n---\n\nSecret.\n", "b.md": VISITS})
    done = run()
    assert [(skip.path, skip.reason) for skip in done.skipped] == [
        ("a.md", "its roles cannot be used: 'h;r' is no name for a role")
    ]
    assert {one.chunk.doc for one in held(tmp_path)} == {"b.md"}


def test_names_of_files_are_only_names(docs: Write, run: Index, tmp_path: Path) -> None:
    """Quotes, marks, patterns and bytes that are no text do not confuse the store."""
    names = ["it's.md", "100%.md", "a#b.md", "back\\slash.md", 'q"uote.md', "_.md", "x', 'y.md", "é.md"]
    docs({name: VISITS.replace("two", str(place)) for place, name in enumerate(names)})
    (tmp_path / "docs" / b"\xff.md".decode("utf-8", "surrogateescape")).write_text(VISITS, "utf-8")
    run()
    assert {one.chunk.doc for one in held(tmp_path)} == {*names, "\\udcff.md"}
    assert run().unchanged == len(names) + 1
    (tmp_path / "docs" / "it's.md").unlink()
    (tmp_path / "docs" / "a#b.md").write_bytes(b"\xff\xfe\x00")
    assert run().removed == ("it's.md",)


def test_globs_that_match_nothing_are_told(docs: Write, run: Index) -> None:
    """Most likely a typing error, and then the documents that were meant stand open."""
    docs({"hr/pay.md": VISITS})
    done = run(RolesFile((("**", ("staff",)), ("HR/**", ("hr",)), ("legal/**", ("legal",)))))
    assert done.idle == ("HR/**", "legal/**")


def test_a_knowledge_base_among_the_documents_is_none_of_them(docs: Write, tmp_path: Path) -> None:
    """`consilience index . --kb kb` does not read its own store."""
    folder = docs({"a.md": VISITS})
    for _ in range(2):
        done = index([folder], open_store(str(folder / "kb")), Settings())
        assert done.skipped == ()
    assert done.unchanged == 1


def test_another_encoder_is_refused(docs: Write, run: Index, tmp_path: Path) -> None:
    """The sentence says with which one to index, and nothing is changed."""
    docs({"a.md": VISITS})
    run()
    head = tmp_path / "kb" / "kb.json"
    told = head.read_text("utf-8")
    head.write_text(told.replace('"encoder": "embedded', '"encoder": "hub 1 (some-model), not embedded'), "utf-8")
    before = head.read_bytes()
    with pytest.raises(StoreError, match=r"made with the encoder hub 1 \(some-model\).*index with that one, or into"):
        run()
    assert head.read_bytes() == before


def test_files_of_others_are_never_mixed_with(docs: Write, run: Index, tmp_path: Path) -> None:
    """A folder that is no knowledge base, or holds a table of another program, is left alone."""
    import lancedb

    docs({"a.md": VISITS})
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(StoreError, match=r"is no knowledge base and not empty \(thesis.txt is in it\)"):
        run()
    (tmp_path / "kb" / "thesis.txt").unlink()
    table = lancedb.connect(tmp_path / "kb").create_table("chunks", [{"id": 1}])
    with pytest.raises(StoreError, match="holds a Lance table of another program"):
        run()
    assert table.count_rows() == 1


def test_nothing_to_read_removes_nothing(docs: Write, run: Index, tmp_path: Path) -> None:
    """An empty folder is more likely a slip than the wish for an empty knowledge base."""
    folder = docs({"a.md": VISITS})
    run()
    (folder / "a.md").unlink()
    with pytest.raises(Exception, match="There is no document in"):
        run()
    assert len(held(tmp_path)) == 1


def test_a_limit_that_was_lowered_removes_nothing(docs: Write, run: Index, tmp_path: Path) -> None:
    """A file that grew beyond the limit is told, and its last version stays."""
    docs({"a.md": VISITS, "b.md": VISITS * 9})
    run()
    done = run(settings=Settings(read=ReadSettings(max_bytes=100)))
    assert (done.removed, [skip.path for skip in done.skipped]) == ((), ["b.md"])
    assert "b.md" in {one.chunk.doc for one in held(tmp_path)}
