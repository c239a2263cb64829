"""What an evaluation says of conflicts: which to mend first, what they cost, and what if a side were withdrawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import consilience

DOCUMENTS = {
    "bags.md": "# Baggage\n\nYour cabin bag may weigh 10 kg at most. Umbrellas are free.\n",
    "manual.md": "# Passenger service manual\n\nA cabin bag may weigh up to 8 kg, wheels and all.\n",
    "parking.md": "# Parking\n\nThe car park closes at 22:00. Bicycles stand behind the hall.\n",
}
QUERIES = [
    {"id": "P", "question": "When does the car park close?", "type": "control"},
    {"id": "B", "question": "How heavy may my cabin bag be?", "type": "targeted"},
    {"id": "W", "question": "What may a cabin bag weigh?", "type": "targeted"},
]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder with an audit and, after it, an evaluation of the same documents."""
    folder = tmp_path_factory.mktemp("mend")
    (folder / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (folder / "docs" / name).write_text(text, "utf-8")
    consilience.index(folder / "docs", str(folder / "kb"))
    consilience.audit(folder / "docs", out=folder / "run")
    consilience.evaluate(QUERIES, str(folder / "kb"), out=folder / "run")
    return folder / "run"


@pytest.fixture(scope="module")
def done(run: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((run / "eval.json").read_text("utf-8"))
    return told


def test_a_conflict_that_two_questions_met_is_listed_once(done: dict[str, Any]) -> None:
    """With the questions it touched, the documents to mend, and the statements of both sides."""
    (one,) = done["mend_first"]
    assert (one["questions"], done["mend_first_total"]) == (2, 1)
    assert one["documents"] == ["bags.md", "manual.md"]
    assert {row["id"] for row in one["what_if"]} == {"B", "W"}
    for side in one["values"]:
        for said in side["assertions"]:
            assert DOCUMENTS[said["doc"]][said["start"] : said["end"]] == said["quote"]


def test_it_is_traced_to_the_audit_in_the_same_folder(done: dict[str, Any], run: Path) -> None:
    """Without being told where the audit lies; the audit's files are untouched."""
    audit = json.loads((run / "audit.json").read_text("utf-8"))
    assert done["mend_first"][0]["conflict_id"] in {one["id"] for one in audit["conflicts"]}
    lines = [json.loads(line) for line in (run / "answers.jsonl").read_text("utf-8").splitlines()]
    named = {line["id"]: [one["conflict_id"] for one in line["evidence_conflicts"]] for line in lines}
    assert named == {"P": [], "B": [done["mend_first"][0]["conflict_id"]], "W": [done["mend_first"][0]["conflict_id"]]}


def test_withdrawing_a_side_raises_the_score(done: dict[str, Any]) -> None:
    """For each question now, and without each side; the cost is what the rise comes to."""
    (one,) = done["mend_first"]
    gains = []
    for row in one["what_if"]:
        assert len(row["without"]) == 2 and all(side["ACS"] > row["ACS"] for side in row["without"])
        gains.append(sum(side["ACS"] for side in row["without"]) / 2 - row["ACS"])
    assert one["ACS_cost"] == pytest.approx(sum(gains), abs=1e-5) and one["ACS_cost"] > 0


def test_targeted_questions_score_below_the_control_question(done: dict[str, Any]) -> None:
    """The conflict costs the questions about it, and no other."""
    targeted, control = sorted(done["by_type"], key=lambda row: str(row["type"]), reverse=True)
    assert targeted["ACS"]["mean"] <= 0.5 < control["ACS"]["mean"]
