"""What `judge` says of conflicts in logged evidence: the conflict of the corpus, which to mend first, what if."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.answer.test_evaluate_mend import DOCUMENTS

import consilience
from consilience.api import judge_records
from consilience.report.answers_model import summary_problem

TEN, EIGHT = (DOCUMENTS[name].split("\n\n")[1].strip() for name in ("bags.md", "manual.md"))
PARK = DOCUMENTS["parking.md"].split("\n\n")[1].strip()
LOG: list[dict[str, Any]] = [
    {"id": "B", "question": "How heavy may my cabin bag be?", "answer": "Your cabin bag may weigh 10 kg at most.",
     "contexts": [TEN, EIGHT]},
    {"id": "W", "question": "What may a cabin bag weigh?", "answer": "A cabin bag may weigh up to 8 kg.",
     "contexts": [{"text": PARK}, {"text": EIGHT, "source": "kb/manual.md"}, {"text": TEN, "source": "kb/bags.md"}]},
    {"id": "P", "question": "When does the car park close?", "answer": "The car park closes at 22:00.",
     "contexts": [PARK]},
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an audit in `audit`, and a log judged with it in `run`."""
    folder = tmp_path_factory.mktemp("judged")
    (folder / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (folder / "docs" / name).write_text(text, "utf-8")
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in LOG), "utf-8")
    consilience.audit(folder / "docs", out=folder / "audit")
    judge_records(folder / "log.jsonl", out=folder / "run", audit=folder / "audit")
    return folder / "run"


@pytest.fixture(scope="module")
def done(run: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((run / "judge.json").read_text("utf-8"))
    return told


def test_a_conflict_is_traced_to_the_audit_by_its_words(run: Path) -> None:
    """Whether the log names the documents by other paths or not at all: the id is that of audit.json."""
    (known,) = json.loads((run.parent / "audit" / "audit.json").read_text("utf-8"))["conflicts"]
    lines = [json.loads(line) for line in (run / "answers.jsonl").read_text("utf-8").splitlines()]
    named = {line["id"]: [one["conflict_id"] for one in line["evidence_conflicts"]] for line in lines}
    assert named == {"B": [known["id"]], "W": [known["id"]], "P": []}


def test_what_to_mend_first_is_told_as_an_evaluation_does(done: dict[str, Any]) -> None:
    """One conflict that two answers met, with its documents and both sides; the report can read it."""
    (one,) = done["mend_first"]
    assert (one["questions"], done["mend_first_total"]) == (2, 1)
    assert {row["id"] for row in one["what_if"]} == {"B", "W"}
    assert {"kb/bags.md", "kb/manual.md"} <= set(one["documents"])
    assert summary_problem(done, "judge.json") is None


def test_a_logged_answer_stands_or_falls_with_its_side(done: dict[str, Any]) -> None:
    """It is judged again and not made again: near 1 without the other side, near 0 without its own. The cost is the
    rise without the other side."""
    (one,) = done["mend_first"]
    cost = 0.0
    for row in one["what_if"]:
        low, high = sorted(side["ACS"] for side in row["without"])
        assert low < 0.2 < row["ACS"] < 0.6 < 0.8 < high
        cost += high - row["ACS"]
    assert one["ACS_cost"] == pytest.approx(cost, abs=1e-5)


def test_without_an_audit_the_conflict_has_no_id(run: Path) -> None:
    """The same conflict in another order of contexts is still one: the statements are known by their words."""
    plain = [{**one, "contexts": [each["text"] if isinstance(each, dict) else each for each in one["contexts"]]}
             for one in LOG]  # fmt: skip
    (run.parent / "plain.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in plain), "utf-8")
    done = judge_records(run.parent / "plain.jsonl")
    assert [(one["conflict_id"], one["questions"]) for one in done["mend_first"]] == [(None, 2)]


def test_the_audit_in_the_run_folder_is_used(run: Path) -> None:
    """Without --audit, that of an audit in the folder given by `out`, as an evaluation does."""
    done = judge_records(run.parent / "log.jsonl", out=run.parent / "audit")
    assert done["mend_first"][0]["conflict_id"] is not None
