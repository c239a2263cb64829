"""An audit of a knowledge base says what an audit of its files says, when they are long gone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.samples import CANTEEN, HANDBOOK, SAFETY, told
from tests.sources import office
from tests.stores.pinecone_fixture import INDEX, serving
from tests.stores.postgres_server import PostgresServer, running, shared_name

import consilience
from consilience.corpus import spool
from consilience.corpus.audit import AuditResult, audit_documents
from consilience.encoders import load_encoder
from consilience.model import Document
from consilience.retrieval.rebuild import documents
from consilience.settings import Settings
from consilience.sources import SourceError
from consilience.stores import AUDITOR, StoreError, open_store

Kb = Callable[[Path], str]

RECORDS = [
    {
        "id": "z9",
        "title": "Load",
        "text": "The Falcon forklift carries a maximum load of 1,500 kg.",
        "metadata": {"v": 2},
    },
    {
        "id": "a1",
        "text": "# Battery\n\nThe battery of the Falcon forklift lasts 8 hours — “at best”. 電池は8時間もつ。",
    },
]
PAGE = """<html lang="de"><head><title>Kantine</title></head><body><h1>Kantine</h1>
<p>Die Kantine öffnet um 11:45&nbsp;Uhr.</p><ul><li>Gäste zahlen an der Kasse.</li></ul>
<table><tr><th>Gericht</th><th>Preis</th></tr><tr><td>Suppe</td><td>4,50 €</td></tr></table></body></html>"""


@pytest.fixture
def lance_kb(tmp_path: Path) -> str:
    return str(tmp_path / "kb")


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with running(shared_name()) as server:
        yield server


@pytest.fixture
def postgres_kb(postgres: PostgresServer) -> str:
    return postgres.kb()


@pytest.fixture
def pinecone_kb(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with serving(monkeypatch, load_encoder("embedded").dimension):
        yield f"pinecone://{INDEX}"


@pytest.fixture
def kb(lance_kb: str) -> Kb:
    """`kb(folder)` indexes the folder and gives the address of the knowledge base."""

    def make(folder: Path) -> str:
        consilience.index(folder, lance_kb)
        return lance_kb

    return make


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with a document of nearly every format, and records whose ids are not in the order of their file."""
    docs = tmp_path / "mixed"
    docs.mkdir()
    (docs / "handbook.md").write_text(f"---\nowner: Priya\nversion: 3\n---\n\n{HANDBOOK}", "utf-8")
    (docs / "canteen.txt").write_text(CANTEEN.replace("# Canteen", "CANTEEN"), "utf-8")
    (docs / "kantine.html").write_text(PAGE, "utf-8")
    (docs / "prices.csv").write_text("Dish,Price\nSoup,4.50 EUR\nLunch,7.20 EUR\n", "utf-8")
    (docs / "records.jsonl").write_text("".join(json.dumps(one) + "\n" for one in RECORDS), "utf-8")
    (docs / "station.docx").write_bytes(office.docx())
    (docs / "empty.md").write_bytes(b"")
    return docs


def said(result: AuditResult) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """All that two audits of the same documents must agree on: `skipped` is known of files only."""
    audit = told(result)
    return {key: value for key, value in audit.items() if key not in ("skipped", "source")}, list(result.facts())


def test_says_what_the_example_says(repository: Path, kb: Kb) -> None:
    """Scores, findings, conflicts, offsets and quotes are those of the files, fact for fact."""
    folder = repository / "examples" / "knowledge-base"
    files = consilience.audit(folder, settings=Settings(run={"cache": False}))  # type: ignore[arg-type]
    assert files.conflicts
    assert said(consilience.audit(kb=kb(folder))) == said(files)


@pytest.mark.parametrize("store", ["lance", "postgres", "pinecone"])
def test_says_what_the_files_say_in_every_format(store: str, mixed: Path, request: pytest.FixtureRequest) -> None:
    """So do documents of every format, out of every kind of store; what was skipped is known of files only."""
    address: str = request.getfixturevalue(f"{store}_kb")
    consilience.index(mixed, address)
    files, kept = consilience.audit(mixed), consilience.audit(kb=address)
    assert files.conflicts
    assert said(kept) == said(files)
    assert kept.skipped == ()


def test_needs_no_original_file(folder: Path, kb: Kb) -> None:
    """The folder is gone, and the conflict is still found where it stood."""
    address = kb(folder)
    shutil.rmtree(folder)
    result = consilience.audit(kb=address).to_dict()
    assert {v["value"] for one in result["conflicts"] for v in one["values"]} == {"1,200 kg", "1,500 kg"}
    assert result["source"] == {"kb": address}


