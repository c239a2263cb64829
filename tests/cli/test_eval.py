"""`consilience eval` as a user meets it: table, files, JSON, and one sentence for a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.lines import Result, Run, runner

import consilience

QUERIES = """id,question,type,roles
V,How long may a visitor stay?,targeted,
S,What does a [bold]driver[/bold] earn?,targeted,hr
N,Who repairs the lift?,null result,guest
"""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> str:
    docs = tmp_path_factory.mktemp("eval") / "docs"
    docs.mkdir()
    (docs / "visitors.md").write_text("---\nroles: [staff, hr]\n---\n# Visitors\n\nA visitor may stay four hours.\n")
    (docs / "salaries.md").write_text("---\nroles: [hr]\n---\n# Salaries\n\nThe salary of a driver is EUR 3,400.\n")
    (docs / "empty.md").write_text("---\nroles: [guest]\n---\n# Welcome\n\nGuests are welcome.\n")
    consilience.index(docs, str(docs.parent / "kb"))
    return str(docs.parent / "kb")


@pytest.fixture
def evaluate(kb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `consilience eval` in a folder that holds queries.csv."""
    (tmp_path / "queries.csv").write_text(QUERIES, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return runner(capsys, ("eval",), ("--kb", kb))


def test_prints_a_table_and_writes_the_run(evaluate: Run, tmp_path: Path) -> None:
    """Rows by type and in all with mean, deviation and interval; the queries farthest away; two files."""
    result = evaluate("queries.csv", "--out", "run", "--as", "staff")
    assert (result.code, result.err) == (0, "")
    rows: dict[str, list[str]] = {}
    for line in result.out.splitlines():
        rows.setdefault(line.split("  ")[0], []).append(line)
    whole = json.loads((tmp_path / "run" / "eval.json").read_text("utf-8"))["all"]
    retrieval, answers = rows["all"]
    assert f"{whole['SS1']['mean']:.3f} ± {whole['SS1']['sd']:.3f}" in retrieval
    assert f"{whole['ACS']['mean']:.3f}" in answers and "not truth" in result.out
    assert f"[{whole['SS1']['interval'][0]:.3f}, {whole['SS1']['interval'][1]:.3f}]" in result.out
    assert {"targeted", "null result"} <= set(rows)
    assert "[bold]driver[/bold]" in result.out  # text of a query is no markup
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["answers.jsonl", "eval.json", "report.html"]
    assert all(len(line) <= 80 for line in result.out.splitlines() if not line.startswith("3 queries"))


def test_json_is_the_whole_output(evaluate: Run, tmp_path: Path) -> None:
    """--json prints eval.json and nothing else, and without --out writes no folder."""
    result = evaluate("queries.csv", "--json", "--as", "staff")
    assert json.loads(result.out)["schema"] == "consilience/eval/1"
    assert result.err == "" and not (tmp_path / "consilience-run").exists()
    written = evaluate("queries.csv", "--out", "run", "--as", "staff", "--json")
    assert written.out == result.out == (tmp_path / "run" / "eval.json").read_text("utf-8")


def test_an_audit_in_the_same_folder_is_kept(evaluate: Run, kb: str, tmp_path: Path) -> None:
    """The levels of one knowledge base may lie side by side; --quiet says nothing."""
    consilience.audit(kb=kb, out=tmp_path / "run")
    before = (tmp_path / "run" / "audit.json").read_bytes()
    assert evaluate("queries.csv", "--out", "run", "--quiet", "--as", "staff") == Result(0, "", "")
    assert (tmp_path / "run" / "audit.json").read_bytes() == before
    assert (tmp_path / "run" / "answers.jsonl").is_file()


def test_an_audit_that_cannot_be_read_is_refused(evaluate: Run, tmp_path: Path) -> None:
    """A damaged one in the run folder would leave every conflict without its id; nothing is written."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "audit.json").write_text("{}", "utf-8")
    result = evaluate("queries.csv", "--out", "run", "--as", "staff")
    assert (result.code, result.out) == (2, "") and "audit.json" in result.err
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["audit.json"]


def test_judged_records_are_not_overwritten(evaluate: Run, tmp_path: Path) -> None:
    """A run folder holds one set of answers: those of judged records are refused, not replaced."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "judge.json").write_text("{}", "utf-8")
    result = evaluate("queries.csv", "--out", "run", "--as", "staff")
    assert (result.code, result.out) == (2, "") and "evaluate into another folder" in result.err
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["judge.json"]


def test_queries_without_evidence_are_named(evaluate: Run, tmp_path: Path) -> None:
    """Nobody's document is found for a user without roles: no score, and the table says how many a mean covers."""
    result = evaluate("queries.csv", "--out", "run")
    assert result.code == 0
    assert "2 of 3" in result.out
    assert "No passage was found for 1 of 3 queries (k = 0, no score): V" in result.out
    first = json.loads((tmp_path / "run" / "answers.jsonl").read_text("utf-8").splitlines()[0])
    assert (first["status"], first["SS1"], first["withheld"]) == ("no_evidence", None, None)
    shown = evaluate("queries.csv", "--out", "run", "--show-withheld")
    assert shown.code == 0
    first = json.loads((tmp_path / "run" / "answers.jsonl").read_text("utf-8").splitlines()[0])
    assert first["withheld"] == 3


def test_the_example_of_the_page_runs(evaluate: Run, tmp_path: Path, repository: Path) -> None:
    """docs/evaluation.md shows a file of queries that can be asked, and names figures that are there."""
    page = (repository / "docs" / "evaluation.md").read_text("utf-8")
    example, shown = (page.split(f"```{language}\n")[1].split("```")[0] for language in ("jsonl", "json"))
    (tmp_path / "queries.jsonl").write_text(example, "utf-8")
    done = json.loads(evaluate("queries.jsonl", "--as", "staff", "--json").out)
    assert [row["type"] for row in done["by_type"]] == ["targeted", "synthesis"]
    told = json.loads(shown)
    assert set(told) <= set(done) and set(told["all"]) == set(done["all"])
    assert set(told["all"]["SS1"]) == set(done["all"]["SS1"])


def test_the_example_questions_are_asked(evaluate: Run, repository: Path) -> None:
    """examples/questions.jsonl is a file of queries as it stands."""
    done = json.loads(evaluate(str(repository / "examples" / "questions.jsonl"), "--as", "staff", "--json").out)
    assert (done["all"]["n"], [row["type"] for row in done["by_type"]]) == (8, ["targeted", "control", "absent"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("none.csv", "none.csv"),
        ("broken.jsonl", "line 2 is not valid JSON"),
        ("twice.csv", "'Q1'"),
        ("board.csv", "Query 'Q7'"),
        ("queries.csv --as board", "'board'"),
        ("queries.csv --as a,b", "--as"),
        ("queries.csv --out queries.csv --as staff", "it is a file"),
        ("queries.csv --encoder psychic", "psychic"),
        ("queries.csv --reranker psychic", "psychic"),
        ("queries.csv --config none.toml", "none.toml"),
        ("queries.csv --generator psychic", "psychic"),
        ("queries.csv --audit nowhere", "nowhere"),
        ("", "Missing argument"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_2(evaluate: Run, tmp_path: Path, arguments: str, said: str) -> None:
    """What and where, on one line of stderr; nothing on stdout, nothing written."""
    (tmp_path / "broken.jsonl").write_text('{"question": "Who?"}\n{"question"\n', "utf-8")
    (tmp_path / "twice.csv").write_text("id,question\nQ1,Who?\nQ1,What?\n", "utf-8")
    (tmp_path / "board.csv").write_text("id,question,roles\nQ7,Who?,board\n", "utf-8")
    result = evaluate(*arguments.split())
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.startswith("consilience: ") and result.err.count("\n") == 1
    assert not (tmp_path / "consilience-run").exists()
