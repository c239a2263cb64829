"""Access control: nothing about a forbidden chunk reaches a user, whatever is asked and however it is shown.

Forbidden documents hold canary words in their path, title, headings and text, which stand nowhere else; whatever a
user can see is searched for them.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from consilience.cli.app import run

PROGRAM = str(Path(sys.executable).parent / "consilience")
QUESTION = "What is the pay of a director in May?"
ROLES = ("hr", "staff", "board")
BODIES = (
    "The pay of a director is EUR 9000 from May.",
    "A visitor may stay for two hours and is met at the gate.",
    "In May every director reads the rules about pay again.",
)


@dataclass(frozen=True)
class Page:
    """A document of a corpus: who may read it, by the roles file or its own front matter, and what it says."""

    roles: tuple[str, ...]
    ruled: bool
    body: int


PAGES = st.builds(
    Page,
    st.lists(st.sampled_from((*ROLES, "*")), max_size=2, unique=True).map(lambda roles: tuple(sorted(roles))),
    st.booleans(),
    st.integers(0, len(BODIES) - 1),
)
USERS = st.lists(st.sampled_from(ROLES), max_size=2, unique=True)
SLOW = settings(
    max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)


class Corpus:
    """Documents on disk with their roles file; number n has the canary `zquokka<n>` all over it."""

    def __init__(self, folder: Path, pages: Mapping[int, Page]) -> None:
        self.folder, self.pages = folder, pages
        for number, page in pages.items():
            path = folder / "docs" / self.name(number)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._text(number, page), "utf-8")
        rules = {self.name(n): list(page.roles) for n, page in pages.items() if page.ruled and page.roles}
        (folder / "roles.yaml").write_text(json.dumps(rules), "utf-8")
        self.index = ["index", str(folder / "docs"), "--kb", str(folder / "kb"), "--quiet"]
        self.index += ["--roles-file", str(folder / "roles.yaml")] if rules else []

    @staticmethod
    def name(number: int) -> str:
        return f"folder-zquokka{number}/page-zquokka{number}.md"

    @staticmethod
    def _text(number: int, page: Page) -> str:
        canary = f"zquokka{number}"
        roles = "" if page.ruled or not page.roles else f"roles: {json.dumps(page.roles)}\n"
        front = f"---\ntitle: Title {canary}\nowner: {canary}\n{roles}---\n\n"
        return (
            f"{front}# Heading {canary}\n\n{BODIES[page.body]} It is {canary}.\n\n## Part {canary}\n\nEnd {canary}.\n"
        )

    def forbidden(self, user: list[str]) -> list[int]:
        """By the rule itself: once anyone declares roles, a document is read by those it names, or by everyone."""
        if not any(page.roles for page in self.pages.values()):
            return []
        return [number for number, page in self.pages.items() if not {*page.roles} & {*user, "*"}]


def config(folder: Path, authorise: str, mode: str, candidates: int = 15) -> str:
    path = folder / "settings.toml"
    keep = min(10, candidates)
    told = {"authorise": authorise, "mode": mode}
    lines = [f'{name} = "{value}"' for name, value in told.items()]
    path.write_text("\n".join(["[retrieval]", *lines, f"candidates = {candidates}", f"keep = {keep}"]), "utf-8")
    return str(path)


def search(corpus: Corpus, user: list[str], settings: str, *more: str, question: str = QUESTION) -> list[str]:
    roles = [part for role in user for part in ("--as", role)]
    return ["search", question, "--kb", str(corpus.folder / "kb"), "--config", settings, *roles, *more]


@given(
    st.lists(PAGES, min_size=1, max_size=5),
    USERS,
    st.sampled_from(["pre", "post"]),
    st.sampled_from(["dense", "hybrid"]),
)
@SLOW
def test_no_output_tells_of_a_forbidden_document(
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    pages: list[Page],
    user: list[str],
    authorise: str,
    mode: str,
) -> None:
    """Terminal, JSON, with the count for an auditor, errors and logs at DEBUG: no canary of a forbidden document, and
    the readable ones are all found.
    """
    with TemporaryDirectory() as place, caplog.at_level(logging.DEBUG):
        corpus = Corpus(Path(place), dict(enumerate(pages)))
        assert run(corpus.index) == 0
        capfd.readouterr()
        caplog.clear()
        settings = config(corpus.folder, authorise, mode)
        for more in (["--json"], [], ["--json", "--show-withheld"]):
            code = run(search(corpus, user, settings, *more))
            told = capfd.readouterr()
            seen = told.out + told.err + caplog.text
            for number in corpus.forbidden(user):
                assert f"zquokka{number}" not in seen
            if code == 0 and "--json" in more:
                docs = {one["doc"] for one in json.loads(told.out)["retrieved"]}
                assert docs == {corpus.name(n) for n in corpus.pages if n not in corpus.forbidden(user)}


@given(
    st.lists(PAGES.filter(lambda page: bool(page.roles)), min_size=1, max_size=3),
    st.lists(PAGES, min_size=1, max_size=3),
    st.integers(1, 4),
)
@SLOW
def test_forbidden_documents_change_nothing_for_the_user(
    capfd: pytest.CaptureFixture[str], open_pages: list[Page], closed: list[Page], candidates: int
) -> None:
    """With `authorise = "pre"` and dense search a user gets the same bytes whether the forbidden documents are there
    or not, even if they say the same as the readable ones: chunks, order, similarities, scores.
    """
    readable = [Page(("staff",), page.ruled, page.body) for page in open_pages]
    hidden = [Page(("hr",) if page.roles else (), page.ruled, page.body) for page in closed]
    alone = dict(enumerate(readable, 10))
    among = dict(enumerate(hidden, 13)) | alone | dict(enumerate(hidden, 7))
    told = []
    for pages in (alone, among):
        with TemporaryDirectory() as place:
            corpus = Corpus(Path(place), pages)
            assert run(corpus.index) == 0
            capfd.readouterr()
            settings = config(corpus.folder, "pre", "dense", candidates)
            assert run(search(corpus, ["staff"], settings, "--json")) == 0
            told.append(capfd.readouterr().out)
    assert told[0] == told[1]
    assert json.loads(told[0])["k"] == min(candidates, 2 * len(readable))


def test_the_canaries_are_found_by_whoever_may_read_them(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A test of the tests: the words that are searched for do reach the output when they may."""
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 0)})
    assert run(corpus.index) == 0
    for more in ([], ["--json"]):
        assert run(search(corpus, ["hr", "staff"], config(tmp_path, "pre", "dense"), *more)) == 0
        out = capfd.readouterr().out
        assert "zquokka1" in out and "zquokka2" in out


