"""The profile of the paper, end to end: its model on the wire, its encoder and its index on a Pinecone of our own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.cli.lines import Result, Run, runner
from tests.encoders.test_rerank import cross_encoder
from tests.llm import paper_mind
from tests.llm.conftest import KEY
from tests.llm.wire import Wire
from tests.stores import pinecone_server
from tests.stores.pinecone_fixture import serving
from tests.stores.pinecone_inference import DIMENSION

from consilience.corpus import crew
from consilience.settings import resolve

pytest.importorskip("pinecone", reason="needs the extra 'pinecone'")

__all__ = ["cross_encoder"]

KB = "pinecone://kb"
MODEL = "mistral-small-2603"
DOCUMENTS = {
    "pumps.md": "# Pumps\n\nThe booster pump opens at 6 bar.\n\nThe filter is changed every 30 days.\n",
    "service.md": "# Service\n\nThe booster pump opens at 8 bar.\n\nThe hall is heated to 18 degrees.\n",
}
QUESTION = "At how many bar opens the booster pump?"


@pytest.fixture
def pinecone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pinecone_server.PineconeServer]:
    with serving(monkeypatch, DIMENSION) as server:
        yield server


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONSILIENCE_RUN__CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    file = tmp_path / "queries.jsonl"
    file.write_text(json.dumps({"id": "Q1", "question": QUESTION, "type": "targeted"}) + "\n", "utf-8")
    return file


@pytest.fixture
def paper(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command with the profile, which must end well."""
    run = runner(capsys, after=("--profile", "paper"))

    def well(*arguments: str) -> Result:
        done = run(*arguments)
        assert done.code == 0, done.err
        return done

    return well


def _operators(run: dict[str, Any]) -> dict[str, tuple[str, dict[str, str]]]:
    """Name and settings of the operators that a result names."""
    return {role: (one["name"], dict(one["settings"])) for role, one in run["operators"].items()}


def test_the_profile_names_the_operators_of_the_paper() -> None:
    """One model for Q, F, G and J at temperature 0.1; 15 candidates, 10 kept, then access control."""
    settings = resolve(profile="paper", environment={})
    operators = settings.operators
    assert {operators.quality, operators.facts, operators.generator, operators.judge} == {"llm"}
    assert (settings.llm.model, settings.llm.temperature) == (f"mistral:{MODEL}", 0.1)
    assert (operators.encoder, operators.reranker) == (
        "pinecone:multilingual-e5-large",
        "hub:BAAI/bge-reranker-v2-m3",
    )
    told = settings.retrieval
    assert (told.candidates, told.keep, told.mode, told.authorise) == (15, 10, "dense", "post")


def test_settings_shows_the_whole_profile(paper: Run, tmp_path: Path) -> None:
    """`consilience settings --profile paper` prints a settings file with which a run is the same."""
    file = tmp_path / "paper.toml"
    out = paper("settings").out
    assert "temperature = 0.1  # in the profile paper\n" in out
    file.write_text(out, "utf-8")
    assert resolve(config=file, environment={}) == resolve(profile="paper", environment={})


def test_an_audit_of_the_paper(
    wire: Wire, pinecone: pinecone_server.PineconeServer, docs: Path, paper: Run, tmp_path: Path
) -> None:
    """Q and F ask the model, contexts are encoded by the hosted encoder, and the conflict is found."""
    wire.otherwise = paper_mind.reply
    paper("audit", str(docs), "--out", str(tmp_path / "run"))
    run = json.loads((tmp_path / "run" / "audit.json").read_text("utf-8"))
    told = _operators(run)
    assert {told["Q"][0], told["F"][0]} == {"llm"} and told["F"][1]["temperature"] == "0.1"
    assert told["encoder"] == ("pinecone", {"model": "multilingual-e5-large"})
    assert sorted(map(paper_mind.role, wire.calls)) == ["F", "F", "Q", "Q"]
    assert {call.body["model"] for call in wire.calls} == {MODEL}
    assert {call.body["temperature"] for call in wire.calls} == {0.1}
    assert run["scores"]["IaDNI"] == pytest.approx(0.8)
    (conflict,) = run["conflicts"]
    assert {one["value"] for one in conflict["values"]} == {"6 bar", "8 bar"}
    assert {one["parameters"]["input_type"] for one in pinecone.inference.asked} == {"passage"}


