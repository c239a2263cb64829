"""Several processes judge a log as one does: the same lines in the same order, whatever is skipped on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from consilience.api import judge_records
from consilience.settings import OperatorSettings, Settings

RULES = Settings(operators=OperatorSettings(judge="rules"))
_CONTEXTS = ["A visitor may stay four hours.", "Visitors may stay two hours.", "The gate closes at 18:00."]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """150 records, of which two cannot be judged."""
    rows: list[dict[str, Any]] = [
        {"question": "How long may a visitor stay?", "answer": f"A visitor may stay {hours} hours.",
         "contexts": [*_CONTEXTS, f"Room {hours} is on floor {hours % 7}."]}
        for hours in range(150)
    ]  # fmt: skip
    rows[3].pop("answer")
    rows[120].pop("contexts")
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows), "utf-8")
    return path


def test_the_run_folder_is_the_same_byte_for_byte(log: Path) -> None:
    """answers.jsonl and judge.json of two processes equal those of one."""
    for count in (1, 2):
        judge_records(log, out=log.parent / str(count), settings=RULES, processes=count)
    for name in ("answers.jsonl", "judge.json"):
        one, two = ((log.parent / str(count) / name).read_bytes() for count in (1, 2))
        assert one == two
    assert json.loads((log.parent / "2" / "judge.json").read_text("utf-8"))["skipped_total"] == 2
