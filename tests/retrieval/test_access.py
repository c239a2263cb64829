"""Access control: nothing about a forbidden chunk reaches a user, whatever is asked, however it is shown, in every
kind of store and under both modes.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.retrieval.access_corpus import PAGES, QUESTION, USERS, Corpus, Page, canary, config
from tests.stores.conftest import postgres
from tests.stores.pinecone_fixture import INDEX, serving
from tests.stores.postgres_server import new_name

from consilience.cli.app import run
from consilience.encoders import load_encoder

__all__ = ["postgres"]

PROGRAM = str(Path(sys.executable).parent / "consilience")
KINDS = ("lance", "postgres", "pinecone")
MODES = ("pre", "post")
Place = Callable[[Path], str]  # the address of a new knowledge base for documents in a folder
SLOW = settings(
    max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    if request.param == "lance":
        yield lambda folder: str(folder / "kb")
    elif request.param == "postgres":
        server = request.getfixturevalue("postgres")
        yield lambda folder: server.kb()
    else:
        with serving(monkeypatch, load_encoder("embedded").dimension):
            yield lambda folder: f"pinecone://{INDEX}/{new_name()}"


def written(folder: Path) -> str:
    """All that stands in the files of a folder, and their names."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return "".join(str(path.relative_to(folder)) + path.read_bytes().decode("utf-8", "replace") for path in files)


@pytest.mark.parametrize("authorise", MODES)
@given(st.lists(PAGES, min_size=1, max_size=5), USERS, st.sampled_from(["dense", "hybrid"]), st.booleans())
@SLOW
def test_no_output_tells_of_a_forbidden_document(
    place: Place,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    authorise: str,
    pages: list[Page],
    user: list[str],
    mode: str,
    reranked: bool,
) -> None:
    """search, ask and eval; terminal, JSON, with the count for an auditor, with the conflicts of an audit,
    the files of the run with its report, errors, and logs at DEBUG: no canary of a forbidden document, and the readable
    ones are all found.
    """
    with TemporaryDirectory() as name, caplog.at_level(logging.DEBUG):
        corpus = Corpus(Path(name), dict(enumerate(pages)), place(Path(name)))
        mode = "dense" if corpus.kb.startswith("pinecone") else mode
        assert run(corpus.index) == 0
        assert run(["audit", "--kb", corpus.kb, "--out", f"{name}/audit", "--quiet"]) == 0
        chosen = config(Path(name), authorise, mode, reranker="embedded" if reranked else "none")
        for command, *more in (
            ("search", "--json"),
            ("search",),
            ("search", "--json", "--show-withheld"),
            ("ask", "--json", "--audit", f"{name}/audit"),
            ("ask",),
            ("eval", "--out", f"{name}/run", "--audit", f"{name}/audit"),
            ("eval", "--json", "--show-withheld"),
        ):
            capfd.readouterr()
            caplog.clear()
            code = run(corpus.asking(command, user, chosen, *more))
            told = capfd.readouterr()
            seen = told.out + told.err + caplog.text + written(Path(name, "run"))
            assert not [number for number in corpus.forbidden(user) if canary(number) in seen]
            if code == 0 and (command, *more) == ("search", "--json"):
                found = json.loads(told.out)
                assert {one["doc"] for one in found["retrieved"]} == corpus.readable(user)
                assert found["withheld"] is None


