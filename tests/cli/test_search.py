"""`consilience search` as a user and a program meet it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from consilience.cli.app import run

DOCUMENT = "# Visitors\n\nA visitor may stay for two hours.\x1b[31m\u202e [bold]red[/bold]\n"


@pytest.fixture
def kb(tmp_path: Path) -> str:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "visits.md").write_text(DOCUMENT, "utf-8")
    assert run(["index", str(tmp_path / "docs"), "--kb", str(tmp_path / "kb"), "--quiet"]) == 0
    return str(tmp_path / "kb")


def test_prints_the_passages_and_the_scores(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rank, similarity, place and text of each passage; what a document holds is neither markup nor a control code."""
    assert run(["search", "How long may a visitor stay?", "--kb", kb]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "visits.md" in told.out and "two hours" in told.out and "[bold]red[/bold]" in told.out
    assert "\x1b[31m" not in told.out and "\u202e" not in told.out
    assert "SSsigma 0.000, k 1" in told.out


def test_json_is_the_retrieval_half_of_an_answer(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The keys of the contract, rounded numbers, the same bytes each time, and nothing else on stdout."""
    printed = []
    for _ in range(2):
        assert run(["search", "How long  may a visitor stay?", "--kb", kb, "--json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    told = json.loads(printed[0])
    assert list(told) == ["question", "k", "SS1", "SSmu", "SSsigma", "retrieved", "withheld"]
    (one,) = told["retrieved"]
    assert list(one) == ["rank", "chunk", "doc", "start", "end", "section", "text", "similarity", "rerank"]
    assert (one["rank"], one["doc"], told["withheld"]) == (1, "visits.md", None)
    assert one["rerank"] == round(one["rerank"], 6) > 0
    assert one["similarity"] == told["SS1"] == round(told["SS1"], 6)
    assert DOCUMENT[one["start"] : one["end"]] == one["text"]


def test_without_a_reranker_none_has_a_say(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--reranker none` leaves the order of the search, and `rerank` is null."""
    assert run(["search", "How long may a visitor stay?", "--kb", kb, "--json", "--reranker", "none"]) == 0
    assert [one["rerank"] for one in json.loads(capsys.readouterr().out)["retrieved"]] == [None]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([""], "The question is empty."),
        (["?!"], "The question has no word in it."),
        (["pay " * 25_000], "The question has 99,999 characters; at most 20,000 are read."),
        (
            ["pay", "--as", "hr"],
            "The role 'hr' has no meaning here: no document of this knowledge base declares roles.",
        ),
        (["pay", "--as", "h,r"], "'h,r' is no name for a role (--as)."),
        (["pay", "--encoder", "nothing"], "No encoder operator is called 'nothing'"),
        (["pay", "--reranker", "nothing"], "No reranker operator is called 'nothing'"),
    ],
)
def test_a_mistake_is_one_sentence(
    kb: str, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    """On stderr, with exit 2."""
    assert run(["search", "--kb", kb, *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith(f"consilience: {says}") and len(told.err.splitlines()) == 1