def test_retrieval_and_answers_of_the_paper(
    wire: Wire, pinecone: pinecone_server.PineconeServer, docs: Path, queries: Path, paper: Run, tmp_path: Path
) -> None:
    """Passages go into an index of 1,024 dimensions, questions are asked as questions, G and J ask the model. The
    reranker is left out here, since it needs torch."""
    wire.otherwise = paper_mind.reply
    paper("index", str(docs), "--kb", KB)
    run = tmp_path / "run"
    paper("eval", str(queries), "--kb", KB, "--reranker", "none", "--out", str(run))
    (line,) = [json.loads(one) for one in (run / "answers.jsonl").read_text("utf-8").splitlines()]
    assert (line["status"], line["ACS"]) == ("scored", 1.0)
    assert line["answer"] in "".join(DOCUMENTS.values()) and line["citations"]
    assert [paper_mind.role(call) for call in wire.calls] == ["G", "J"]
    assert {one["parameters"]["input_type"] for one in pinecone.inference.asked} == {"passage", "query"}
    texts = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(key.encode() in text for text in texts for key in (KEY, pinecone_server.KEY))


@pytest.mark.skipif(find_spec("sentence_transformers") is None, reason="needs the extra 'hub'")
def test_the_cross_encoder_of_the_paper_is_loaded_as_any_other(
    wire: Wire,
    pinecone: pinecone_server.PineconeServer,
    docs: Path,
    queries: Path,
    paper: Run,
    tmp_path: Path,
    cross_encoder: Callable[[int], Path],
) -> None:
    """A tiny cross-encoder from a folder in the place of the large one, through the same loader: passages stand in the
    order of its scores, and similarities stay those of the retriever."""
    wire.otherwise = paper_mind.reply
    paper("index", str(docs), "--kb", KB)
    run = tmp_path / "run"
    paper("eval", str(queries), "--kb", KB, "--reranker", f"hub:{cross_encoder(1)}", "--out", str(run))
    (line,) = [json.loads(one) for one in (run / "answers.jsonl").read_text("utf-8").splitlines()]
    scores = [one["rerank"] for one in line["retrieved"]]
    assert len(scores) > 1 and scores == sorted(scores, reverse=True)
    assert line["SS1"] == max(one["similarity"] for one in line["retrieved"])


COMMANDS = {
    "audit": (("audit", "DOCS"), ("MISTRAL_API_KEY", "PINECONE_API_KEY")),
    "index": (("index", "DOCS", "--kb", "FOLDER"), ("PINECONE_API_KEY",)),
    "search": (("search", QUESTION, "--kb", "MADE"), ("PINECONE_API_KEY",)),
    "ask": (("ask", QUESTION, "--kb", "MADE"), ("MISTRAL_API_KEY", "PINECONE_API_KEY")),
    "eval": (("eval", "QUERIES", "--kb", "MADE"), ("MISTRAL_API_KEY", "PINECONE_API_KEY")),
    "judge": (("judge", "RECORDS"), ("MISTRAL_API_KEY",)),
}


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, (_, keys) in COMMANDS.items() for key in keys])
def test_a_missing_key_is_said_before_any_work(
    name: str,
    key: str,
    wire: Wire,
    pinecone: pinecone_server.PineconeServer,
    docs: Path,
    queries: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """One sentence names the variable, nothing is written, and neither service is asked anything."""
    made, run = tmp_path / "made", runner(capsys)
    assert run("index", str(docs), "--kb", str(made), "--encoder", "pinecone:multilingual-e5-large").code == 0
    records = tmp_path / "records.jsonl"
    records.write_text('{"question": "How many bar?", "answer": "6 bar.", "contexts": ["It has 6 bar."]}\n', "utf-8")
    asked = len(pinecone.inference.asked)
    monkeypatch.delenv("MISTRAL_BASE_URL")  # an address of one's own may do without a key
    monkeypatch.delenv(key)
    crew._operator.cache_clear()  # as in a process that has loaded no encoder yet
    places = {"DOCS": docs, "QUERIES": queries, "RECORDS": records, "MADE": made, "FOLDER": tmp_path / "new"}
    line = [str(places.get(word, word)) for word in COMMANDS[name][0]]
    out = () if name in ("index", "search", "ask") else ("--out", str(tmp_path / "run"))
    reranker = ("--reranker", "none") if name in ("search", "ask", "eval") else ()
    done = run(*line, *out, *reranker, "--profile", "paper")
    assert done.code == 2 and key in done.err and done.err.count("\n") == 1
    assert not wire.calls and len(pinecone.inference.asked) == asked
    assert not (tmp_path / "run" / "audit.json").exists() and not (tmp_path / "new" / "kb.json").exists()
