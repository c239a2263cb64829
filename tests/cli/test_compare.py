"""`consilience compare` as a user meets it: what is told, JSON, the gate, and one sentence for a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.lines import Run, runner
from tests.compare.runs import conflict, facts, line, passage, write
from tests.report import sample


@pytest.fixture
def compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `consilience compare` in a folder with june (audit and answers) and july (one conflict, worse answers)."""
    june = sample.small()
    del june["conflicts"][0]
    july = sample.small()
    july["scores"] |= {"CC": 0.7, "IaDNI": 0.8, "IeDCD": 0.6}
    asked = [line(f"Q{number}", f"Question [bold]{number}[/bold]?") for number in range(8)]
    found = [conflict(("5 days", "a.md", "Up to 5 days."), ("8 days", "b.md", "Up to 8 days."))]
    worse = [one | {"ACS": 0.4, "evidence_conflicts": found, "retrieved": [passage(doc="memo.md")]} for one in asked]
    write(tmp_path / "june", asked, june, facts(june))
    write(tmp_path / "july", worse, july, facts(july))
    write(tmp_path / "audit", audit=june)
    write(tmp_path / "answers", asked)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return runner(capsys, ("compare",))


def test_tells_level_by_level(compare: Run) -> None:
    """Scores of level 1 with the new conflict, the table of the pairs, and what moved first for each question."""
    result = compare("june", "july")
    assert (result.code, result.err) == (0, "")
    for told in (
        "From A = june to B = july",
        "Level 1: corpus",
        "Conflicts new (1)",
        "Level 3: answers",
        "unused leave",
    ):
        assert told in result.out
    row = next(told for told in result.out.splitlines() if told.startswith("ACS"))
    assert row.split() == ["ACS", "8", "0.900", "0.400", "-0.500", "[-0.500,", "-0.500]", "-1.00", "0.008", "0.008"]
    assert "Question [bold]0[/bold]?" in result.out  # text of a question is no markup
    assert "Mean ACS fell from 0.900 to 0.400 over 8 questions" in result.out
    assert all(len(told) <= 80 for told in result.out.splitlines())


def test_a_narrow_terminal_gets_whole_figures(compare: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the table has no room, its figures stand in lines, none of them cut off."""
    monkeypatch.setenv("COLUMNS", "50")
    out = " ".join(compare("june", "july").out.split())
    assert "ACS: n 8, A 0.900, B 0.400, b-a -0.500, 95% [-0.500, -0.500], r -1.00, p 0.008, p(W) 0.008" in out


def test_the_same_run_twice(compare: Run) -> None:
    """Nothing changed, and the gate is open."""
    result = compare("june", "june", "--fail-on-regression")
    assert result.code == 0 and "Nothing changed." in result.out


def test_json_is_the_whole_output(compare: Run) -> None:
    """--json prints the comparison and nothing else, the same bytes each time."""
    result = compare("june", "july", "--json")
    told = json.loads(result.out)
    assert told["schema"] == "consilience/compare/1"
    assert told["levels"] == {"corpus": True, "retrieval": False, "answer": True}
    assert result == compare("june", "july", "--json") and result.err == ""


def test_the_gate(compare: Run) -> None:
    """Worse: exit 1 with a sentence each. Better: exit 0. The comparison is printed either way."""
    worse = compare("june", "july", "--fail-on-regression")
    assert worse.code == 1 and "Level 1: corpus" in worse.out
    said = worse.err.splitlines()
    assert [one.split(" (")[0] for one in said] == [
        "consilience: CC fell from 0.7775 to 0.7.",
        "consilience: 1 conflict is new.",
        "consilience: Mean ACS fell from 0.900 to 0.400 over 8 questions",
    ]
    assert compare("july", "june", "--fail-on-regression").code == 0


def test_the_gate_does_not_open_on_nothing(compare: Run, tmp_path: Path) -> None:
    """Where neither an audit nor an ACS is in both runs, nothing shows that B is no worse."""
    bare = [line(status=None, answer=None, ACS=None, parts=None, claims=None, evidence_conflicts=None)]
    write(tmp_path / "bare", bare)
    result = compare("bare", "bare", "--fail-on-regression")
    assert result.code == 1 and "nothing shows" in result.err
    assert compare("bare", "bare").code == 0


def test_lost_scores_fail_the_gate(compare: Run, tmp_path: Path) -> None:
    """A judge that failed on every question leaves no pair to test, which is no pass."""
    write(
        tmp_path / "failed",
        [line(f"Q{n}", f"Question [bold]{n}[/bold]?", ACS=None, status="judge_failed") for n in range(8)],
    )
    result = compare("answers", "failed", "--fail-on-regression")
    assert result.code == 1 and "No question that run A scored has an ACS in run B." in result.err


def test_a_level_that_one_run_lacks_is_named(compare: Run) -> None:
    """The rest is compared, and what cannot be is said with the reason."""
    result = compare("june", "audit")
    assert result.code == 0
    assert "Level 2: retrieval cannot be compared: audit holds no answers.jsonl." in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("june nowhere", "There is no folder nowhere."),
        ("june empty", "it holds neither audit.json nor answers.jsonl"),
        ("june broken", "broken/answers.jsonl, line 2 is damaged"),
        ("june wrong", "'ACS' is not a number"),
        ("june nameless", "it has no 'question'"),
        ("audit answers", "nothing in common"),
        ("june july --config none.toml", "none.toml"),
        ("june", "Missing argument"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_2(compare: Run, tmp_path: Path, arguments: str, said: str) -> None:
    """What and where, on one line of stderr; nothing on stdout."""
    write(tmp_path / "empty")
    write(tmp_path / "wrong", [line(ACS="high")])
    write(tmp_path / "nameless", [{"id": "Q1"}])
    write(tmp_path / "broken")
    (tmp_path / "broken" / "answers.jsonl").write_text(json.dumps(line()) + "\n{\n", "utf-8")
    result = compare(*arguments.split())
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.startswith("consilience: ") and result.err.count("\n") == 1