def test_reads_what_only_some_may_read(folder: Path, kb: Kb) -> None:
    """An audit is an auditor's: it compares documents whoever may read them."""
    (folder / "safety.md").write_text(
        "---\nroles: [warden]\n---\n" + (folder / "safety.md").read_text("utf-8"), "utf-8"
    )
    result = consilience.audit(kb=kb(folder))
    assert [one.document.id for one in result.documents] == ["handbook.md", "safety.md", "site/canteen.md"]
    assert result.conflicts


def test_a_second_audit_computes_nothing(folder: Path, kb: Kb, tmp_path: Path) -> None:
    """Documents come from the cache by their content; those of a folder have entries of their own."""
    settings = Settings(run={"cache_dir": str(tmp_path / "cache")})  # type: ignore[arg-type]
    address = kb(folder)
    counts = [consilience.audit(kb=address, settings=settings).cache for _ in range(2)]
    counts.append(consilience.audit(folder, settings=settings).cache)
    assert [(one.hits, one.misses) for one in counts] == [(0, 3), (3, 0), (0, 3)]


def test_a_file_that_looks_like_a_document_is_not_taken_for_one(tmp_path: Path) -> None:
    """A file with the very bytes and the id of a document that was audited is read as what it is."""
    settings = Settings(run={"cache_dir": str(tmp_path / "cache")})  # type: ignore[arg-type]
    document = Document("notes.txt", "The hall seats 90 people.", "Notes")
    with spool.folder() as place:
        (file,) = spool.lay_down([document], place).files
        (tmp_path / "notes.txt").write_bytes(Path(file.path).read_bytes())
    audit_documents([document], "kb", settings)
    read = consilience.audit(tmp_path / "notes.txt", settings=settings)
    assert read.documents[0].document.text.startswith('["notes.txt",')


def test_documents_are_taken_one_at_a_time(tmp_path: Path) -> None:
    """Each is on the disk before the next is asked for, and all of them are gone afterwards."""
    laid: list[int] = []

    def counted() -> Iterator[Document]:
        for number in range(3):
            (place,) = spool._open
            laid.append(len(list(place.iterdir())))
            yield Document(f"{number}.txt", "The hall seats 90 people.", "Notes")

    result = audit_documents(counted(), "kb", Settings(run={"cache": False}))  # type: ignore[arg-type]
    assert (laid, len(result.documents), spool._open) == ([0, 1, 2], 3, set())


def test_a_document_beyond_the_limit_is_skipped(folder: Path, kb: Kb) -> None:
    """`max_characters` holds for a document of a knowledge base as for a file."""
    settings = Settings(read={"max_characters": len(HANDBOOK) - 1})  # type: ignore[arg-type]
    result = consilience.audit(kb=kb(folder), settings=settings)
    assert len(HANDBOOK) > len(SAFETY)
    assert [one.path for one in result.skipped] == ["handbook.md"]
    assert f"more than {len(HANDBOOK) - 1} characters" in result.skipped[0].reason


def test_a_store_that_goes_away_leaves_nothing(
    folder: Path, postgres: PostgresServer, postgres_kb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that drops the connection between two documents is one sentence, and nothing stays laid down."""
    consilience.index(folder, postgres_kb)
    monkeypatch.setattr("consilience.stores.postgres._PAGE", 1)  # so that a few documents are several pages
    schema = postgres_kb.rpartition("=")[2]
    held = f"SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND l.relation = '{schema}.chunks'::regclass"

    def scanned() -> Iterator[Document]:
        with open_store(postgres_kb).read() as reader:
            for document in documents(reader.scan(AUDITOR)):
                yield document
                postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity a WHERE EXISTS ({held})")

    with pytest.raises(StoreError, match="was lost"):
        audit_documents(scanned(), "kb", Settings())
    assert not spool._open


def test_an_audit_is_of_files_or_of_a_knowledge_base(folder: Path) -> None:
    """Both or neither is a mistake, told in one sentence; so is a knowledge base without a document."""
    mistakes: tuple[dict[str, Any], ...] = ({}, {"paths": folder, "kb": "kb"}, {"paths": []})
    for given in mistakes:
        with pytest.raises(SourceError, match=r"PATH.*--kb"):
            consilience.audit(**given)
    with pytest.raises(SourceError, match="no document in the knowledge base kb"):
        audit_documents([], "kb", Settings())