@given(
    st.lists(PAGES.filter(lambda page: bool(page.roles)), min_size=1, max_size=3),
    st.lists(PAGES, min_size=1, max_size=3),
    st.integers(1, 4),
)
@SLOW
def test_forbidden_documents_change_nothing_for_the_user(
    place: Place, capfd: pytest.CaptureFixture[str], open_pages: list[Page], closed: list[Page], candidates: int
) -> None:
    """With `authorise = "pre"` and dense search a user gets the same bytes whether the forbidden documents are there
    or not, even if they say the same as the readable ones: chunks, order, similarities, scores, answer and judgement.
    """
    readable = [Page(("staff",), page.ruled, page.body) for page in open_pages]
    hidden = [Page(("hr",) if page.roles else (), page.ruled, page.body) for page in closed]
    alone = dict(enumerate(readable, 10))
    among = dict(enumerate(hidden, 13)) | alone | dict(enumerate(hidden, 7))
    told: list[list[str]] = []
    for pages in (alone, among):
        with TemporaryDirectory() as name:
            corpus = Corpus(Path(name), pages, place(Path(name)))
            assert run(corpus.index) == 0
            chosen = config(corpus.folder, "pre", "dense", candidates)
            told.append([])
            for command in ("search", "ask"):
                capfd.readouterr()
                assert run(corpus.asking(command, ["staff"], chosen, "--json")) == 0
                told[-1].append(capfd.readouterr().out)
            assert run(corpus.asking("eval", ["staff"], chosen, "--out", f"{name}/run", "--quiet")) == 0
            told[-1].append(Path(name, "run", "answers.jsonl").read_text("utf-8"))
    assert told[0] == told[1]
    assert json.loads(told[0][0])["k"] == min(candidates, 2 * len(readable))


def test_the_canaries_are_found_by_whoever_may_read_them(
    place: Place, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A test of the tests: the words that are searched for do reach every output when they may."""
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 0)}, place(tmp_path))
    assert run(corpus.index) == 0
    chosen = config(tmp_path, "pre")
    for command, *more in (("search",), ("search", "--json"), ("ask", "--json"), ("eval", "--out", f"{tmp_path}/run")):
        capfd.readouterr()
        assert run(corpus.asking(command, ["hr", "staff"], chosen, *more)) == 0
        out = capfd.readouterr().out + written(tmp_path / "run")
        assert canary(1) in out and canary(2) in out


@pytest.mark.parametrize("authorise", MODES)
def test_mistakes_tell_nothing_either(
    place: Place, tmp_path: Path, capfd: pytest.CaptureFixture[str], authorise: str
) -> None:
    """A role that nobody names, an empty question, one that is far too long: a sentence without a word of what is
    stored.
    """
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 1)}, place(tmp_path))
    assert run(corpus.index) == 0
    chosen = config(tmp_path, authorise)
    for user, question in ((["boss"], QUESTION), (["staff"], " "), (["staff"], "?!"), (["staff"], "pay " * 25_000)):
        for command in ("search", "ask", "eval"):
            capfd.readouterr()
            assert run(corpus.asking(command, user, chosen, question=question)) == 2
            told = capfd.readouterr()
            assert told.out == "" and "zquokka" not in told.err and len(told.err.splitlines()) == 1


def test_a_damaged_knowledge_base_tells_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A table whose end was overwritten with words: they are not repeated."""
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 1)}, str(tmp_path / "kb"))
    assert run(corpus.index) == 0
    for path in (tmp_path / "kb" / "chunks.lance" / "data").iterdir():
        path.write_bytes(path.read_bytes()[:-64] + b"zquokka!" * 8)
    for command in ("search", "ask", "eval"):
        assert run(corpus.asking(command, ["staff"], config(tmp_path, "pre"))) == 2
        told = capfd.readouterr()
        assert told.out == "" and "zquokka" not in told.err and "is damaged" in told.err


@pytest.mark.parametrize("authorise", MODES)
def test_nothing_is_left_behind_and_no_log_tells(place: Place, tmp_path: Path, authorise: str) -> None:
    """A question as a process of its own, with every log turned up: nothing about the forbidden document on any stream,
    and no file is written anywhere, the knowledge base included.
    """
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 0)}, place(tmp_path))
    assert run(corpus.index) == 0
    home = tmp_path / "home"
    home.mkdir()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "kb").rglob("*") if path.is_file()}
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(home))
    logs = dict.fromkeys(("LANCEDB_LOG", "LANCE_LOG", "RUST_LOG"), "trace")
    logs |= {"RUST_BACKTRACE": "full", "PGOPTIONS": "-c client_min_messages=debug1", "PINECONE_DEBUG": "true"}
    command = [PROGRAM, *corpus.asking("ask", ["staff"], config(tmp_path, authorise), "--json")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=home, env=os.environ | places | logs)
    assert done.returncode == 0, done.stderr
    assert canary(2) in done.stdout
    assert canary(1) not in done.stdout + done.stderr
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "kb").rglob("*") if path.is_file()} == before
