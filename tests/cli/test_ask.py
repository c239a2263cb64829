"""`consilience ask` as a user meets it: answer, sources, score, what disagrees; JSON; one sentence for a mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import consilience
from consilience.cli.app import run

QUESTION = "How heavy may my cabin bag be?"


class Result(NamedTuple):
    code: int
    out: str
    err: str


Ask = Callable[..., Result]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base `kb` of three documents, one of which only the crew may read, and its audit `run`."""
    folder = tmp_path_factory.mktemp("ask")
    (folder / "docs").mkdir()
    for name, roles, text in (
        ("bags.md", "staff", "# Baggage\n\nYour [bold]cabin bag[/bold] may weigh 10 kg at most.\n"),
        ("manual.md", "staff", "# Service manual\n\nA cabin bag may weigh up to 8 kg, wheels and all.\n"),
        ("crew.md", "crew", "# Crew\n\nThe Zanzibar crew meets at 05:30.\n"),
    ):
        (folder / "docs" / name).write_text(f"---\nroles: [{roles}]\n---\n{text}", "utf-8")
    consilience.index(folder / "docs", str(folder / "kb"))
    consilience.audit(folder / "docs", out=folder / "run")
    return folder


@pytest.fixture
def ask(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: str) -> Result:
        code = run(["ask", *arguments, "--kb", str(folder / "kb")])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


def test_prints_answer_sources_score_and_what_disagrees(ask: Ask, folder: Path) -> None:
    """Both values with their documents, ACS with its justification, the id of the conflict, and what ACS is not."""
    result = ask(QUESTION, "--as", "staff", "--audit", str(folder / "run"))
    assert (result.code, result.err) == (0, "")
    out = " ".join(result.out.split())
    for words in ("10 kg", "8 kg", "bags.md", "manual.md", "ACS 0.", "The evidence disagrees", "of the audit",
                  "not truth", "SS1"):  # fmt: skip
        assert words in out
    assert "[bold]cabin bag[/bold]" in out  # markup of a document is text


def test_json_is_one_object_of_the_contract(ask: Ask) -> None:
    """Every key of a line of answers.jsonl and nothing else on stdout; the same question gives the same bytes."""
    first, again = ask(QUESTION, "--as", "staff", "--json"), ask(QUESTION, "--as", "staff", "--json")
    told = json.loads(first.out)
    assert first.out == again.out and first.err == ""
    assert set(told) >= {
        "id", "question", "status", "answer", "citations", "k", "SS1", "SSmu", "SSsigma", "ACS", "parts",
        "justification", "claims", "evidence_conflicts", "retrieved", "withheld",
    }  # fmt: skip
    assert (told["status"], told["withheld"]) == ("scored", None)
    assert all(set(one) >= {"doc", "start", "end", "quote"} for one in told["citations"])
    assert all(set(one) >= {"text", "verdict", "evidence"} for one in told["claims"])
    sides = told["evidence_conflicts"][0]["values"]
    assert all(set(one) >= {"value", "doc", "quote"} for one in sides)


def test_nothing_is_answered_from_what_one_may_not_read(ask: Ask) -> None:
    """The staff get an abstention; the crew an answer."""
    staff = ask("When does the Zanzibar crew meet?", "--as", "staff")
    assert staff.code == 0 and "05:30" not in staff.out and "crew.md" not in staff.out
    assert "do not answer" in staff.out and "ACS not measured" in staff.out
    assert "05:30" in ask("When does the Zanzibar crew meet?", "--as", "crew").out


def test_one_without_rights_is_told_so(ask: Ask) -> None:
    """No evidence at all: no score, k = 0; an auditor may ask how many passages were withheld."""
    nobody = ask(QUESTION, "--show-withheld")
    out = " ".join(nobody.out.split())
    assert nobody.code == 0 and "k = 0" in out and "withheld by access control: 3" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((" ",), "The question is empty."),
        ((QUESTION, "--as", "clown"), "names the role 'clown'"),
        ((QUESTION, "--generator", "nobody"), "No generator operator is called 'nobody'"),
        ((QUESTION, "--judge", "nobody"), "No judge operator is called 'nobody'"),
        ((QUESTION, "--audit", "nowhere"), "There is no folder nowhere."),
    ],
)
def test_a_mistake_is_one_sentence(ask: Ask, arguments: tuple[str, ...], said: str) -> None:
    """On stderr, with exit 2 and nothing on stdout."""
    result = ask(*arguments)
    assert (result.code, result.out) == (2, "") and said in result.err and result.err.count("\n") == 1