@pytest.mark.parametrize("authorise", ["pre", "post"])
def test_mistakes_tell_nothing_either(tmp_path: Path, capfd: pytest.CaptureFixture[str], authorise: str) -> None:
    """A role that nobody names, an empty question, a damaged table: a sentence without a word of what is stored."""
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 1)})
    assert run(corpus.index) == 0
    settings = config(tmp_path, authorise, "dense")
    for user, question in ((["board"], QUESTION), (["staff"], " "), (["staff"], "?!"), (["staff"], "pay " * 25_000)):
        assert run(search(corpus, user, settings, question=question)) == 2
        told = capfd.readouterr()
        assert told.out == "" and "zquokka" not in told.err and len(told.err.splitlines()) == 1
    for path in (tmp_path / "kb" / "chunks.lance" / "data").iterdir():
        path.write_bytes(path.read_bytes()[:-64] + b"zquokka!" * 8)
    assert run(search(corpus, ["staff"], settings)) == 2
    told = capfd.readouterr()
    assert told.out == "" and "zquokka" not in told.err and "is damaged" in told.err


@pytest.mark.parametrize("authorise", ["pre", "post"])
def test_the_files_of_an_evaluation_tell_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], authorise: str
) -> None:
    """What `consilience eval` prints and writes for a user has no word of what he may not read."""
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 2)})
    assert run(corpus.index) == 0
    (tmp_path / "queries.jsonl").write_text(json.dumps({"id": "1", "question": QUESTION}), "utf-8")
    where = ["--kb", str(tmp_path / "kb"), "--out", str(tmp_path / "run"), "--as", "staff"]
    settings = ["--config", config(tmp_path, authorise, "hybrid")]
    assert run(["eval", str(tmp_path / "queries.jsonl"), *where, *settings]) == 0
    told = capfd.readouterr()
    written = "".join(path.read_text("utf-8") for path in sorted((tmp_path / "run").rglob("*")) if path.is_file())
    assert "zquokka2" in written
    assert "zquokka1" not in told.out + told.err + written


def test_nothing_is_left_behind_and_no_log_tells(tmp_path: Path) -> None:
    """A search as a process of its own, with every log turned up: nothing about the forbidden document on any stream,
    and no file is written anywhere, the knowledge base included.
    """
    corpus = Corpus(tmp_path, {1: Page(("hr",), True, 0), 2: Page(("staff",), False, 2)})
    assert run(corpus.index) == 0
    home = tmp_path / "home"
    home.mkdir()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "kb").rglob("*") if path.is_file()}
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(home))
    logs = dict.fromkeys(("LANCEDB_LOG", "LANCE_LOG", "RUST_LOG"), "trace") | {"RUST_BACKTRACE": "full"}
    command = [PROGRAM, *search(corpus, ["staff"], config(tmp_path, "post", "hybrid"), "--json")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=home, env=os.environ | places | logs)
    assert done.returncode == 0, done.stderr
    assert "zquokka2" in done.stdout
    assert "zquokka1" not in done.stdout + done.stderr
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "kb").rglob("*") if path.is_file()} == before
