"""The report of a run that asked a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.lines import runner
from tests.llm import scripted
from tests.llm.wire import Wire

MODEL = "mistral:mistral-small-2603"


def test_the_report_counts_the_calls(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A block with the model, calls, tokens and cost; none where no model was asked."""
    wire.otherwise = scripted.answer
    monkeypatch.setenv("CONSILIENCE_RUN__CACHE_DIR", str(tmp_path / "cache"))
    said = "A visitor may stay 4 hours."
    (tmp_path / "log.jsonl").write_text(json.dumps({"question": "", "answer": said, "contexts": [said]}), "utf-8")
    run = runner(capsys, ("judge", str(tmp_path / "log.jsonl"), "--quiet"))
    run("--out", str(tmp_path / "asked"), "--judge", "llm", "--model", MODEL)
    run("--out", str(tmp_path / "plain"))
    asked, plain = ((tmp_path / name / "report.html").read_text("utf-8") for name in ("asked", "plain"))
    assert "Language model</h2>" in asked and "calls sent" in asked
    assert f'<td class="number">{MODEL}</td>' in asked
    assert "Language model</h2>" not in plain
